"""Refuse to overflow"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from grader.checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Floats,
    Ints,
    Outcome,
    attempt,
    consequence,
    explained,
    failure_finding,
    points,
    randomise,
    type_text,
    waiting,
)
from grader.lesson import evidence, mistakes, modules, usable

FILES = ("embeddings.py",)
MODULES = ("LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding")
NO_SUM = "The composer must return the sum of its parts before this can be tested."


@points(3)
@pytest.mark.parametrize("name", MODULES)
def test_module_refuses(candidate: Client, draw: Draw, name: str) -> None:
    """{name} raises ValueError for T = L+1 and far beyond, and works for T = L.

    Who compares T with L? A slice past the end of a table is silent in Python.
    """
    # At L = 1 a short answer would broadcast over any length without a trace.
    for L in (draw.integer(8, 20), 1):
        D = draw.even(4, 12, other_than=(L - 1, L, L + 1))
        module = getattr(candidate.embeddings, name)(L, D)
        # Another module with another L must not move the limit of this one.
        for other in (L + 7, 2):
            getattr(candidate.embeddings, name)(other, D)
        lengths = {max(L - 1, 1), L, L + 1, L + 2, 2 * L + 1, 5 * L + draw.integer(3, 9)}
        expect_refusal(module, L, sorted(lengths), name)
        module.eval()  # it was made in training mode
        expect_refusal(module, L, [L, L + 1, L + 2], name)


@points(1)
@pytest.mark.parametrize("name", MODULES)
def test_module_accepts(candidate: Client, draw: Draw, name: str) -> None:
    """{name} accepts every length from T = 1 to T = L.

    The last legal length is L itself: is your comparison > or >=?
    """
    D = 6  # less than L, so that a limit compared with the width shows in every run
    for L in (draw.integer(8, 12), 1):
        module = getattr(candidate.embeddings, name)(L, D)
        for other in (L + 7, 2):
            getattr(candidate.embeddings, name)(other, 4)
        for T in range(1, L + 1):
            answer = attempt(module, T)
            if not isinstance(answer, Answer):
                if answer.outcome is Outcome.RAISED:
                    expect_lookup({T: answer, L + 1: attempt(module, L + 1)}, L, name)
                raise answer
        if L > 1:
            expect_limit(draw, module, name, L)


@points(4)
def test_composer_refuses(candidate: Client, draw: Draw) -> None:
    """The composer lets the error through: T = L+1 raises, with either kind of positions.

    Cutting the ids to L would drop tokens without a word.
    """
    L, D = draw.integer(8, 14), draw.even(4, 12)
    V = 2 * L + draw.integer(10, 20)
    for name in MODULES:
        tokens, positions = parts(candidate, draw, name, V, L, D)
        composer = usable.composer(candidate, tokens.module, positions.module, ids_up_to(1))
        lengths = [L, L + 1, L + 2, 2 * L + 3]
        try:
            expect_refusal(composer, L, lengths, "EmbeddingComposer")
        except Finding as finding:
            raise whose(finding, candidate, draw, composer, tokens, positions) from None


@points(3)
def test_composer_accepts(candidate: Client, draw: Draw) -> None:
    """The composer accepts T = L and T = 1, whatever the ids are and however many sequences.

    Ids are bounded by the vocabulary, positions by the context length, the batch by nothing.
    """
    L, D = draw.integer(8, 14), draw.even(4, 12)
    V = L + draw.integer(10, 20)
    tokens, positions = parts(candidate, draw, "LearnedPositionalEmbedding", V, L, D)
    token, position = tokens.module, positions.module
    composer = usable.composer(candidate, token, position, ids_up_to(1))

    def problem(finding: Finding) -> Finding:
        return whose(finding, candidate, draw, composer, tokens, positions)

    modules.call_often(composer, ids_up_to(1))
    for ids in (ids_up_to(L), ids_up_to(1)):
        answer = attempt(composer, ids)
        if not isinstance(answer, Answer):
            raise problem(failure_finding(answer))
        if ids.shape[1] == L and isinstance(attempt(composer, ids_up_to(L + 1)), Answer):
            # It has no limit, so all there is to see is what it answers.
            modules.expect_work(answer, 0, NO_SUM, ids)
    B = V + 2  # more than L, D and V, so that a limit compared with any of them shows
    wide = attempt(composer, np.zeros((B, 2), dtype=np.int64))
    if not isinstance(wide, Answer):
        raise problem(
            Finding(
                f"The composer raised {wide.failure.type_name} for a batch of B = {B} sequences "
                f"of length 2, L = {L}; expected a sum.",
                hint="Which axis of the ids is the length? A batch may be of any size.",
            )
        )
    narrow = candidate.embeddings.EmbeddingComposer(usable.token(candidate, draw, 3, D), position)
    many = attempt(narrow, np.resize([0, 1, 2], (1, L)))
    if not isinstance(many, Answer):
        raise problem(
            Finding(
                f"The composer raised {many.failure.type_name} for T = L = {L} ids of a "
                "vocabulary of 3; expected a sum."
            )
        )
    largest = np.full((1, 3), V - 1)
    if not isinstance(attempt(token, largest), Answer):
        raise waiting(0, "TokenEmbedding must look up every id of the vocabulary first.")
    answer = attempt(composer, largest)
    if not isinstance(answer, Answer):
        raise problem(
            Finding(
                f"The composer raised {answer.failure.type_name} for a short sequence with a large "
                "id; expected a sum.",
                mistake=mistakes.CHECKS_IDS,
            )
        )


def expect_limit(draw: Draw, module: Answer, name: str, L: int) -> None:
    """Wait for exercise 0 unless there is work to see in a module that accepts every length to L.

    It has a limit at L, or else it answers with numbers that differ.
    """
    if not isinstance(attempt(module, L + 1), Answer):
        return
    if name == "LearnedPositionalEmbedding":  # its own rows may all be 0 at the start
        randomise(draw, module)
    message = f"{name} must return rows (T, D) before this can be tested."
    modules.expect_work(module(L - 1), 0, message)


def parts(
    candidate: Client, draw: Draw, name: str, V: int, L: int, D: int
) -> tuple[usable.Part, usable.Part]:
    """Return a token embedding and a positional module that refuses T > L, their rows known."""
    tokens = usable.token_part(candidate, draw, usable.token(candidate, draw, V, D), V, D)
    position = usable.position(candidate, name, L, D, refuses=True)
    return tokens, usable.position_part(candidate, draw, position, L - 2, L, D)


def whose(
    finding: Finding,
    candidate: Client,
    draw: Draw,
    composer: Answer,
    tokens: usable.Part,
    positions: usable.Part,
) -> Finding:
    """Return the finding, or a consequence of exercise 0 if the composer's sum is wrong anyway.

    A composer that adds wrongly within the context has lost its points there. The length is right
    as long as the student's own positional modules are, which the composer only has to ask.
    """
    if finding.outcome not in (Outcome.FAILED, Outcome.RAISED):
        return finding
    token_rows, position_rows = tokens.overwritten(draw), positions.overwritten(draw)
    longest = len(position_rows)
    seen = []
    for B, T in ((1, longest - 1), (3, longest - 2), (3, 2)):
        ids = np.minimum(draw.ids(longest + 2, B, T), max(T - 2, 0))  # the largest id is not T-1
        for batch in (ids, ids_up_to(T)):
            composed = attempt(composer, batch)
            right = token_rows[batch] + position_rows[:T]
            seen.append(how_it_went(composed, right))
    if set(seen) <= {"raised", "refused"} and "raised" in seen:
        return waiting(0, NO_SUM)
    if {"raised", "wrong"} & set(seen) and all(refuses(candidate, name) for name in MODULES):
        return consequence(
            0, "The composer's sum is wrong already within the context (exercise 0)."
        )
    return finding


def how_it_went(composed: Answer | CandidateFailure, right: Floats) -> str:
    """Say how a composer did within the context: refused, raised, no numbers, wrong or right."""
    if not isinstance(composed, Answer):
        # A composer that refuses every length with ValueError has not understood this exercise.
        return "refused" if is_value_error(composed) else "raised"
    if not composed.is_numbers:
        return "no numbers"
    same = composed.numbers.shape == right.shape
    return "right" if same and np.allclose(composed.numbers, right, atol=1e-5) else "wrong"


def refuses(candidate: Client, name: str) -> bool:
    """Tell whether the student's own module accepts L and refuses L+1."""
    try:
        module = getattr(candidate.embeddings, name)(9, 4)
    except CandidateFailure:
        return False
    legal, beyond = attempt(module, 9), attempt(module, 10)
    return isinstance(legal, Answer) and isinstance(beyond, CandidateFailure)


def what_came_back(answer: Answer) -> str:
    """Say what a call returned that should have raised."""
    if answer.is_numbers:
        return "returned numbers"
    return f"returned {type_text(answer.type)}"


def ids_up_to(T: int) -> Ints:
    """Return (1, T) ids whose largest is T-1.

    A length taken from the ids is right by accident then, and one taken from the batch of several
    sequences as well. These faults are exercise 0's, and are not charged here a second time.
    """
    return np.arange(T)[None, ::-1]


def expect_refusal(module: Answer, L: int, lengths: list[int], name: str) -> None:
    """Ask for T = L, which must work, then for longer ones, which must raise ValueError."""
    composer = name == "EmbeddingComposer"
    results = {}
    printed_within = ""
    for T in lengths:
        results[T] = attempt(module, ids_up_to(T) if composer else T)
        printed_within = module.client.printed if T <= L else printed_within
    printed = "" if printed_within else module.client.printed

    def look_closer() -> mistakes.Overflow:
        return evidence.overflow(name, L, results, printed)

    what = "composer(ids)" if composer else "position(T)"
    at_full = results[L]
    if not isinstance(at_full, Answer):
        if at_full.failure.kind != "raised":
            raise at_full
        if not composer:
            expect_lookup(results, L, name)
        with explained(mistakes.OVERFLOW, look_closer):
            raise Finding(
                f"{what} raised {at_full.failure.type_name} for T = L = {L}; expected a result.",
                hint=failure_finding(at_full).hint,
            )
    beyond = {T: result for T, result in results.items() if T > L}
    raised = [expect_exception(beyond[T], what, T, L, look_closer) for T in beyond]
    others = [failure.failure.type_name for failure in raised if not is_value_error(failure)]
    if others:
        raise Finding(
            f"{what} raised {others[-1]} beyond the context length; expected a ValueError.",
            hint="The call is refused, which is worth half: check the length yourself and raise "
            "ValueError with both numbers in its text.",
            share=0.5,
        )


def expect_lookup(results: dict[int, Answer | CandidateFailure], L: int, name: str) -> None:
    """Raise a Finding about exercise 0 if T = L fails because the lookup does, not for its length.

    Args:
        results: what happened, by T; T = L raised an exception.
        L: the context length.
        name: the module's name.
    """

    def fails(T: int) -> bool:
        result = results.get(T)
        return isinstance(result, CandidateFailure) and modules.is_lookup_error(result, T == L)

    beyond = [result for T, result in results.items() if T > L]
    if fails(L) and all(isinstance(r, CandidateFailure) and is_value_error(r) for r in beyond):
        raise consequence(0, f"{name} refuses T > L, but asks for a row that is not there (T = L).")
    if any(fails(T) for T in results if T <= L):
        raise waiting(0, f"{name} must return rows (T, D) before this can be tested.")


def expect_exception(
    result: Answer | CandidateFailure,
    what: str,
    T: int,
    L: int,
    look_closer: Callable[[], mistakes.Overflow],
) -> CandidateFailure:
    """Return the exception that a call with T > L raised on purpose."""
    if isinstance(result, Answer):
        with explained(mistakes.OVERFLOW, look_closer):
            raise Finding(
                f"{what} {what_came_back(result)} for T = {T}, L = {L}; expected a ValueError."
            )
    # T = L works, so a NotImplementedError is an exception like any other here.
    kinds = ("raised", "not_written")
    if result.failure.kind not in kinds or "Exception" not in result.failure.bases:
        raise result
    if "must derive from BaseException" in result.failure.text:
        raise Finding(
            f"raise was given something that is no exception (line {result.failure.line}); "
            "expected a ValueError.",
            hint='Write raise ValueError("…"): text alone cannot be raised.',
        )
    return result


def is_value_error(failure: CandidateFailure) -> bool:
    """Tell whether an exception is a ValueError or of a class derived from it."""
    return "ValueError" in failure.failure.bases
