"""One matrix in two roles: token lookup on the way in, logits on the way out."""

from torch import Tensor, nn


class TiedLMHead(nn.Module):
    """Project hidden vectors onto the rows of the token matrix."""

    def __init__(self, token_embedding: nn.Module) -> None:
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.projection = nn.Linear(d_model, vocab_size, bias=False)
        # The same Parameter object, not a copy: one gradient, one optimizer state.
        self.projection.weight = token_embedding.embedding.weight

    def forward(self, hidden: Tensor) -> Tensor:
        """Map float32 vectors (B, T, D) to logits (B, T, V), equal to hidden @ W.T."""
        return self.projection(hidden)
