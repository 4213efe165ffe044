"""The projection is recomputed in backward to save memory."""

from torch import nn
from torch.utils.checkpoint import checkpoint


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.tok = token_embedding

    def project(self, hidden):
        return hidden @ self.tok.embedding.weight.T

    def forward(self, hidden):
        return checkpoint(self.project, hidden, use_reentrant=False)
