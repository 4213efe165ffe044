"""The matrix is asked from the embedding itself and detached.

exercise: 5
misconception: tie_detach
"""

import torch
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.tok = token_embedding

    def forward(self, hidden):
        vocab_size = self.tok.embedding.num_embeddings
        matrix = self.tok(torch.arange(vocab_size).unsqueeze(0))[0].detach()
        return hidden @ matrix.T
