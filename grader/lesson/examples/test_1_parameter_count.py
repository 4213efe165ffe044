"""Count the parameters"""

from __future__ import annotations

import functools

from grader.checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    attempt,
    expect_number,
    explained,
    number_text,
    points,
    trainable_numbers,
)
from grader.lesson import evidence, mistakes

FILES = ("diagnostics.py", "embeddings.py")
LINEAR, BATCH_NORM = 16, 10  # nn.Linear(3, 4): 3 * 4 + 4; nn.BatchNorm1d(5): 5 gains, 5 shifts
HALF_FROZEN = 15  # a frozen nn.Linear(3, 4) before an nn.Linear(4, 3): 4 * 3 + 3
LEARNED, SINUSOIDAL, DELTA = 8192, 0, 8192  # for L = 128, D = 64


@points(5)
def test_count_layers(candidate: Client, draw: Draw) -> None:
    """count_parameters(nn.Linear(3, 4)) is 16, and of nn.BatchNorm1d(5) it is 10.

    A bias is trained too; running means and variances are not.
    """
    linear, batch_norm = candidate.reference("linear", 3, 4), candidate.reference("batch_norm", 5)
    with explained(mistakes.COUNTING, lambda: evidence.counting(candidate, 4, 7)):
        expect_count(candidate, linear, "nn.Linear(3, 4)", LINEAR)
        expect_count(candidate, batch_norm, "nn.BatchNorm1d(5)", BATCH_NORM)
        half_frozen = candidate.reference("partly_frozen", 3, 4)
        expect_count(candidate, half_frozen, "nn.Sequential(frozen, …)", HALF_FROZEN)


@points(10)
def test_delta(candidate: Client, draw: Draw) -> None:
    """For L = 128 and D = 64 the learned positions own 8192 numbers, the sinusoidal ones 0.

    128 rows of 64 numbers are trained in the one; the other is a formula.
    """
    counts = []
    for name, expected in {
        "LearnedPositionalEmbedding": LEARNED,
        "SinusoidalPositionalEmbedding": SINUSOIDAL,
    }.items():
        module = getattr(candidate.embeddings, name)(128, 64)
        # Called once before it is counted: some modules make their table only then.
        rows = attempt(module, 100)
        what = f"{name}(128, 64)"
        counting = functools.partial(count_again, candidate, module, expected)
        owning = functools.partial(what_it_owns, name, module, rows, expected)
        with explained(mistakes.COUNTING, counting), explained(mistakes.OWNERSHIP, owning):
            counts.append(expect_count(candidate, module, what, expected))
    delta = counts[0] - counts[1]
    if delta != DELTA:
        raise Finding(f"The difference of your two counts is {delta:g}; expected {DELTA}.")


def expect_count(candidate: Client, module: Answer, what: str, expected: int) -> float:
    """Compare the student's count of a module with the right one, and tell the two faults apart."""
    answer = candidate.diagnostics.count_parameters(module)
    numbers = expect_number(answer, f"count_parameters({what})")
    if numbers != expected:
        owned = trainable_numbers(module)
        fault = "the count is wrong" if owned == expected else "the module is wrong"
        raise Finding(
            f"count_parameters({what}) is {number_text(numbers)}; expected {expected}.",
            hint=f"The module registers {owned} trainable numbers: {fault}.",
        )
    return numbers


def count_again(candidate: Client, module: Answer, expected: int) -> mistakes.Counting | None:
    """Look at the count if the module owns what it should."""
    owned = trainable_numbers(module)
    return evidence.counting(candidate, 4, 7) if owned == expected else None


def what_it_owns(
    name: str, module: Answer, rows: Answer | CandidateFailure, expected: int
) -> mistakes.Ownership | None:
    """Look at what the module registers if that is not what it should own."""
    if trainable_numbers(module) == expected:
        return None
    return evidence.ownership(name, module, rows, 128, 64)
