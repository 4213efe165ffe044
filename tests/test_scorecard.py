"""The scorecard's labels: one for each outcome, the same everywhere."""

from __future__ import annotations

import re
from pathlib import Path

from grader.scorecard import Outcome

INSTRUCTORS = Path(__file__).resolve().parent.parent / "docs" / "instructors.md"


def test_every_outcome_has_a_label_of_its_own() -> None:
    """No two outcomes read the same, and no label is a machine value in disguise."""
    labels = [outcome.label for outcome in Outcome]
    assert len(set(labels)) == len(labels)
    assert all(label == label.lower() and "_" not in label for label in labels)


def test_instructors_page_has_the_labels() -> None:
    """The instructors' page gives the label of every outcome."""
    text = INSTRUCTORS.read_text(encoding="utf-8").partition("\n## Every outcome\n")[2]
    rows = dict(re.findall(r"^\| `(\w+)` \| ([^|]+?) \|", text.partition("\nAnd of")[0], re.M))
    assert rows == {outcome.value: outcome.label for outcome in Outcome}
