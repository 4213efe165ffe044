"""One matrix in two roles."""

from torch import Tensor, nn


class TiedLMHead(nn.Module):
    """Project hidden vectors onto the rows of the token matrix."""

    def __init__(self, token_embedding: nn.Module) -> None:
        super().__init__()
        raise NotImplementedError("TiedLMHead is not written yet")

    def forward(self, hidden: Tensor) -> Tensor:
        raise NotImplementedError("TiedLMHead is not written yet")
