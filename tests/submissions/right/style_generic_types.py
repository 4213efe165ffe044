"""Generic classes, protocols and many type annotations."""

from collections.abc import Callable
from typing import Annotated, Final, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from torch import Tensor, nn

TokenIds: TypeAlias = Annotated[Tensor, "int64", ("B", "T")]
Vectors: TypeAlias = Annotated[Tensor, "float32", ("B", "T", "D")]
Rows: TypeAlias = Annotated[Tensor, "float32", ("T", "D")]

BASE: Final[float] = 10_000.0


@runtime_checkable
class Positions(Protocol):
    def __call__(self, seq_len: int) -> Rows: ...


T = TypeVar("T", bound=Callable[[Tensor], Tensor])
P = TypeVar("P", bound=Positions)


class EmbeddingComposer(nn.Module, Generic[T, P]):
    def __init__(self, token_embedding: T, positional_embedding: P, /) -> None:
        super().__init__()
        if not isinstance(positional_embedding, Positions):
            raise TypeError("positional_embedding must be callable")
        self.token_embedding: T = token_embedding
        self.positional_embedding: P = positional_embedding

    def forward(self, ids: TokenIds, /) -> Vectors:
        seq_len: int = ids.shape[1]
        return self.token_embedding(ids) + self.positional_embedding(seq_len)
