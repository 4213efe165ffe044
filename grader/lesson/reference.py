"""Modules that student code is tried on. Imported by the worker, the only lesson module that is."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 (its usual name)


class _Alias:
    """The same module under the attribute name that many students give it: `token.embedding`."""

    def __init__(self, module: nn.Module) -> None:
        self._module = module

    def __call__(self, ids: Tensor) -> Any:
        """Call the module."""
        return self._module(ids)

    @property
    def weight(self) -> Any:
        """The module's matrix. It can be replaced, as that of a real submodule can."""
        return self._module.weight

    @weight.setter
    def weight(self, matrix: nn.Parameter) -> None:
        self._module.weight = matrix


class _Answers(dict[int, Tensor]):
    """What a positional module answers, by length; ValueError for every other length."""

    def __missing__(self, length: int) -> Tensor:
        raise ValueError(f"{length} is not a length of this module")


# What only the stand-ins hold: student code that returns one of them is found out by it.
MARKS = (_Alias, _Answers)


def token(rows: int, width: int) -> nn.Module:
    """A right token embedding for student code to be tried on: torch's own."""
    module = nn.Embedding(rows, width)
    object.__setattr__(module, "embedding", _Alias(module))
    return module


def position(rows: int, width: int) -> nn.Module:
    """A right positional module for student code to be tried on.

    It has no forward method that could be lent: every answer is prepared.
    """
    module = nn.Embedding(rows, width)
    answers = _Answers({length: module.weight[:length] for length in range(1, rows + 1)})
    object.__setattr__(module, "forward", answers.__getitem__)
    return module


def repaired_token(token: nn.Module, vocab_size: int, d_model: int) -> nn.Module:
    """Give a faulty token embedding a right lookup on its own matrix, attribute names untouched.

    Raises:
        ValueError: if it does not own exactly one matrix of this size.
    """
    matrices = [p for p in token.float().parameters() if p.shape == (vocab_size, d_model)]
    if len(matrices) != 1:
        raise ValueError("no single matrix to look rows up in")
    token.forward = functools.partial(F.embedding, weight=matrices[0].requires_grad_(True))
    return token


def tensor(values: Tensor) -> Tensor:
    """Keep a tensor in the worker, to be read again after student code has had it."""
    return values


def shared_pair(vocab_size: int, d_model: int) -> nn.Module:
    """An embedding and a linear layer over one parameter: V*D numbers."""
    pair = nn.ModuleDict(
        {
            "lookup": nn.Embedding(vocab_size, d_model),
            "project": nn.Linear(d_model, vocab_size, bias=False),
        }
    )
    pair["project"].weight = pair["lookup"].weight
    return pair


def partly_frozen(inner: int, outer: int) -> nn.Module:
    """A frozen linear layer before a trainable one: outer*inner + inner trainable numbers."""
    frozen = nn.Linear(inner, outer).requires_grad_(False)
    return nn.Sequential(frozen, nn.Linear(outer, inner))


def zero_initialised(inner: int, outer: int) -> nn.Module:
    """A linear layer of zeros: outer*inner + outer trainable numbers, all of them 0."""
    layer = nn.Linear(inner, outer)
    nn.init.zeros_(layer.weight)
    nn.init.zeros_(layer.bias)
    return layer


def twins(inner: int, outer: int) -> nn.Module:
    """Two layers with equal values but numbers of their own: 2 * (outer*inner + outer)."""
    return nn.Sequential(zero_initialised(inner, outer), zero_initialised(inner, outer))


def nested(width: int, depth: int) -> nn.Module:
    """Layers inside layers: depth * width * (width + 1) trainable numbers."""
    module: nn.Module = nn.Linear(width, width)
    for _ in range(depth - 1):
        module = nn.Sequential(nn.Linear(width, width), module)
    return module


# What a worker's server builds and calls once, to warm torch up: the maker's name, its arguments,
# ids of shape (1, 2), a matrix of shape (2, 2), and a cotangent of the output's shape (1, 2, 2).
REHEARSAL = ("token", (2, 2), [[0, 0]], [[0.0, 0.0]] * 2, [[[0.0, 0.0]] * 2])

MAKERS: dict[str, Callable[..., Any]] = {
    "token": token,
    "position": position,
    "repaired_token": repaired_token,
    "tensor": tensor,
    "embedding": nn.Embedding,
    "linear": nn.Linear,
    "batch_norm": nn.BatchNorm1d,
    "dropout": nn.Dropout,
    "shared_pair": shared_pair,
    "partly_frozen": partly_frozen,
    "zero_initialised": zero_initialised,
    "nested": nested,
    "twins": twins,
}
