"""The plan of a run: which submissions are graded, why, and how --dry-run shows it."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

from rich.console import Console

from grader.classes import dry_run, plan
from grader.classes.cards import card_path
from grader.selftest.corpus import solution_files
from tests.classes.class_kit import ROOT, WRONG, files, put


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


def shown(planned: plan.Plan, *, everybody: bool = False) -> str:
    """Return the table of --dry-run as text."""
    console = Console(file=io.StringIO(), width=250)
    console.print(dry_run.shown(planned, everybody=everybody))
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_the_dry_run_answers_three_questions_first(tmp_path: Path) -> None:
    """How it was read, how many people, what is odd; then the odd ones, or everybody if asked."""
    source = tmp_path / "class"
    right = solution_files(ROOT / "solutions")
    for section, who in (("A", "abc"), ("B", "def")):
        for login in who:
            put(source / section / f"{login}user", right)
    put(source / "A" / "auser", {"scratch.py": b"x = 1\n"} | {f"{n}.csv": b"" for n in range(30)})
    planned = plan.plan(source, tmp_path / "none", None, None)
    lines = shown(planned).splitlines()
    assert lines[0].startswith("6 submissions, read as: plain (each folder or archive is a section")
    assert lines[1] == "6 people, 2 sections: A, B"
    assert lines[2] == "odd: 1 with code files that are ignored"
    assert lines[3] == "to look at: 1 of 6; --all lists everybody"
    assert "ignored: scratch.py" in shown(planned) and "buser" not in shown(planned)
    assert "buser" in shown(planned, everybody=True)


def test_the_dry_run_names_who_is_only_in_the_roster(tmp_path: Path) -> None:
    """With a roster, real names, strangers and people without a submission are shown."""
    put(tmp_path / "class" / "alima", solution_files(ROOT / "solutions"))
    put(tmp_path / "class" / "stranger", solution_files(ROOT / "solutions"))
    roster = tmp_path / "roster.csv"
    roster.write_text("id,name\nalima,Ana Lima\nesato,Emi Sato\n", encoding="utf-8")
    planned = plan.plan(tmp_path / "class", tmp_path / "none", None, None, roster=roster)
    text = shown(planned, everybody=True)
    assert "Ana Lima" in text and "not in the roster: stranger" in text
    assert "in the roster, without a submission: 1 (Emi Sato)" in text
