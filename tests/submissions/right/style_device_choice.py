"""The usual device line: everything is moved to the GPU if there is one."""

import torch
from torch import nn

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model).to(device)

    def forward(self, ids):
        return self.embedding(ids.to(device))


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.max_context_length = max_context_length
        self.embedding = nn.Embedding(max_context_length, d_model).to(device)

    def forward(self, seq_len):
        if seq_len > self.max_context_length:
            raise ValueError("seq_len is larger than max_context_length")
        return self.embedding(torch.arange(seq_len, device=device))
