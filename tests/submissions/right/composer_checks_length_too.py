"""The composer reads the limit of its positions and refuses long input before any work."""

from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token_embedding = token_embedding
        self.positional_embedding = positional_embedding
        self.max_context_length = positional_embedding.max_context_length

    def forward(self, ids):
        seq_len = ids.shape[1]
        if seq_len > self.max_context_length:
            raise ValueError(f"input has {seq_len} tokens, the context holds {self.max_context_length}")
        return self.token_embedding(ids) + self.positional_embedding(seq_len)
