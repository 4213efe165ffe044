"""What a re-grading changed: changes.csv says which scores moved, and because of which tests."""

from __future__ import annotations

from grader.classes.cards import card_path, read_card
from grader.classes.overrides import as_graded
from grader.selftest.corpus import solution_files
from tests.classes.class_kit import OVERRIDES, ROOT, WRONG, grade_here, put, rows


def test_changed_submission_shows_before_and_after(copy) -> None:
    """Only a changed submission is graded again; changes.csv has its moves; its override stays."""
    name, right = WRONG[0], solution_files(ROOT / "solutions")
    old = read_card(card_path(copy.folder, name))
    (copy.folder / "overrides.csv").write_text(f"{OVERRIDES}{name},3,1.5,late by agreement\n")
    put(copy.source / name, right | {"embeddings.py": right["embeddings.py"] + b"\n# mine\n"})
    outcome = grade_here(copy)
    assert (outcome.graded, outcome.reused) == (1, 6)
    card = read_card(card_path(copy.folder, name))
    assert as_graded(card).score == card.max_score
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
