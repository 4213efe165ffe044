"""Grading again: what is kept, what has changed, and what the teacher has decided."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from grader.candidate.lockcheck import Isolation
from grader.classes import plan, results
from grader.classes import run as batch
from grader.classes.pool import CannotGradeError, check_isolation
from grader.classes.results import ResultsError
from grader.classes.run import BatchOptions
from grader.scorecard import Layer
from grader.selftest.corpus import solution_files
from tests.classes.class_kit import DEADLINE, LINUX, SEED, WRONG, cards, put

ROOT = Path(__file__).resolve().parents[2]
ACCEPT = BatchOptions(jobs=1, accept_isolation="full" if LINUX else "none")
OVERRIDES = "id,exercise,points,reason\n"


def run(graded, options: BatchOptions = ACCEPT) -> batch.BatchOutcome:
    """Run a batch in this process."""
    return batch.run(graded.source, graded.folder, options, Console(file=io.StringIO()))


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Return every file of a folder, with when it was written."""
    return {
        str(path): (path.stat().st_mtime_ns, path.read_bytes())
        for path in folder.rglob("*")
        if path.is_file()
    }


def rows(path: Path) -> list[dict[str, str]]:
    """Read a CSV file."""
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream))


def shown(planned: plan.Plan) -> str:
    """Return the intake table as text."""
    console = Console(file=io.StringIO(), width=250)
    console.print(plan.table(planned, "plain"))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_nothing_new_is_nothing_done(copy) -> None:
    """A second run grades nothing and leaves every card as it is."""
    before = snapshot(copy.folder / "scorecards")
    outcome = run(copy)
    assert (outcome.graded, outcome.reused, outcome.total) == (0, 7, 7)
    assert snapshot(copy.folder / "scorecards") == before
    assert not (copy.folder / "changes.csv").exists()


def test_results_of_a_class(undisturbed) -> None:
    """Equal submissions have a card each, the gradebook names all, the report is there."""
    known = cards(undisturbed.folder)
    ana, bo = known["ana"], known["bo"]
    assert ana.score == ana.max_score
    assert msgspec.structs.replace(ana, submission=bo.submission) == bo
    assert [member.id for member in bo.submission.members] == ["bo"]
    assert known["empty"].run.status == "rejected"
    assert {row["submission"] for row in rows(undisturbed.folder / "gradebook.csv")} == set(known)
    assert (undisturbed.folder / "report" / "index.html").exists()
    kept = json.loads((undisturbed.folder / "run.json").read_text())
    assert (kept["seed"], kept["budgets"]["deadline_s"]) == (SEED, DEADLINE)


def test_changed_submission_shows_before_and_after(copy) -> None:
    """Only what changed is graded again; changes.csv says what moved; a decision survives."""
    name, right = WRONG[0], solution_files(ROOT / "solutions")
    old = results.read_card(results.card_path(copy.folder, name))
    (copy.folder / "overrides.csv").write_text(f"{OVERRIDES}{name},3,1.5,late by agreement\n")
    put(copy.source / name, right | {"embeddings.py": right["embeddings.py"] + b"\n# mine\n"})
    outcome = run(copy)
    assert (outcome.graded, outcome.reused) == (1, 6)
    card = results.read_card(results.card_path(copy.folder, name))
    assert results.graded(card).score == card.max_score
    assert card.score == card.max_score - 15 + 1.5
    assert [override.reason for override in card.overrides] == ["late by agreement"]
    moved = rows(copy.folder / "changes.csv")
    assert outcome.moved == len(moved) == 2
    assert [row["exercise"] for row in moved] == ["0", "3"]
    assert all(float(row["old_total"]) == old.score for row in moved)
    assert all(float(row["new_total"]) == card.score for row in moved)
    assert float(moved[0]["new"]) > float(moved[0]["old"])
    assert "-> passed" in moved[0]["tests"]
    assert "late by agreement" in moved[1]["tests"]


def test_override_comes_and_goes(copy) -> None:
    """An override needs no grading, reaches card and gradebook, and leaves no trace when gone."""
    before = results.read_card(results.card_path(copy.folder, "ana"))
    overrides = copy.folder / "overrides.csv"
    overrides.write_text(f"\ufeff{OVERRIDES}\nana,4,12.5,showed it at the board\n", "utf-8")
    assert run(copy).graded == 0
    card = results.read_card(results.card_path(copy.folder, "ana"))
    assert (card.score, results.graded(card)) == (before.score - 7.5, before)
    [grade] = [row for row in rows(copy.folder / "gradebook.csv") if row["submission"] == "ana"]
    assert float(grade["score"]) == card.score
    overrides.write_text(OVERRIDES)
    outcome = run(copy)
    assert (outcome.graded, outcome.moved) == (0, 1)
    assert results.read_card(results.card_path(copy.folder, "ana")) == before
    [moved] = rows(copy.folder / "changes.csv")
    assert (moved["old"], moved["new"]) == ("12.5", "20")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,points\n", "line 1: the first line must be id,exercise,points,reason"),
        (f"{OVERRIDES}ana,1,2\n", "line 2: 3 cells where 4 are expected"),
        (f"{OVERRIDES}\nann,1,2,typo\n", "line 3: there is no submission 'ann'"),
        (f"{OVERRIDES}ana,one,2,why\n", "line 2: 'one' is no exercise's number"),
        (f"{OVERRIDES}ana,9,2,why\n", "line 2: there is no exercise 9"),
        (f"{OVERRIDES}ana,1,nan,why\n", "line 2: 'nan' is no number of points"),
        (f"{OVERRIDES}ana,1,-1,why\n", "line 2: '-1' is no number of points"),
        (f"{OVERRIDES}ana,1,150,why\n", "line 2: exercise 1 has only 15 points"),
        (f"{OVERRIDES}ana,1,2,\n", "line 2: give the reason"),
        (f"{OVERRIDES}ana,1,2,a\nana,1,3,b\n", "line 3: this exercise was decided in line 2"),
        (f'{OVERRIDES}ana,1,2,"a\n', "line 2: unexpected end of data"),
    ],
)
def test_bad_overrides(copy, text: str, message: str) -> None:
    """A mistake in overrides.csv is named with its line, and nothing is written."""
    (copy.folder / "overrides.csv").write_text(text)
    before = snapshot(copy.folder)
    with pytest.raises(ResultsError, match=r"overrides\.csv") as caught:
        run(copy)
    assert message in str(caught.value)
    assert snapshot(copy.folder) == before


def test_dry_run(copy) -> None:
    """The plan names who, what and why, and changes nothing."""
    put(copy.source / "ana", {"extra.txt": b"hello", "diagnostics.py": b"x = 1\n"})
    put(copy.source / "new [bold]", {"embeddings.py": b"x = 1\n"})
    results.card_path(copy.folder, "bo").write_text('{"schema": "scorecard/v1"}')
    before = snapshot(copy.folder)
    planned = plan.plan(copy.source, copy.folder, None, None)
    text = shown(planned)
    assert snapshot(copy.folder) == before
    reasons = {entry.submission.id: entry.reason for entry in planned.entries}
    assert reasons["ana"] == "another submission"
    assert reasons["bo"] == "its card is damaged"
    assert reasons[WRONG[1]] == ""
    assert "8 submissions, read as: plain" in text
    assert "1 new, 2 would be graded again, 5 kept" in text
    assert "graded again: another submission" in text
    assert "new [bold]" in text
    assert "rejected: readme.txt is plain text" in text
    other = plan.plan(copy.source, copy.folder, 8, None)
    assert {entry.reason for entry in other.entries if entry.again} >= {"another seed"}


def test_dry_run_says_how_the_source_was_read(copy) -> None:
    """The command prints the intake table and makes nothing."""
    results_folder = copy.folder.with_name("none")
    command = [sys.executable, "-m", "grader", "batch", copy.source, "-o", results_folder]
    done = subprocess.run([*command, "--dry-run"], capture_output=True, text=True, check=True)
    assert "7 submissions, read as: plain" in done.stdout
    assert not results_folder.exists()


def test_submission_that_is_gone(copy) -> None:
    """A card whose submission is not in the source is kept, and said to be."""
    for file in (copy.source / "bo").iterdir():
        file.unlink()
    (copy.source / "bo").rmdir()
    assert plan.plan(copy.source, copy.folder, None, None).elsewhere == ("bo",)
    outcome = run(copy)
    assert outcome.total == 6
    assert "bo" in cards(copy.folder)


def test_results_of_something_else(copy, tmp_path: Path) -> None:
    """A folder that is not ours is refused untouched; so is a broken run.json, and a lock."""
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "chapter.txt").write_text("precious")
    with pytest.raises(ResultsError, match="holds something else"):
        batch.run(copy.source, other, ACCEPT, Console(file=io.StringIO()))
    assert [path.name for path in other.iterdir()] == ["chapter.txt"]
    with results.opened(copy.folder), pytest.raises(ResultsError, match="another batch"):
        run(copy)
    (copy.folder / "run.json").write_text("{")
    with pytest.raises(ResultsError, match=r"run\.json cannot be read"):
        run(copy)


def test_broken_card_is_named(copy) -> None:
    """Reading cards back names a file that is none, or skips it and says so."""
    results.card_path(copy.folder, "bo").write_text("{}")
    with pytest.raises(ResultsError, match=r"bo\.json is not a scorecard"):
        results.load_cards(copy.folder)
    skipped: list[str] = []
    assert len(results.load_cards(copy.folder, skipped.append)) == 6
    assert "bo.json" in skipped[0]
    results.card_path(copy.folder, "ana").rename(results.card_path(copy.folder, "bo"))
    with pytest.raises(ResultsError, match=r"bo\.json is the card of ana"):
        results.load_cards(copy.folder)


def test_isolation_below_what_is_accepted() -> None:
    """Less isolation than accepted is refused with the layer, the reason and the way out."""
    partial = Isolation((Layer("files", True, "held"), Layer("network", False, "no seccomp")))
    with pytest.raises(CannotGradeError, match=r"network: no seccomp.*--accept-isolation partial"):
        check_isolation(partial, "full")
    check_isolation(partial, "partial")
    check_isolation(partial, "none")
