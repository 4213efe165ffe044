"""Who needs the instructor: submissions grouped by what happened, each with one next step."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ..scorecard import Outcome, Scorecard, Status
from . import words

_MOST_REASON = 200  # characters
_NOT_WRITTEN = {Outcome.NOT_WRITTEN, Outcome.MISSING, Outcome.NOT_RUN}
# What a notice says about one person's own files. Covered, equal notices are equal texts.
_FILE = re.compile(r"[^\s'\"“”,;:()]+\.[A-Za-z]\w{0,5}\b")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Person:
    """A submission, and why it is in its group."""

    id: str
    reason: str


@dataclass(frozen=True)
class Group:
    """Submissions to which the same happened, and what the instructor can do next."""

    title: str
    step: str
    people: tuple[Person, ...]


def groups(cards: Sequence[Scorecard]) -> list[Group]:
    """Return who needs the instructor, the most urgent group first; empty groups are left out.

    Every submission is in at most one group of how it ended. Whoever was late and lost nothing for
    it is in a group of its own besides.
    """
    found: dict[int, list[Person]] = {}
    for card in cards:
        place = next((place for place, kind in enumerate(_KINDS) if kind[2](card)), None)
        if place is not None:
            found.setdefault(place, []).append(Person(card.submission.id, _reason(card)))
    result = [
        Group(title, step, tuple(found[place]))
        for place, (title, step, _) in enumerate(_KINDS)
        if place in found
    ]
    late = tuple(
        Person(card.submission.id, card.submission.submitted_at or "")
        for card in cards
        if card.submission.late
        and not (card.penalty and card.penalty.points)
        and not card.overrides
    )
    return result + ([Group(words.NEED_LATE, words.STEP_LATE, late)] if late else [])


def notices(cards: Sequence[Scorecard]) -> list[Group]:
    """Return the notices of the class, those that say the same as one group, the rarest first."""
    found: dict[str, dict[str, Person]] = {}
    for card in cards:
        for notice in card.submission.notices:
            own = found.setdefault(_DIGITS.sub("#", _covered(card, notice)), {})
            own.setdefault(card.submission.id, Person(card.submission.id, _short(notice)))
    result = []
    for people in found.values():
        first, *others = people.values()
        same = all(person.reason == first.reason for person in others)
        title = first.reason if same else words.such_as(first.reason)
        result.append(Group(title, "", tuple(people.values())))
    return sorted(result, key=lambda group: (len(group.people), group.title))


def _covered(card: Scorecard, notice: str) -> str:
    """Return a notice with the submission's own files covered; those asked for are kept."""
    for own in sorted(card.submission.ignored, key=len, reverse=True):
        notice = notice.replace(own, "…")
    return _FILE.sub(lambda match: match[0] if match[0] in card.submission.files else "…", notice)


def _is(status: Status) -> Callable[[Scorecard], bool]:
    return lambda card: card.run.status is status


def _has(outcome: Outcome) -> Callable[[Scorecard], bool]:
    return lambda card: any(test.outcome is outcome for test in card.tests())


def _nothing(card: Scorecard) -> bool:
    return all(test.outcome in _NOT_WRITTEN for test in card.tests())


def _zero(card: Scorecard) -> bool:
    return card.score <= 0


_KINDS: tuple[tuple[str, str, Callable[[Scorecard], bool]], ...] = (
    (words.NEED_FAULT, words.STEP_FAULT, _is(Status.GRADER_ERROR)),
    (words.NEED_REJECTED, words.STEP_REJECTED, _is(Status.REJECTED)),
    (words.NEED_IMPORT, words.STEP_IMPORT, _has(Outcome.IMPORT_ERROR)),
    (words.NEED_ENDED, words.STEP_ENDED, Scorecard.ended),
    (words.NEED_NOTHING, words.STEP_NOTHING, _nothing),
    (words.NEED_ZERO, words.STEP_ZERO, _zero),
)


def _reason(card: Scorecard) -> str:
    """Return the message of the test that shows best why a submission is in its group."""
    return _short(next(_messages(card), ""))


def _messages(card: Scorecard) -> Iterator[str]:
    telling = (Outcome.GRADER_ERROR, Outcome.REJECTED, Outcome.IMPORT_ERROR)
    for outcome in telling:
        yield from (test.message for test in card.tests() if test.outcome is outcome)
    ordinary = _NOT_WRITTEN | {Outcome.PASSED, Outcome.CONSEQUENCE}
    for test in card.tests():
        if test.outcome not in ordinary:
            yield f"{test.title}: {test.outcome.label}"
    yield from (test.message for test in card.tests() if test.message)


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= _MOST_REASON else one_line[: _MOST_REASON - 1] + "…"
