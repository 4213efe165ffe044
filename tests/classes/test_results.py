"""The RESULTS folder: whose it is, and who may write to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classes.results import ResultsError, opened
from tests.classes.class_kit import Class, grade_here


def test_results_of_something_else(copy, tmp_path: Path) -> None:
    """Refuse a folder of something else, a locked one, and one with a damaged run.json."""
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "chapter.txt").write_text("precious")
    with pytest.raises(ResultsError, match="holds something else"):
        grade_here(Class(copy.source, other))
    assert [path.name for path in other.iterdir()] == ["chapter.txt"]
    with opened(copy.folder), pytest.raises(ResultsError, match="another batch"):
        grade_here(copy)
    (copy.folder / "run.json").write_text("{")
    with pytest.raises(ResultsError, match=r"run\.json cannot be read"):
        grade_here(copy)
