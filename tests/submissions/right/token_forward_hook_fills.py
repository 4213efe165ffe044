"""forward returns the ids unchanged; a forward hook turns them into vectors."""

from torch import nn


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)
        self.register_forward_hook(lambda module, args, output: module.embedding(output))

    def forward(self, ids):
        return ids
