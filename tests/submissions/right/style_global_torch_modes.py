"""Determinism, one thread and anomaly detection are switched on at import."""

import torch
from torch import nn

torch.use_deterministic_algorithms(True)
torch.set_num_threads(1)
torch.autograd.set_detect_anomaly(True)


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        with torch.inference_mode(False), torch.no_grad():
            self.embedding.weight.copy_(torch.randn(vocab_size, d_model) * 0.02)

    def forward(self, ids):
        return self.embedding(ids)
