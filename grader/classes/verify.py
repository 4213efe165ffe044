"""Grade a class again with its own seed, and tell which cards are not what grading gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from ..grade import Settings
from ..scorecard import Scorecard, without_times
from ..submission import Submission
from ..text import listed, visible
from . import place, pool
from .cards import card_path, read_card
from .plan import Plan, plan
from .results import ResultsError, read_run
from .run import own_card

_MOST_NAMED = 5  # differences of one card


@dataclass(frozen=True)
class Verified:
    """One submission: an empty text if its card is what grading gives, else what is wrong."""

    id: str
    problem: str = ""


def verify(
    source: Path, folder: Path, wanted: place.Wanted, note: Callable[[str], None]
) -> Iterator[Verified]:
    """Grade every submission again, and compare each card with what that gives; change nothing.

    Everything on a card counts but its times: scores, messages, notices, people, overrides, the
    penalty, and the circumstances of the run.

    Args:
        source: what the platform handed out, as the cards were graded from.
        folder: RESULTS.
        wanted: where to grade.
        note: called with each sentence for the teacher.

    Yields:
        A verdict for each submission, in the order of their gradings, and for each card whose
        submission is not in the source.

    Raises:
        IntakeError: if the source holds no class.
        ResultsError: if RESULTS is not ours, or holds no results.
        CannotGradeError: if nothing can be graded here.
    """
    if not folder.is_dir() or read_run(folder) is None:
        raise ResultsError(f"{folder} holds no results: give the folder that batch wrote")
    planned = plan(source, folder, None, None)
    settings = Settings(planned.run.seed, planned.run.budgets)
    groups: dict[str, list[Submission]] = {}
    for entry in planned.entries:
        groups.setdefault(entry.submission.digest, []).append(entry.submission)
    work = [(group[0], settings) for group in groups.values()]
    with place.opened(wanted, settings.budgets, len(work), note) as here:
        for first, _, fresh, _ in pool.grade_many(
            here.executor, here.jobs, work, here.isolation, here.examine
        ):
            found = fresh.submission.notices[len(first.notices) :]
            for submission in groups[first.digest]:
                expected = own_card(planned, fresh, submission, found)
                yield Verified(submission.id, _problem(folder, submission.id, expected))
    yield from _unknown(planned)


def _unknown(planned: Plan) -> Iterator[Verified]:
    for id in planned.elsewhere:
        yield Verified(id, "its submission is not in the source, so nobody can check this card")


def _problem(folder: Path, id: str, expected: Scorecard) -> str:
    path = card_path(folder, id)
    if not path.exists():
        return "there is no card: run batch again"
    try:
        kept = read_card(path)
    except ResultsError as error:
        return str(error)
    found = list(differences(kept, expected))
    return listed(found, _MOST_NAMED)


def differences(kept: Scorecard, expected: Scorecard) -> Iterator[str]:
    """Yield each place where two cards differ, times aside, with both values."""
    before, after = (msgspec.to_builtins(without_times(card)) for card in (kept, expected))
    for where, was, now in _walk("", before, after):
        yield f"{where} is {_shown(was)}, graded again {_shown(now)}"


def _walk(where: str, was: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the places where two trees differ, as deep as both have the same form."""
    if was == now:
        return
    if isinstance(was, dict) and isinstance(now, dict) and was.keys() == now.keys():
        for key in was:
            yield from _walk(f"{where}.{key}" if where else key, was[key], now[key])
    elif isinstance(was, list | tuple) and isinstance(now, list | tuple) and len(was) == len(now):
        for number, (old, new) in enumerate(zip(was, now, strict=True)):
            yield from _walk(f"{where}[{_name(new, number)}]", old, new)
    else:
        yield where, was, now


def _name(part: Any, number: int) -> str:
    """Return the part's own id or number, else its place in the list."""
    if isinstance(part, dict):
        return str(part.get("id", part.get("number", number)))
    return str(number)


def _shown(value: Any) -> str:
    return visible(" ".join(repr(value).split()), 80)
