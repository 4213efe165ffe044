"""The RESULTS folder of a class: its cards, the teacher's overrides, what changed, each whole.

A card on disk carries the teacher's points where there are any: it is what everything else reads.
What was graded is never lost by that: an override replaces an exercise's score, the tests keep
theirs, and `graded` adds them up again. So cards are always compared and reused as graded.
"""

from __future__ import annotations

import contextlib
import csv
import io
import math
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TextIO

import msgspec

from ..errors import KitError
from ..export.text import cell
from ..files import write_text
from ..scorecard import (
    Budgets,
    Override,
    Scorecard,
    Status,
    Struct,
    TestResult,
    apply_overrides,
    dumps,
    loads,
)
from ..text import points_text, visible

RUN, CARDS, PICTURES, PREVIOUS = "run.json", "scorecards", "pictures", "previous"
OVERRIDES, CHANGES = "overrides.csv", "changes.csv"
OVERRIDE_COLUMNS = ("id", "exercise", "points", "reason")
CHANGE_COLUMNS = ("id", "exercise", "old", "new", "old_total", "new_total", "tests")


class ResultsError(KitError):
    """RESULTS, or a file in it, cannot be used: the message names it and what to do."""


class RunFile(Struct, frozen=True):
    """run.json: what makes another run go on with this one."""

    seed: int
    budgets: Budgets
    regrading: bool = False  # previous/ belongs to a re-grading that is not finished
    schema: Literal["batch/v1"] = "batch/v1"


# ---------------------------------------------------------------- the folder


def read_run(results: Path) -> RunFile | None:
    """Return the run a folder belongs to, None for a folder still to be made or empty.

    Raises:
        ResultsError: if it is anything else.
    """
    if not results.exists():
        return None
    if not results.is_dir():
        raise ResultsError(f"{results} is not a folder: give another place for the results")
    path = results / RUN
    if not path.exists():
        if any(not entry.name.startswith(".") for entry in results.iterdir()):
            raise ResultsError(
                f"{results} holds something else than results of this grader"
                f" (it has no {RUN}): give a new or an empty folder"
            )
        return None
    try:
        return msgspec.json.decode(path.read_bytes(), type=RunFile)
    except (OSError, msgspec.MsgspecError) as error:
        raise ResultsError(
            f"{path} cannot be read: {error}. Grade into a new folder, or put the file right"
        ) from error


def write_run(results: Path, run: RunFile) -> None:
    """Write run.json, which makes the folder ours, and make the folders of cards and pictures."""
    text = msgspec.json.format(msgspec.json.encode(run), indent=2).decode()
    _write(results / RUN, text + "\n")
    for folder in (CARDS, PICTURES, PREVIOUS):
        (results / folder).mkdir(exist_ok=True)


def _write(path: Path, text: str) -> None:
    try:
        write_text(path, text)
    except OSError as error:
        raise ResultsError(f"{path} cannot be written: {error.strerror}") from error


@contextlib.contextmanager
def opened(results: Path) -> Iterator[None]:
    """Make the folder, keep every other batch out, and remove what a killed one left half-written.

    Raises:
        ResultsError: if another batch is at work there.
    """
    with contextlib.ExitStack() as stack:
        try:
            results.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context((results / ".lock").open("a"))
        except OSError as error:
            raise ResultsError(f"{results} cannot be written to: {error.strerror}") from error
        _lock(lock, results)
        for folder in (results, *(results / name for name in (CARDS, PICTURES, PREVIOUS))):
            for leftover in (*folder.glob(".*.json.*"), *folder.glob(".*.csv.*")):
                leftover.unlink(missing_ok=True)
        yield


def _lock(stream: TextIO, results: Path) -> None:
    """Lock as long as the stream is open: the system lets go also if we are killed."""
    try:
        import fcntl
    except ImportError:
        return  # Windows: two batches into one folder are the teacher's to avoid
    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ResultsError(f"another batch is writing to {results}: wait until it ends") from error


# ---------------------------------------------------------------- cards


def card_path(results: Path, id: str) -> Path:
    """Return where the card of a submission is."""
    return results / CARDS / f"{id}.json"


def write_card(results: Path, card: Scorecard) -> None:
    """Write a card whole or not at all."""
    _write(card_path(results, card.submission.id), dumps(card))


def pictures_path(results: Path, id: str) -> Path:
    """Return where what was seen of a submission is, for the pictures of its page."""
    return results / PICTURES / f"{id}.json"


def write_pictures(results: Path, id: str, text: str) -> None:
    """Write what was seen of a submission whole or not at all."""
    _write(pictures_path(results, id), text)


def read_card(path: Path) -> Scorecard:
    """Read one card.

    Raises:
        ResultsError: if the file is not a card, or not the card its name says.
    """
    try:
        card = loads(path.read_bytes())
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ResultsError(
            f"{path} is not a scorecard: {error}. Delete it and grade again"
        ) from error
    if card.submission.id != path.stem:
        raise ResultsError(
            f"{path} is the card of {visible(card.submission.id, 100)}: delete it and grade again"
        )
    return card


def load_cards(results: Path, skipped: Callable[[str], None] | None = None) -> list[Scorecard]:
    """Return all cards of a RESULTS folder, sorted by id.

    Args:
        results: the folder.
        skipped: is told of each file that is no card; without it the first ends the reading.

    Raises:
        ResultsError: if the folder holds no results, or a file in it is no card.
    """
    if not (results / CARDS).is_dir():
        raise ResultsError(f"{results} holds no results: there is no folder {CARDS} in it")
    cards = []
    for path in card_files(results / CARDS):
        try:
            cards.append(read_card(path))
        except ResultsError as error:
            if skipped is None:
                raise
            skipped(str(error))
    return cards


def card_files(folder: Path) -> list[Path]:
    """Return the files of cards in a folder, in the order of their ids."""
    files = [file for file in folder.glob("*.json") if not file.name.startswith(".")]
    return sorted(files, key=lambda file: (file.stem.casefold(), file.stem))


def graded(card: Scorecard) -> Scorecard:
    """Return a card as it was graded, without any teacher's points."""
    if not card.overrides:
        return card
    exercises = tuple(
        msgspec.structs.replace(
            exercise, score=round(sum(test.score for test in exercise.tests), 2)
        )
        for exercise in card.exercises
    )
    score = round(sum(exercise.score for exercise in exercises), 2)
    return msgspec.structs.replace(card, exercises=exercises, overrides=(), score=score)


def decided(card: Scorecard, overrides: tuple[Override, ...]) -> Scorecard:
    """Return a card with exactly these overrides, whatever it had."""
    return apply_overrides(graded(card), overrides) if overrides else graded(card)


# ---------------------------------------------------------------- overrides


@dataclass(frozen=True)
class _Decision:
    line: int
    id: str
    override: Override


def read_overrides(
    results: Path, ids: Collection[str], points: Callable[[], Mapping[int, float]]
) -> dict[str, tuple[Override, ...]]:
    """Read RESULTS/overrides.csv, if it is there.

    Args:
        results: the folder.
        ids: the submissions there are.
        points: gives the points of every exercise; asked only if there are overrides.

    Returns:
        The overrides by id, in the order of the exercises.

    Raises:
        ResultsError: if anything in the file is wrong, with its line.
    """
    path = results / OVERRIDES
    if not path.exists():
        return {}
    decisions = list(_decisions(path))
    most = points() if decisions else {}
    lines: dict[tuple[str, int], int] = {}
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
            raise ResultsError(f"{where}: exercise {override.exercise} has only {whole} points")
        if key in lines:
            raise ResultsError(f"{where}: this exercise was decided in line {lines[key]} already")
        lines[key] = decision.line
        found.setdefault(decision.id, []).append(override)
    return {
        id: tuple(sorted(group, key=lambda override: override.exercise))
        for id, group in found.items()
    }


def _decisions(path: Path) -> Iterator[_Decision]:
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


def _decision(path: Path, line: int, header: list[str], cells: list[str]) -> _Decision:
    where = f"{path}, line {line}"
    if len(cells) != len(header):
        raise ResultsError(f"{where}: {len(cells)} cells where {len(header)} are expected")
    row = dict(zip(header, cells, strict=True))
    shown = {name: visible(value, 60) for name, value in row.items()}
    try:
        exercise = int(row["exercise"])
    except ValueError:
        raise ResultsError(f"{where}: {shown['exercise']!r} is no exercise's number") from None
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


# ---------------------------------------------------------------- changes


def begin_regrading(results: Path, run: RunFile) -> RunFile:
    """Forget what the last re-grading replaced, unless it is this one, interrupted."""
    if run.regrading:
        return run
    for old in card_files(results / PREVIOUS):
        old.unlink()
    run = msgspec.structs.replace(run, regrading=True)
    write_run(results, run)
    return run


def keep_previous(results: Path, card: Scorecard) -> None:
    """Keep a card that is about to be replaced; the oldest of a re-grading stays."""
    path = results / PREVIOUS / f"{card.submission.id}.json"
    if card.run.status is not Status.GRADER_ERROR and not path.exists():
        _write(path, dumps(card))


def previous_totals(results: Path) -> dict[str, float]:
    """Return the scores that the last re-grading replaced, by id."""
    return {old.submission.id: old.score for old, _ in _replaced(results)}


def write_changes(results: Path) -> int:
    """Write RESULTS/changes.csv: each score the last re-grading moved.

    Returns:
        How many there are.
    """
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    writer.writerow(CHANGE_COLUMNS)
    moved = 0
    for old, new in _replaced(results):
        for row in _moves(old, new):
            writer.writerow(row)
            moved += 1
    _write(results / CHANGES, stream.getvalue())
    return moved


def _replaced(results: Path) -> Iterator[tuple[Scorecard, Scorecard]]:
    for path in card_files(results / PREVIOUS):
        with contextlib.suppress(ResultsError):  # said when the cards themselves are read
            yield read_card(path), read_card(card_path(results, path.stem))


def _moves(old: Scorecard, new: Scorecard) -> Iterator[list[str]]:
    before = {exercise.number: exercise for exercise in old.exercises}
    after = {exercise.number: exercise for exercise in new.exercises}
    for key in sorted(before.keys() | after.keys()):
        was, now = before.get(key), after.get(key)
        if was and now and was.score == now.score:
            continue
        because = [*_test_moves(was.tests if was else (), now.tests if now else ())]
        because += [
            f"{verb} by override ({override.reason})"
            for verb, card in (("was decided", old), ("is decided", new))
            for override in card.overrides
            if override.exercise == key
        ]
        yield [
            cell(new.submission.id),
            str(key),
            points_text(was.score) if was else "",
            points_text(now.score) if now else "",
            points_text(old.score),
            points_text(new.score),
            cell("; ".join(because)),
        ]


def _test_moves(old: tuple[TestResult, ...], new: tuple[TestResult, ...]) -> Iterator[str]:
    before, after = ({test.id: test for test in tests} for tests in (old, new))
    for id in before | after:
        was, now = before.get(id), after.get(id)
        if was is None or now is None or was.score != now.score:
            yield f"{id}: {_state(was)} -> {_state(now)}"


def _state(test: TestResult | None) -> str:
    return f"{test.outcome.value} {points_text(test.score)}" if test else "no such test"
