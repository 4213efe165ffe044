"""A later file for one person is graded as the newest attempt, stays, and can be taken back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classes.cards import card_path, read_card
from grader.classes.results import ResultsError
from grader.scorecard import Status
from grader.selftest.corpus import solution_files
from tests.classes.class_kit import ACCEPT, ROOT, Class, cards, grade_here, put


@pytest.fixture
def graded(tmp_path: Path) -> Class:
    """A class of two, one of whom handed in half of the files, late."""
    right = solution_files(ROOT / "solutions")
    source = tmp_path / "class"
    put(source, {f"limaana_LATE_101_500{n}_{name}": c for n, (name, c) in enumerate(right.items())
                 if n == 0})  # fmt: skip
    put(source, {f"okoben_102_510{n}_{name}": c for n, (name, c) in enumerate(right.items())})
    done = Class(source, tmp_path / "results")
    grade_here(done)
    return done


def test_a_later_attempt_is_graded_stays_and_is_undone(graded: Class, tmp_path: Path) -> None:
    """The later files count with id, lateness and members kept, until they are taken back."""
    first = cards(graded.folder)
    mail = tmp_path / "mail"
    put(mail, solution_files(ROOT / "solutions"))
    grade_here(Class(mail, graded.folder), replace(ACCEPT, only="limaana_101"))
    card = read_card(card_path(graded.folder, "limaana_101"))
    assert card.score == card.max_score > first["limaana_101"].score
    assert card.submission.late is True and card.submission.attempt == 2
    assert card.submission.members == first["limaana_101"].submission.members
    assert "handed in later" in "".join(card.submission.notices)
    assert cards(graded.folder)["okoben_102"] == first["okoben_102"]
    again = grade_here(graded)
    assert again.graded == 0
    assert read_card(card_path(graded.folder, "limaana_101")) == card
    grade_here(graded, replace(ACCEPT, undo="limaana_101"))
    assert cards(graded.folder) == first


def test_a_later_attempt_of_nobody_is_refused(graded: Class, tmp_path: Path) -> None:
    """An unknown id, files without code and nothing to undo are refused; nothing changes."""
    before = cards(graded.folder)
    put(tmp_path / "mail", {"notes.txt": b"sorry"})
    mail = Class(tmp_path / "mail", graded.folder)
    for options, message in (
        (replace(ACCEPT, only="nobody"), "no card of nobody"),
        (replace(ACCEPT, only="limaana_101"), "cannot be graded for limaana_101"),
        (replace(ACCEPT, undo="okoben_102"), "nothing was handed in later for okoben_102"),
    ):
        with pytest.raises(ResultsError, match=message):
            grade_here(mail, options)
    assert cards(graded.folder) == before


def test_starters_and_empty_repositories_are_nothing_handed_in(tmp_path: Path) -> None:
    """Unchanged starters and clones without work are told apart from work that fails."""
    stubs = {path.name: path.read_bytes() for path in (ROOT / "student").glob("*.py")}
    source = tmp_path / "class"
    put(source / "cs-hw-user1x", stubs)
    put(source / "cs-hw-user2x", {"README.md": b"# HW", ".gitignore": b"x"})
    put(
        source / "cs-hw-user3x",
        stubs | {"diagnostics.py": b"def wavelengths(d_model):\n    pass\n"},
    )
    put(source / "cs-hw-user4x", {"answers.docx": b"PK"})
    grade_here(Class(source, tmp_path / "results"))
    found = cards(tmp_path / "results")
    why = {key: card.exercises[0].tests[0].message for key, card in found.items()}
    assert found["user3x"].run.status is Status.GRADED
    assert "nothing handed in: the starter files are unchanged" in why["user1x"]
    assert "nothing handed in" in why["user2x"]
    assert "nothing handed in" not in why["user4x"]
    assert not [test for card in (found["user1x"], found["user2x"]) for exercise in card.exercises
                for test in exercise.tests if test.misconception]  # fmt: skip
