"""What a re-grading changed: keep the cards it replaces, and write changes.csv from them."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from ..export.text import cell
from ..scorecard import Scorecard, Status, TestResult, dumps
from ..text import points_text
from .cards import card_files, card_path, read_card
from .overrides import TOTAL
from .results import PREVIOUS, ResultsError, RunFile, write_file, write_run

CHANGES = "changes.csv"
CHANGE_COLUMNS = ("id", "exercise", "old", "new", "old_total", "new_total", "tests")


def begin_regrading(results: Path, run: RunFile) -> RunFile:
    """Delete the cards that the last re-grading replaced, and note in run.json that one is on.

    A re-grading that was interrupted is continued, so its replaced cards stay.

    Returns:
        The run as it is in run.json now.
    """
    if run.regrading:
        return run
    for old in card_files(results / PREVIOUS):
        old.unlink()
    run = msgspec.structs.replace(run, regrading=True)
    write_run(results, run)
    return run


def keep_previous(results: Path, card: Scorecard) -> None:
    """Keep a copy of a card that is about to be replaced.

    If a re-grading replaces a card twice, the first copy stays, because changes.csv compares the
    class before and after the whole re-grading.
    """
    path = results / PREVIOUS / f"{card.submission.id}.json"
    if card.run.status is not Status.GRADER_ERROR and not path.exists():
        write_file(path, dumps(card))


def earlier_totals(results: Path, cards: Sequence[Scorecard]) -> dict[str, float] | None:
    """Return every total as it was before the last re-grading, by id; None if there was none.

    Args:
        results: the RESULTS folder.
        cards: the cards that are in it now.
    """
    replaced = {old.submission.id: old.score for old, _ in _replaced(results)}
    now = {card.submission.id: card.score for card in cards}
    return now | replaced if replaced else None


def write_changes(results: Path) -> int:
    """Write RESULTS/changes.csv: a row for each score that the last re-grading changed.

    A row is about an exercise, or about the total where lateness or a decision moved it.

    Returns:
        The number of rows.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(CHANGE_COLUMNS)
    moved = 0
    for old, new in _replaced(results):
        for row in (*_moves(old, new), *_total_moves(old, new)):
            writer.writerow(row)
            moved += 1
    write_file(results / CHANGES, stream.getvalue())
    return moved


def _replaced(results: Path) -> Iterator[tuple[Scorecard, Scorecard]]:
    """Yield each card that was replaced, with the card that replaced it."""
    for path in card_files(results / PREVIOUS):
        with contextlib.suppress(
            ResultsError
        ):  # `load_cards` tells the teacher about a damaged card
            yield read_card(path), read_card(card_path(results, path.stem))


def _moves(old: Scorecard, new: Scorecard) -> Iterator[list[str]]:
    """Yield a row of changes.csv for each exercise whose score differs."""
    before = {exercise.number: exercise for exercise in old.exercises}
    after = {exercise.number: exercise for exercise in new.exercises}
    for key in sorted(before.keys() | after.keys()):
        was, now = before.get(key), after.get(key)
        if was and now and was.score == now.score:
            continue
        because = [*_test_moves(was.tests if was else (), now.tests if now else ())]
        because += _decided(old, new, key)
        yield [
            cell(new.submission.id),
            str(key),
            points_text(was.score) if was else "",
            points_text(now.score) if now else "",
            points_text(old.score),
            points_text(new.score),
            cell("; ".join(because)),
        ]


def _total_moves(old: Scorecard, new: Scorecard) -> Iterator[list[str]]:
    """Yield a row if the total moved by more than its exercises did: a penalty, or a decision."""
    moved = round(new.score - old.score, 2)
    if moved != round(_sum(new) - _sum(old), 2):
        because = [*_decided(old, new, None)]
        because += [
            f"{verb} {points_text(card.penalty.points)} points for lateness ({card.penalty.rule})"
            for verb, card in (("lost", old), ("loses", new))
            if card.penalty
        ]
        totals = [points_text(old.score), points_text(new.score)]
        yield [cell(new.submission.id), TOTAL, *totals, *totals, cell("; ".join(because))]


def _sum(card: Scorecard) -> float:
    return sum(exercise.score for exercise in card.exercises)


def _decided(old: Scorecard, new: Scorecard, exercise: int | None) -> Iterator[str]:
    """Yield a text for each override of an exercise, or of the total."""
    for verb, card in (("was decided", old), ("is decided", new)):
        for override in card.overrides:
            if override.exercise == exercise:
                yield f"{verb} by override ({override.reason})"


def _test_moves(old: tuple[TestResult, ...], new: tuple[TestResult, ...]) -> Iterator[str]:
    """Yield a text for each test whose score differs."""
    before, after = ({test.id: test for test in tests} for tests in (old, new))
    for id in before | after:
        was, now = before.get(id), after.get(id)
        if was is None or now is None or was.score != now.score:
            yield f"{id}: {_state(was)} -> {_state(now)}"


def _state(test: TestResult | None) -> str:
    return f"{test.outcome.value} {points_text(test.score)}" if test else "no such test"
