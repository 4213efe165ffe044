"""The sinusoid in a frozen nn.Embedding, whose IndexError becomes the ValueError."""

import torch
from torch import nn


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        x = torch.arange(max_context_length, dtype=torch.float64).unsqueeze(1)
        x = x / 10000 ** (torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)
        columns = [f(x[:, k]) for k in range(d_model // 2) for f in (torch.sin, torch.cos)]
        self.embedding = nn.Embedding.from_pretrained(torch.column_stack(columns).float(), freeze=True)

    def forward(self, seq_len):
        try:
            return self.embedding(torch.arange(seq_len))
        except IndexError as error:
            raise ValueError(f"no row for position {seq_len - 1}") from error
