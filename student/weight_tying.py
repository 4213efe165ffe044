"""One matrix in two roles: token lookup on the way in, logits on the way out."""

import torch
from torch import Tensor, nn


class TiedLMHead(nn.Module):
    """Project hidden vectors onto the rows of the token matrix.

    The head and the embedding own one V x D matrix between them, and no bias.

    Args:
        token_embedding: your TokenEmbedding.

    Example:
        >>> from student.embeddings import TokenEmbedding
        >>> TiedLMHead(TokenEmbedding(100, 16))(torch.zeros(1, 3, 16)).shape
        torch.Size([1, 3, 100])
    """

    def __init__(self, token_embedding: nn.Module) -> None:
        super().__init__()
        # TODO: exercises.md, section 5
        raise NotImplementedError

    def forward(self, hidden: Tensor) -> Tensor:
        """Map float32 vectors (B, T, D) to logits (B, T, V), equal to hidden @ W.T."""
        # TODO: exercises.md, section 5
        raise NotImplementedError
