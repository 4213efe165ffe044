"""A run over a class: what it leaves in RESULTS, and what a second run does."""

from __future__ import annotations

import json
from typing import get_args

import msgspec

from grader.classes import commands
from grader.classes.plan import plan
from grader.classes.pool import IsolationLevel
from grader.classes.progress import ProgressKind
from tests.classes.class_kit import DEADLINE, SEED, cards, files, grade_here, rows


def test_results_of_a_class(undisturbed) -> None:
    """Equal submissions get a card each, the gradebook names everybody, and the report is there."""
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


def test_nothing_new_is_nothing_done(copy) -> None:
    """A second run grades nothing and rewrites no card."""
    before = files(copy.folder / "scorecards")
    outcome = grade_here(copy)
    assert (outcome.graded, outcome.reused, outcome.total) == (0, 7, 7)
    assert files(copy.folder / "scorecards") == before
    assert not (copy.folder / "changes.csv").exists()


def test_submission_that_is_gone(copy) -> None:
    """A card whose submission is no longer in the source is kept, and the plan says so."""
    for file in (copy.source / "bo").iterdir():
        file.unlink()
    (copy.source / "bo").rmdir()
    assert plan(copy.source, copy.folder, None, None).elsewhere == ("bo",)
    outcome = grade_here(copy)
    assert outcome.total == 6
    assert "bo" in cards(copy.folder)


def test_choices_of_the_command_are_the_types_of_the_options() -> None:
    """`grader batch` offers exactly the values that a run knows."""
    offered = {option.name: option.type for option in commands.batch.params}
    assert set(offered["accept_isolation"].choices) == set(get_args(IsolationLevel))
    assert set(offered["progress"].choices) == set(get_args(ProgressKind))
