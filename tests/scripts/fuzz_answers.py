"""Grade the solutions while a worker's answers are changed at random: nothing may break the grader.

Run `python -m tests.scripts.fuzz_answers --count 3000`. A worker can send any frame that the wire's
types allow, so the changes are made to what a real worker has answered.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

import msgspec
import numpy as np

from grader import wire
from grader.candidate.client import Client
from grader.checks.draw import keyed_seed
from grader.grade import examiner
from grader.scorecard import Budgets, Outcome, TestResult
from grader.selftest.corpus import solution_files
from tests.kit import ROOT

SHARE = 0.02  # of the answers that are changed


class FuzzedClient(Client):
    """A candidate some of whose answers are changed on their way to the check."""

    def __init__(self, files: dict[str, bytes], seed: int) -> None:
        super().__init__(files, Budgets())
        self._random = random.Random(seed)

    def _ask(self, question: wire.Question, origin: str) -> wire.Result:
        result = super()._ask(question, origin)
        return changed(result, self._random) if self._random.random() < SHARE else result


def changed(result: wire.Result, draw: random.Random) -> wire.Result:
    """Return another result that the wire would let through."""
    if isinstance(result, wire.Array):
        return changed_array(result, draw)
    if isinstance(result, wire.Parameters):
        items = list(result.items)
        kind = draw.randrange(4)
        if items and kind == 0:
            items.pop(draw.randrange(len(items)))
        elif items and kind == 1:
            items.append(draw.choice(items))
        elif items and kind == 2:
            place = draw.randrange(len(items))
            values = changed_array(items[place].values, draw)
            items[place] = msgspec.structs.replace(items[place], values=values)
        elif items:
            place = draw.randrange(len(items))
            items[place] = msgspec.structs.replace(items[place], trainable=False)
        return wire.Parameters(tuple(items))
    if isinstance(result, wire.Names):
        return wire.Names(tuple(draw.sample(result.names, len(result.names) // 2)))
    return result


def changed_array(array: wire.Array, draw: random.Random) -> wire.Array:
    """Return numbers of another shape, size, type or value."""
    numbers: Any = array.numbers()
    kind = draw.randrange(9)
    if kind == 0:
        numbers = np.zeros([draw.randrange(4) for _ in range(draw.randrange(5))])
    elif kind == 1:
        numbers = numbers.reshape(-1)
    elif kind == 2:
        numbers = numbers[None]
    elif kind == 3 and numbers.ndim:
        numbers = numbers[: draw.randrange(len(numbers) + 1)]
    elif kind == 4 and numbers.ndim:
        numbers = np.concatenate([numbers, numbers])
    elif kind == 5:
        numbers = np.full_like(numbers, draw.choice([np.nan, np.inf, -np.inf, 1e308, 0.0, -1.0]))
    elif kind == 6:
        return msgspec.structs.replace(array, dtype=draw.choice(sorted(wire.DTYPES)))
    elif kind == 7:
        return msgspec.structs.replace(array, container=draw.choice(["list", "int", "x" * 90, ""]))
    else:
        return msgspec.structs.replace(array, requires_grad=not array.requires_grad)
    return msgspec.structs.replace(
        wire.array(numbers), dtype=array.dtype, container=array.container
    )


def faults(number: int, files: dict[str, bytes]) -> list[TestResult]:
    """Grade once with changed answers; return the tests that the grader itself failed on."""
    with FuzzedClient(files, number) as candidate:
        tests = examiner().examine(candidate, keyed_seed(number, ""))
    return [test for test in tests if test.outcome is Outcome.GRADER_ERROR]


def main() -> None:
    """Grade as often as asked and print every fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--first", type=int, default=0)
    arguments = parser.parse_args()
    files, failed = solution_files(ROOT / "solutions"), 0
    for number in range(arguments.first, arguments.first + arguments.count):
        found = faults(number, files)
        failed += bool(found)
        for test in found:
            print(f"{number}: {test.id}: {test.message}", flush=True)
    print(f"{arguments.count - failed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
