"""Known mistakes in count_parameters(module)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...checks.catalogue import Topic


@dataclass(frozen=True)
class Counting:
    """A student's counts of the grader's own modules, by name, for two sizes a < b."""

    a: int
    b: int
    counts: Mapping[str, float]

    @property
    def right(self) -> dict[str, float]:
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


def _agrees(evidence: Counting, predicted: Mapping[str, float]) -> bool:
    return all(
        np.isclose(evidence.counts[name], count, rtol=1e-9) for name, count in predicted.items()
    ) and any(evidence.counts[name] != count for name, count in evidence.right.items())


COUNTING: Topic[Counting] = Topic("The function count_parameters", _agrees)


def _but(seen: Counting, **changes: float) -> dict[str, float]:
    return seen.right | changes


@COUNTING.entry(
    "count_buffers",
    "Buffers are counted too. They are state, not parameters: nothing trains them.",
)
def _(seen: Counting) -> dict[str, float]:
    # A batch norm has two running statistics and one counter.
    return _but(seen, batch_norm=4 * seen.a + 1)


@COUNTING.entry(
    "count_state_dict",
    "The state_dict is counted. It lists a shared matrix once per name and holds buffers too.",
)
def _(seen: Counting) -> dict[str, float]:
    a, b = seen.a, seen.b
    return {
        "linear": a * b + b,
        "embedding": a * b,
        "batch_norm": 4 * a + 1,
        "shared_pair": 2 * a * b,
    }


@COUNTING.entry(
    "count_tensors",
    "The tensors are counted, not the numbers in them. Add up their numel().",
)
def _(seen: Counting) -> dict[str, float]:
    return {"linear": 2, "embedding": 1, "batch_norm": 2, "zero_initialised": 2}


@COUNTING.entry(
    "count_shared_twice",
    "A matrix that two layers share is counted once per name. It is one Parameter: count it once.",
)
def _(seen: Counting) -> dict[str, float]:
    return _but(seen, shared_pair=2 * seen.a * seen.b)


@COUNTING.entry(
    "count_bytes",
    "This is memory in bytes: four per float32 number. Count the numbers.",
)
def _(seen: Counting) -> dict[str, float]:
    return {name: 4 * count for name, count in seen.right.items() if name != "partly_frozen"}


@COUNTING.entry(
    "count_rows",
    "len(tensor) is its first dimension only. Count every number with numel().",
)
def _(seen: Counting) -> dict[str, float]:
    return {"linear": 2 * seen.b, "embedding": seen.b, "batch_norm": 2 * seen.a}


@COUNTING.entry(
    "count_nonzero",
    "Numbers that happen to be 0 are left out. A parameter counts whatever its value.",
)
def _(seen: Counting) -> dict[str, float]:
    return {"embedding": seen.right["embedding"], "zero_initialised": 0, "batch_norm": seen.a}


@COUNTING.entry(
    "count_skip_embeddings",
    "nn.Embedding tables are left out: these are non-embedding parameters, as some GPT code "
    "reports "
    "them. Here the tables are the point.",
)
def _(seen: Counting) -> dict[str, float]:
    return {"linear": seen.right["linear"], "embedding": 0, "batch_norm": seen.right["batch_norm"]}


@COUNTING.entry(
    "count_matrices_only",
    "Biases and norms are left out. One-dimensional parameters count too.",
)
def _(seen: Counting) -> dict[str, float]:
    a, b = seen.a, seen.b
    return {"linear": a * b, "embedding": a * b, "batch_norm": 0, "zero_initialised": a * b}


@COUNTING.entry(
    "count_nested_again",
    "The parameters of an inner module are counted once more for each module around it: "
    "modules() lists them all, and parameters() of each lists everything below it.",
)
def _(seen: Counting) -> dict[str, float]:
    right = seen.right
    return _but(
        seen, shared_pair=3 * right["shared_pair"], partly_frozen=2 * right["partly_frozen"]
    )


@COUNTING.entry(
    "count_in_millions",
    "The count comes in millions. Return the plain number.",
)
def _(seen: Counting) -> dict[str, float]:
    names = ("linear", "embedding", "batch_norm")
    return {name: seen.right[name] / 1e6 for name in names}


@COUNTING.entry(
    "count_frozen",
    "Frozen parameters are counted too. Count those with requires_grad only.",
)
def _(seen: Counting) -> dict[str, float]:
    return _but(seen, partly_frozen=2 * seen.a * seen.b + seen.a + seen.b)


@COUNTING.entry(
    "count_top_level",
    "Parameters of inner modules are left out. Count those of the whole tree.",
)
def _(seen: Counting) -> dict[str, float]:
    return _but(seen, shared_pair=0, partly_frozen=0)
