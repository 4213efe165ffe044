"""The plan of a run: which submissions are graded, why, and how --dry-run shows it."""

from __future__ import annotations

import io
import subprocess
import sys

from rich.console import Console

from grader.classes import plan
from grader.classes.cards import card_path
from tests.classes.class_kit import WRONG, files, put


def test_dry_grade_here(copy) -> None:
    """The plan says who is graded and why, and changes nothing."""
    put(copy.source / "ana", {"extra.txt": b"hello", "diagnostics.py": b"x = 1\n"})
    put(copy.source / "new [bold]", {"embeddings.py": b"x = 1\n"})
    card_path(copy.folder, "bo").write_text('{"schema": "scorecard/v1"}')
    before = files(copy.folder)
    planned = plan.plan(copy.source, copy.folder, None, None)
    text = shown(planned)
    assert files(copy.folder) == before
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
    """`grader batch --dry-run` prints the table and makes no folder."""
    results_folder = copy.folder.with_name("none")
    command = [sys.executable, "-m", "grader", "batch", copy.source, "-o", results_folder]
    done = subprocess.run([*command, "--dry-run"], capture_output=True, text=True, check=True)
    assert "7 submissions, read as: plain" in done.stdout
    assert not results_folder.exists()


def shown(planned: plan.Plan) -> str:
    """Return the table of --dry-run as text."""
    console = Console(file=io.StringIO(), width=250)
    console.print(plan.table(planned, "plain"))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()
