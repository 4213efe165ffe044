import torch
from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, first, second):
        super().__init__()

    def forward(self, given):
        raise RuntimeError("not today")


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, first, second):
        super().__init__()

    def forward(self, given):
        raise RuntimeError("not today")


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, first, second):
        super().__init__()

    def forward(self, given):
        raise RuntimeError("not today")


class EmbeddingComposer(nn.Module):
    def __init__(self, first, second):
        super().__init__()

    def forward(self, given):
        raise RuntimeError("not today")
