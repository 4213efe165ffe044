"""The teacher's overrides: read overrides.csv, and put its points on cards or take them off.

A card on disk carries the teacher's points, because everything else reads the cards. Nothing that
was graded is lost: an override replaces the score of an exercise, but its tests keep their scores,
so `as_graded` can add them up again. Always compare and reuse cards as they were graded.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from ..scorecard import Override, Penalty, Scorecard, apply_overrides
from ..text import points_text, visible
from .results import CARDS, ResultsError

OVERRIDES = "overrides.csv"
TOTAL = "total"  # stands in the column `exercise` for a decision on the whole
OVERRIDE_COLUMNS = ("id", "exercise", "points", "reason")


def as_graded(card: Scorecard) -> Scorecard:
    """Return a card as it was graded, without the teacher's points and a late penalty."""
    if not card.adjusted():
        return card
    exercises = tuple(
        msgspec.structs.replace(
            exercise, score=round(sum(test.score for test in exercise.tests), 2)
        )
        for exercise in card.exercises
    )
    score = round(sum(exercise.score for exercise in exercises), 2)
    return msgspec.structs.replace(
        card, exercises=exercises, overrides=(), penalty=None, score=score
    )


def with_overrides(
    card: Scorecard, overrides: tuple[Override, ...], penalty: Penalty | None = None
) -> Scorecard:
    """Return a card with exactly these overrides and this penalty, in place of what it had."""
    graded = as_graded(card)
    return apply_overrides(graded, overrides, penalty) if overrides or penalty else graded


@dataclass(frozen=True)
class _Decision:
    """A row of overrides.csv, with its line for messages."""

    line: int
    id: str
    override: Override


def read_overrides(
    results: Path, ids: Collection[str], points: Callable[[], Mapping[int, float]]
) -> dict[str, tuple[Override, ...]]:
    """Read RESULTS/overrides.csv; without the file there are no overrides.

    Args:
        results: the folder.
        ids: every id that the file may name.
        points: returns the points of each exercise by number. It is called only if there are
            overrides, because the suites must be collected for it.

    Returns:
        The overrides by id, sorted by exercise, a decision on the total last.

    Raises:
        ResultsError: if anything in the file is wrong. The message names the line.
    """
    path = results / OVERRIDES
    if not path.exists():
        return {}
    decisions = list(_decisions(path))
    most: dict[int | None, float] = {}
    if decisions:
        most.update(points().items())
    most[None] = sum(most.values())
    lines: dict[tuple[str, int | None], int] = {}
    found: dict[str, list[Override]] = {}
    for decision in decisions:
        override, key = decision.override, (decision.id, decision.override.exercise)
        where = f"{path}, line {decision.line}"
        if decision.id not in ids:
            raise ResultsError(f"{where}: there is no submission {decision.id!r}; see {CARDS}/")
        if override.exercise not in most:
            raise ResultsError(f"{where}: there is no exercise {override.exercise}")
        if override.points > most[override.exercise]:
            whole = points_text(most[override.exercise])
            raise ResultsError(f"{where}: {override.about} has only {whole} points")
        if key in lines:
            raise ResultsError(
                f"{where}: {override.about} was decided in line {lines[key]} already"
            )
        lines[key] = decision.line
        found.setdefault(decision.id, []).append(override)
    return {id: tuple(sorted(group, key=_place)) for id, group in found.items()}


def _decisions(path: Path) -> Iterator[_Decision]:
    """Read the rows one by one. Empty rows are skipped, and columns may be in any order."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ResultsError(f"{path} cannot be read: {error}; save it as CSV in UTF-8") from error
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    header: list[str] | None = None
    try:
        for row in reader:
            cells = [each.strip() for each in row]
            if not any(cells):
                continue
            if header is None:
                header = [each.casefold() for each in cells]
                if sorted(header) != sorted(OVERRIDE_COLUMNS):
                    wanted = ",".join(OVERRIDE_COLUMNS)
                    raise ResultsError(
                        f"{path}, line {reader.line_num}: the first line must be {wanted},"
                        " separated by commas"
                    )
            else:
                yield _decision(path, reader.line_num, header, cells)
    except csv.Error as error:
        raise ResultsError(f"{path}, line {reader.line_num}: {error}") from error


def _place(override: Override) -> tuple[bool, int]:
    """Return the key to sort overrides by: exercises first, in order."""
    return override.exercise is None, override.exercise or 0


def _decision(path: Path, line: int, header: list[str], cells: list[str]) -> _Decision:
    where = f"{path}, line {line}"
    if len(cells) != len(header):
        raise ResultsError(f"{where}: {len(cells)} cells where {len(header)} are expected")
    row = dict(zip(header, cells, strict=True))
    shown = {name: visible(value, 60) for name, value in row.items()}
    exercise = None
    if row["exercise"].casefold() != TOTAL:
        try:
            exercise = int(row["exercise"])
        except ValueError:
            raise ResultsError(
                f"{where}: {shown['exercise']!r} is neither an exercise's number nor {TOTAL}"
            ) from None
    try:
        points = float(row["points"])
    except ValueError:
        points = math.nan
    if not (math.isfinite(points) and points >= 0):
        raise ResultsError(f"{where}: {shown['points']!r} is no number of points, such as 7.5")
    if not row["reason"]:
        raise ResultsError(f"{where}: give the reason; it stands on the card")
    reason = visible(row["reason"], 500)
    return _Decision(line, row["id"], Override(exercise, round(points, 2), reason))
