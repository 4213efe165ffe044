"""The teacher's overrides: how they change cards, and what a mistake in the file says."""

from __future__ import annotations

import pytest

from grader.classes.cards import card_path, read_card
from grader.classes.overrides import as_graded
from grader.classes.results import ResultsError
from tests.classes.class_kit import OVERRIDES, files, grade_here, rows


def test_override_comes_and_goes(copy) -> None:
    """An override changes card and gradebook without grading; removed, it leaves no trace."""
    before = read_card(card_path(copy.folder, "ana"))
    overrides = copy.folder / "overrides.csv"
    overrides.write_text(f"\ufeff{OVERRIDES}\nana,4,12.5,showed it at the board\n", "utf-8")
    assert grade_here(copy).graded == 0
    card = read_card(card_path(copy.folder, "ana"))
    assert (card.score, as_graded(card)) == (before.score - 7.5, before)
    [grade] = [row for row in rows(copy.folder / "gradebook.csv") if row["submission"] == "ana"]
    assert float(grade["score"]) == card.score
    overrides.write_text(OVERRIDES)
    outcome = grade_here(copy)
    assert (outcome.graded, outcome.moved) == (0, 1)
    assert read_card(card_path(copy.folder, "ana")) == before
    [moved] = rows(copy.folder / "changes.csv")
    assert (moved["old"], moved["new"]) == ("12.5", "20")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("id,points\n", "line 1: the first line must be id,exercise,points,reason"),
        (f"{OVERRIDES}ana,1,2\n", "line 2: 3 cells where 4 are expected"),
        (f"{OVERRIDES}\nann,1,2,typo\n", "line 3: there is no submission 'ann'"),
        (f"{OVERRIDES}ana,one,2,why\n", "line 2: 'one' is neither an exercise's number nor total"),
        (f"{OVERRIDES}ana,9,2,why\n", "line 2: there is no exercise 9"),
        (f"{OVERRIDES}ana,1,nan,why\n", "line 2: 'nan' is no number of points"),
        (f"{OVERRIDES}ana,1,-1,why\n", "line 2: '-1' is no number of points"),
        (f"{OVERRIDES}ana,1,150,why\n", "line 2: exercise 1 has only 15 points"),
        (f"{OVERRIDES}ana,total,150,why\n", "line 2: the total has only 100 points"),
        (f"{OVERRIDES}ana,total,2,a\nana,Total,3,b\n", "line 3: the total was decided in line 2"),
        (f"{OVERRIDES}ana,1,2,\n", "line 2: give the reason"),
        (f"{OVERRIDES}ana,1,2,a\nana,1,3,b\n", "line 3: exercise 1 was decided in line 2"),
        (f'{OVERRIDES}ana,1,2,"a\n', "line 2: unexpected end of data"),
    ],
)
def test_bad_overrides(copy, text: str, message: str) -> None:
    """A message names the line of a mistake in overrides.csv, and nothing is written."""
    (copy.folder / "overrides.csv").write_text(text)
    before = files(copy.folder)
    with pytest.raises(ResultsError, match=r"overrides\.csv") as caught:
        grade_here(copy)
    assert message in str(caught.value)
    assert files(copy.folder) == before
