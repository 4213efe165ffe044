"""The classes live inside a namespace class and are given their public names at the end."""

import torch
import torch.nn as nn


class layers:
    class Token(nn.Module):
        def __init__(self, n, d):
            super().__init__()
            self.embedding = nn.Embedding(n, d)

        forward = lambda self, ids: self.embedding(ids)  # noqa: E731

    class Learned(nn.Module):
        def __init__(self, n, d):
            super().__init__()
            self.w = nn.Parameter(torch.randn(n, d) * 0.02)

        def forward(self, t):
            if t > self.w.shape[0]:
                raise ValueError("t > n")
            return self.w[:t]

    class Sum(nn.Module):
        def __init__(self, f, g):
            super().__init__()
            self.f, self.g = f, g

        def forward(self, x):
            return self.f(x) + self.g(x.shape[1])


TokenEmbedding, LearnedPositionalEmbedding, EmbeddingComposer = layers.Token, layers.Learned, layers.Sum
