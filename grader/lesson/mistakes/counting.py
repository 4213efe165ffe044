"""Known mistakes in count_parameters(module)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from ...checks.catalogue import Topic

Counts: TypeAlias = dict[str, float]  # by module; a mistake may leave modules out


@dataclass(frozen=True)
class Counting:
    """A student's counts of modules that the grader built.

    Args:
        a: the smaller of the two sizes from which the modules were built.
        b: the larger one.
        counts: the student's count of each module in `right`, by the module's name.
    """

    a: int
    b: int
    counts: Mapping[str, float]

    @property
    def right(self) -> Counts:
        """The right count of each module."""
        a, b = self.a, self.b
        return {
            "linear": a * b + b,
            "embedding": a * b,
            "batch_norm": 2 * a,
            "zero_initialised": a * b + b,
            "shared_pair": a * b,
            "partly_frozen": a * b + a,
        }


def _explains(evidence: Counting, predict: Callable[[Counting], Counts]) -> bool:
    """Tell whether every predicted count came back, and some count is wrong at all."""
    counts = evidence.counts
    return all(
        np.isclose(counts[name], count, rtol=1e-9) for name, count in predict(evidence).items()
    ) and any(counts[name] != count for name, count in evidence.right.items())


COUNTING: Topic[Counting, Callable[[Counting], Counts]] = Topic(
    "The function count_parameters", _explains
)


@COUNTING.entry
def count_buffers(evidence: Counting) -> Counts:
    """Buffers are counted too. They are state, not parameters: nothing trains them."""
    # A batch norm has two running statistics and one counter.
    return evidence.right | {"batch_norm": 4 * evidence.a + 1}


@COUNTING.entry
def count_state_dict(evidence: Counting) -> Counts:
    """The state_dict is counted. It lists a shared matrix once per name and holds buffers too."""
    a, b = evidence.a, evidence.b
    return {
        "linear": a * b + b,
        "embedding": a * b,
        "batch_norm": 4 * a + 1,
        "shared_pair": 2 * a * b,
    }


@COUNTING.entry
def count_tensors(evidence: Counting) -> Counts:
    """The tensors are counted, not the numbers in them. Add up their numel()."""
    return {"linear": 2, "embedding": 1, "batch_norm": 2, "zero_initialised": 2}


@COUNTING.entry
def count_shared_twice(evidence: Counting) -> Counts:
    """A matrix that two layers share is counted once per name.
    It is one Parameter: count it once.
    """
    return evidence.right | {"shared_pair": 2 * evidence.a * evidence.b}


@COUNTING.entry
def count_bytes(evidence: Counting) -> Counts:
    """This is memory in bytes: four per float32 number. Count the numbers."""
    return {name: 4 * count for name, count in evidence.right.items() if name != "partly_frozen"}


@COUNTING.entry
def count_rows(evidence: Counting) -> Counts:
    """len(tensor) is its first dimension only. Count every number with numel()."""
    return {"linear": 2 * evidence.b, "embedding": evidence.b, "batch_norm": 2 * evidence.a}


@COUNTING.entry
def count_nonzero(evidence: Counting) -> Counts:
    """Numbers that happen to be 0 are left out. A parameter counts whatever its value."""
    # A fresh batch norm has weights of 1 and biases of 0.
    a, b = evidence.a, evidence.b
    return {"embedding": a * b, "zero_initialised": 0, "batch_norm": a}


@COUNTING.entry
def count_skip_embeddings(evidence: Counting) -> Counts:
    """nn.Embedding tables are left out: these are non-embedding parameters, as some GPT code
    reports them. Here the tables are the point.
    """
    right = evidence.right
    return {"linear": right["linear"], "embedding": 0, "batch_norm": right["batch_norm"]}


@COUNTING.entry
def count_matrices_only(evidence: Counting) -> Counts:
    """Biases and norms are left out. One-dimensional parameters count too."""
    a, b = evidence.a, evidence.b
    return {"linear": a * b, "embedding": a * b, "batch_norm": 0, "zero_initialised": a * b}


@COUNTING.entry
def count_nested_again(evidence: Counting) -> Counts:
    """The parameters of an inner module are counted once more for each module around it:
    modules() lists them all, and parameters() of each lists everything below it.
    """
    right = evidence.right
    return right | {
        "shared_pair": 3 * right["shared_pair"],
        "partly_frozen": 2 * right["partly_frozen"],
    }


@COUNTING.entry
def count_in_millions(evidence: Counting) -> Counts:
    """The count comes in millions. Return the plain number."""
    names = ("linear", "embedding", "batch_norm")
    return {name: evidence.right[name] / 1e6 for name in names}


@COUNTING.entry
def count_frozen(evidence: Counting) -> Counts:
    """Frozen parameters are counted too. Count those with requires_grad only."""
    a, b = evidence.a, evidence.b
    return evidence.right | {"partly_frozen": 2 * a * b + a + b}


@COUNTING.entry
def count_top_level(evidence: Counting) -> Counts:
    """Parameters of inner modules are left out. Count those of the whole tree."""
    return evidence.right | {"shared_pair": 0, "partly_frozen": 0}
