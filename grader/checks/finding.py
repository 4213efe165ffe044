"""Findings: what a check has to say, and how a failure of the student's code becomes one."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ..candidate.failure import CandidateFailure
from ..scorecard import Outcome
from . import happened
from .catalogue import Mistake, Topic

E = TypeVar("E")


class Finding(Exception):  # noqa: N818 (a check's result, not an error of ours)
    """What is wrong, for the card.

    Args:
        message: what came back and what was expected; never a hidden value.
        detail: values, for the instructor.
        mistake: the known mistake that explains it, if exactly one does.
        hint: replaces the test's own hint.
        share: the part of the points that is earned all the same, 0 to 1.
        outcome: how the test ended.
        fault_in: the exercises one of which is at fault, if it is not this one's. The first that
            lost points is (see blame.settle).
    """

    def __init__(
        self,
        message: str,
        *,
        detail: str = "",
        mistake: Mistake | None = None,
        hint: str = "",
        share: float = 0.0,
        outcome: Outcome = Outcome.FAILED,
        fault_in: tuple[int, ...] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.detail = detail
        self.mistake = mistake
        self.hint = hint
        self.share = share
        self.outcome = outcome
        self.fault_in = fault_in


# What usually causes it, by outcome.
CAUSES = {
    Outcome.NOT_WRITTEN: "Its section of exercises.md says what to do.",
    Outcome.TIMEOUT: "Is there a loop that never ends, or a step repeated for every number?",
    Outcome.MEMORY: "Is there a tensor far larger than (B, T, V), or a list that keeps growing?",
    Outcome.CRASHED: "Endless recursion and foreign code (ctypes) are the usual causes.",
    Outcome.EXITED: "Take out exit(), quit() and sys.exit(): raise an exception instead.",
    Outcome.FLOODED: "Return the result alone, in the shape the exercise asks for.",
    Outcome.PROTOCOL: "Leave the file descriptors and the grader's own modules alone.",
    Outcome.MISSING: "Names are fixed: is the file there, and the name spelled as in exercises.md?",
}


def failure_finding(failure: CandidateFailure) -> Finding:
    """Return what a student reads when their code gave no value: never more than type and line."""
    told = failure.failure
    printed = f"\nprinted:\n{failure.printed}" if failure.printed else ""
    detail = f"{told.type_name}: {told.text}{printed}" if told.type_name else failure.printed
    hint = CAUSES.get(failure.outcome, "")
    if failure.outcome is Outcome.RAISED:
        hint = happened.hint_for(failure)
    if failure.outcome is Outcome.IMPORT_ERROR:
        hint = happened.hint_for(failure, happened.UNKNOWN_IMPORT)
    if failure.outcome is Outcome.NOT_WRITTEN:
        detail = failure.printed
    return Finding(_message(failure), detail=detail, hint=hint, outcome=failure.outcome)


def _message(failure: CandidateFailure) -> str:
    """Return one sentence that names what was asked, what happened, and the line."""
    told, name = failure.failure, failure.origin
    place = f" ({told.file}, line {told.line})" if told.line else ""
    match failure.outcome:
        case Outcome.NOT_WRITTEN:
            return f"{name}: not written yet{place}."
        case Outcome.MISSING:
            return f"{name} is missing: {told.text}."
        case Outcome.IMPORT_ERROR:
            file = told.file or name.removeprefix("import of ")
            at = f", line {told.line}" if told.line else ""
            return f"{file} cannot be imported: {told.type_name}{at}."
        case Outcome.RAISED:
            owner = happened.owner_of_line(failure)
            who = f"{owner}, called by {name}," if owner not in ("", name) else name
            return f"{who} raised {told.type_name}{place}."
        case Outcome.MEMORY:
            return f"{name} asked for more than the {failure.limit} of memory it may take{place}."
        case Outcome.EXITED if told.type_name:
            return f"{name} raised {told.type_name}{place}, which ends a program."
        case _:
            return f"{name}: {told.text}."


# What numpy and Python raise over numbers of an impossible or changing size. The solutions never
# cause one of these (the self-test grades them on every change), so the answers are at fault.
UNJUDGEABLE = (ValueError, IndexError, TypeError, ArithmeticError, RecursionError)


def unjudgeable(error: BaseException) -> Finding:
    """Return the finding for answers that the check's own arithmetic fails on."""
    return Finding(
        "What came back cannot be compared with what was expected.",
        hint="Do the shape and the type stay the same from one call to the next?",
        detail=f"{type(error).__name__}: {error}",
    )


def consequence(of: int, message: str) -> Finding:
    """Return a finding that keeps the points, because this exercise's own work is right."""
    return Finding(message, outcome=Outcome.CONSEQUENCE, fault_in=(of,), share=1.0)


def waiting(of: int | tuple[int, ...], message: str) -> Finding:
    """Return a finding for a test that cannot be run until another exercise works.

    Args:
        of: that exercise, or those that may be at fault.
        message: what must work first.
    """
    suspects = of if isinstance(of, tuple) else (of,)
    return Finding(message, outcome=Outcome.NOT_RUN, fault_in=suspects)


@contextlib.contextmanager
def explained(topic: Topic[E, Any], look_closer: Callable[[], E | None]) -> Iterator[None]:
    """Name the mistake behind a wrong answer that is found in the block.

    A failure of the student's code becomes a finding. A wrong answer or an exception that nobody
    has named yet is then looked into: if exactly one known mistake explains the evidence, its
    sentence becomes the hint.

    Args:
        topic: the known mistakes that come into question.
        look_closer: gathers the evidence; it is called only after a failure.

    Raises:
        Finding: if the block raises a Finding or a CandidateFailure.
    """
    try:
        yield
    except (Finding, CandidateFailure) as problem:
        finding = failure_finding(problem) if isinstance(problem, CandidateFailure) else problem
        if finding.outcome in (Outcome.FAILED, Outcome.RAISED) and finding.mistake is None:
            # Code that fails once more under a closer look keeps the finding it has.
            with contextlib.suppress(CandidateFailure, Finding, ValueError, TypeError, IndexError):
                evidence = look_closer()
                finding.mistake = None if evidence is None else topic.diagnose(evidence)
        raise finding from None
