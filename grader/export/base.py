"""What all formats share: the error, the job and its output, and whose grade a card holds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..errors import KitError
from ..scorecard import Member, Outcome, Scorecard, Status
from ..text import listed

GRADER_FAILED = (
    "The grader itself failed, so this submission has not been graded. This is not a fault of the"
    " submission; it needs to be graded again."
)
PROVISIONAL = "Provisional: only the visible examples were run."


class ExportError(KitError):
    """Nothing can be exported. The message names the file, what is wrong and what to do."""


@dataclass(frozen=True)
class Job:
    """What to export: the cards, the platform's own file to fill in, the assignment's title."""

    cards: Sequence[Scorecard]
    template: Path | None = None
    assignment: str = ""


@dataclass
class Output:
    """The content of every file by name, and notes for the person who exports."""

    files: dict[str, str | bytes] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Grade:
    """One person and the card that holds their grade."""

    member: Member
    card: Scorecard


def gradable(cards: Sequence[Scorecard], notes: list[str]) -> list[Scorecard]:
    """Return the cards that hold a grade; note the others, and the cards that need attention."""
    failed = [card for card in cards if card.run.status is Status.GRADER_ERROR]
    if failed:
        notes.append(
            f"not graded, the grader itself failed; no grade exported, grade again: {ids(failed)}"
        )
    provisional = [card for card in cards if card.run.status is Status.PROVISIONAL]
    if provisional:
        notes.append(f"provisional, only visible examples were run: {ids(provisional)}")
    for card in cards:
        if card.run.status is Status.REJECTED:
            notes.append(f"{card.submission.id}: {card.run.status.label}: {rejection(card)}")
    return [card for card in cards if card.run.status is not Status.GRADER_ERROR]


def grades(cards: Sequence[Scorecard], notes: list[str]) -> list[Grade]:
    """Return one grade per person and submission.

    A submission without known members counts as a person of its own.
    """
    return [
        Grade(member, card)
        for card in gradable(cards, notes)
        for member in card.submission.members or (Member(id=card.submission.id),)
    ]


def one_each(all_grades: Iterable[Grade], notes: list[str]) -> list[Grade]:
    """Return one grade per person, the highest of a person who is in several submissions."""
    people: dict[str, list[Grade]] = {}
    for grade in all_grades:
        people.setdefault(grade.member.id, []).append(grade)
    return [best(group, person(group[0].member), notes) for group in people.values()]


def best(group: list[Grade], whose: str, notes: list[str]) -> Grade:
    """Return the highest of the grades one person has; note that there were several."""
    highest = max(group, key=lambda grade: grade.card.score)
    if len(group) > 1:
        notes.append(
            f"{whose} is in several submissions ({ids(grade.card for grade in group)}):"
            f" the highest score, that of {highest.card.submission.id}, is exported"
        )
    return highest


def rejection(card: Scorecard) -> str:
    """Return why a submission was rejected."""
    reasons = (test.message for test in card.tests() if test.outcome is Outcome.REJECTED)
    return next(filter(None, reasons), "the submission cannot be read")


def person(member: Member) -> str:
    """Return a person's name and id for a note."""
    return f"{member.name} ({member.id})" if member.name not in ("", member.id) else member.id


def ids(cards: Iterable[Scorecard]) -> str:
    """Return the ids of the cards' submissions on one line."""
    return listed(card.submission.id for card in cards)
