"""Modules that student code is tried on. Imported by the worker, the only lesson module that is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812 (its usual name)

OFTEN = 20


class _Matrix(nn.Parameter):
    """A matrix that is also what its attribute names mean to a student: `token.table.weight`."""

    owner: nn.Module  # whose matrix it is

    def __call__(self, ids: Tensor) -> Tensor:
        """Look rows up, as a submodule of that name would."""
        return F.embedding(ids, self)

    @property
    def weight(self) -> Any:
        """The matrix itself. It can be replaced, as that of a real submodule can."""
        return self.owner.weight

    @weight.setter
    def weight(self, matrix: nn.Parameter) -> None:
        self.owner.weight = matrix


class _StandIn(nn.Embedding):
    """What takes the place of a module that is missing: it has every attribute one may read.

    How students name the attributes of their modules is free, so every public name is the matrix,
    apart from the sizes that the exercises name.
    """

    def __init__(self, rows: int, width: int) -> None:
        super().__init__(rows, width)
        matrix = _Matrix(self.weight.detach())
        matrix.owner = self
        self.weight = matrix

    def __getattr__(self, name: str) -> Any:
        """Return a registered module or parameter, a size, or else the matrix."""
        try:
            return super().__getattr__(name)
        except AttributeError:
            if name.startswith("_") or "weight" not in self._parameters:
                raise
        if name == "d_model":
            return self.embedding_dim
        if name in ("vocab_size", "max_context_length"):
            return self.num_embeddings
        return self.weight


class _Answers(dict[int, Tensor]):
    """What a positional module answers, by length; ValueError for every other length."""

    def __missing__(self, length: int) -> Tensor:
        raise ValueError(f"{length} is not a length of this module")


# What only the stand-ins are or hold: student code that returns one of them is found out by it.
MARKS = (_StandIn, _Answers)


def token(rows: int, width: int) -> nn.Module:
    """A right token embedding for student code to be tried on: torch's own."""
    return _StandIn(rows, width)


def position(rows: int, width: int) -> nn.Module:
    """A right positional module for student code to be tried on.

    It has no forward method that could be lent: every answer is prepared.
    """
    module = _StandIn(rows, width)
    answers = _Answers({length: module.weight[:length] for length in range(1, rows + 1)})
    object.__setattr__(module, "forward", answers.__getitem__)
    return module


def repaired_token(token: nn.Module, vocab_size: int, d_model: int) -> nn.Module:
    """Give a faulty token embedding a right lookup on its own matrix, attribute names untouched.

    A matrix of another height is made right, and nothing else of the module is left to train.

    Raises:
        ValueError: if it does not own one matrix that must be meant.
    """
    matrices = [p for p in token.float().parameters() if p.ndim == 2 and d_model in p.shape]
    right = [p for p in matrices if sorted(p.shape) == sorted((vocab_size, d_model))]
    if len(right or matrices) != 1:
        raise ValueError("no single matrix to look rows up in")
    matrix = (right or matrices)[0]
    if not right:
        matrix = _replaced(token, matrix, nn.Parameter(torch.randn(vocab_size, d_model)))
    token.requires_grad_(False)
    matrix.requires_grad_(True)
    turned = matrix.shape != (vocab_size, d_model)
    token.forward = lambda ids: F.embedding(ids, matrix.T if turned else matrix)
    return token


def _replaced(module: nn.Module, old: nn.Parameter, new: nn.Parameter) -> nn.Parameter:
    """Put a parameter in the place of another one, wherever the module registers it."""
    for each in module.modules():
        for name, parameter in list(each.named_parameters(recurse=False)):
            if parameter is old:
                setattr(each, name, new)
    return new


def thawed(module: nn.Module) -> nn.Module:
    """Make the frozen numbers of a module trainable, so that its own forward can be tried."""
    return module.requires_grad_(True)


def tensor(values: Tensor) -> Tensor:
    """Keep a tensor in the worker, to be read again after student code has had it."""
    return values


def computed(values: Tensor) -> Tensor:
    """Give a tensor that requires grad as the result of a calculation, as a module's output is."""
    return values * 1.0


def called_often(module: Callable[[Any], Any], given: Any) -> None:
    """Call a module OFTEN times with the same input: what it answers after that must be right too.

    One question to the worker instead of as many as there are calls.
    """
    for _ in range(OFTEN):
        module(given)


def state(tensor: Tensor) -> list[int]:
    """Say what a tensor is beside its values, to be compared before and after a call.

    Returns:
        STATE, each as a whole number, for a tensor of two axes.
    """
    size = tensor.element_size() * (1 if tensor.is_floating_point() else -1)
    has_grad = tensor.is_leaf and tensor.grad is not None
    return [size, tensor.device.type != "cpu", tensor.requires_grad, has_grad,
            *tensor.shape, *tensor.stride(), tensor._version]  # fmt: skip


class OwnAndChildren(nn.Module):
    """A module with numbers of its own beside a child's: inner + outer*inner + outer numbers."""

    def __init__(self, inner: int, outer: int) -> None:
        super().__init__()
        self.scale = nn.Parameter(torch.ones(inner))
        self.layer = nn.Linear(inner, outer)


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
    "thawed": thawed,
    "tensor": tensor,
    "computed": computed,
    "state": state,
    "called_often": called_often,
    "own_and_children": OwnAndChildren,
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
