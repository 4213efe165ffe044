"""Ask about modules from outside: nothing is assumed about their attributes or storage."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from ..candidate.client import Answer, Argument
from ..candidate.failure import CandidateFailure
from .draw import Draw, Floats
from .finding import Finding


def attempt(module: Answer, *arguments: Argument) -> Answer | CandidateFailure:
    """Call a module and return what happened, an exception included."""
    try:
        return module(*arguments)
    except CandidateFailure as failure:
        return failure


def is_tensor(answer: Answer, shape: tuple[int, ...], finite: bool = True) -> bool:
    """Tell whether an answer is a float32 tensor of this shape, with `finite` without NaN."""
    return (
        answer.is_numbers
        and answer.type in ("Tensor", "Parameter")
        and answer.dtype == "float32"
        and answer.numbers.shape == shape
        and (not finite or bool(np.all(np.isfinite(answer.numbers))))
    )


def trainable_numbers(*modules: Answer) -> int:
    """Return how many trainable numbers the modules own, each shared parameter once."""
    items = modules[0].client.parameters(*modules)
    return sum(item.values.numbers().size for item in items if item.trainable)


def own_numbers(*modules: Answer) -> Floats:
    """Return every trainable number of the modules in one row."""
    items = modules[0].client.parameters(*modules)
    rows = [item.values.numbers().ravel() for item in items if item.trainable]
    return np.concatenate(rows) if rows else np.empty(0)


def randomise(draw: Draw, *modules: Answer) -> Floats:
    """Overwrite every unique trainable number with a secret one; return them all in one row.

    No two of the secret numbers are equal.
    """
    client = modules[0].client
    shapes = [item.values.shape for item in client.parameters(*modules) if item.trainable]
    ends = np.cumsum([math.prod(shape) for shape in shapes], dtype=int)
    secret = draw.distinct(int(ends[-1]) if shapes else 0)
    values = np.split(secret, ends[:-1]) if shapes else []
    client.overwrite(
        *modules,
        values=tuple(each.reshape(shape) for each, shape in zip(values, shapes, strict=True)),
    )
    return secret


def gradient_of_rows(read: Callable[[], Floats], *modules: Answer, rate: float = 10.0) -> Floats:
    """Return the gradient of a table by taking one step and reading the table again.

    (before - after) / rate is exact whatever the storage: split, transposed, sparse or shared.

    Args:
        read: reads the table, shape (rows, width).
        modules: the modules whose parameters take the step.
        rate: the step's size.
    """
    before = read()
    modules[0].client.step(*modules, rate=rate)
    after = read()
    if before.shape != after.shape:
        raise Finding("The table has another shape after a gradient step.")
    gradient: Floats = (before - after) / rate
    return gradient
