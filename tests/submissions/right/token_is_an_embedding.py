"""TokenEmbedding is itself a subclass of nn.Embedding with a property for its neighbours."""

import torch
from torch import nn


class TokenEmbedding(nn.Embedding):
    def __init__(self, vocab_size, d_model):
        super().__init__(num_embeddings=vocab_size, embedding_dim=d_model)
        self._init_weights()

    @torch.no_grad()
    def _init_weights(self):
        self.weight.normal_(0.0, 0.02)

    @property
    def embedding(self):
        return self
