"""The late policy: what lateness costs, that it stands apart, and that nothing is graded for it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from grader.classes.cards import card_path, read_card
from grader.classes.late import (
    LateOptions,
    LatePolicy,
    LatePolicyError,
    apply,
    chosen,
    due_time,
)
from grader.export import to_gradescope
from grader.scorecard import SubmissionInfo
from grader.selftest.corpus import solution_files
from tests.classes.class_kit import ACCEPT, OVERRIDES, ROOT, Class, grade_here, rows

DUE = "2025-10-12T23:59 Europe/Madrid"


def info(submitted_at: str | None, late: bool | None = None) -> SubmissionInfo:
    """Return a submission that was handed in then."""
    return SubmissionInfo("ana", "0" * 64, (), late=late, submitted_at=submitted_at)


@pytest.mark.parametrize(
    ("submitted_at", "points"),
    [
        ("2025-10-12T23:59:00", None),
        ("2025-10-12T23:59:01", 10.0),
        ("2025-10-13T23:59:00", 10.0),
        ("2025-10-13T23:59:01", 20.0),
        ("2025-10-12 21:59:00 Z", None),
        ("2025-10-12 21:59:01 +0000", 10.0),
        ("2025-10-12 14:59:00 -0700", None),
        ("2025-10-12T23:59:01.123456789+02:00", 10.0),
        ("2026-10-12T00:00:00", 100.0),
        ("last Monday", None),
        (None, None),
    ],
)
def test_days_begun(submitted_at: str | None, points: float | None) -> None:
    """Each day begun costs its share of the full points, whatever zone the platform writes."""
    _, penalty = apply(LatePolicy(DUE), info(submitted_at), 100.0)
    assert (penalty and penalty.points) == points


@pytest.mark.parametrize(
    ("due", "submitted_at", "points"),
    [
        # Madrid's clocks go back an hour in the night to 26 October 2025, and ahead on 29 March.
        ("2025-10-25T23:00 Europe/Madrid", "2025-10-26T22:30:00", 20.0),
        ("2025-10-25T23:00 Europe/Madrid", "2025-10-26T21:59:00", 10.0),
        ("2026-03-28T23:00 Europe/Madrid", "2026-03-29T23:30:00", 10.0),
        ("2026-03-28T23:00 Europe/Madrid", "2026-03-30T00:30:00", 20.0),
        ("2025-10-25 23:00 +02:00", "2025-10-26T22:00:00+01:00", 10.0),
    ],
)
def test_a_day_is_twenty_four_hours(due: str, submitted_at: str, points: float) -> None:
    """Changes of the clock neither give nor take an hour."""
    _, penalty = apply(LatePolicy(due), info(submitted_at), 100.0)
    assert penalty is not None
    assert penalty.points == points


@pytest.mark.parametrize(("seconds", "late"), [("14:00", False), ("14:01", True)])
def test_grace(seconds: str, late: bool) -> None:
    """Within the grace work is on time; after it the days count from the deadline."""
    found, penalty = apply(LatePolicy(DUE, 5.0, 15.0), info(f"2025-10-13T00:{seconds}"), 60.0)
    assert found.late is late
    assert (penalty is not None) is late
    if penalty:
        assert penalty.points == 3.0
        assert penalty.rule == (
            "Due 2025-10-12 23:59 Europe/Madrid, handed in 2025-10-13 00:14: 1 day was begun after"
            " that. Each costs 5 % of the 60 points. Up to 15 minutes late counts as on time."
        )


def test_late_without_a_time() -> None:
    """Where the platform only says late, no points are taken and a person has to decide."""
    found, penalty = apply(LatePolicy(DUE), info(None, late=True), 100.0)
    assert found.late is True
    assert penalty is not None
    assert (penalty.points, "does not say when" in penalty.rule) == (0.0, True)


def test_the_last_policy_stays_until_it_is_changed() -> None:
    """What is not given is as in the last run, and none ends the policy."""
    last = chosen(None, LateOptions(DUE, 20.0, 5.0))
    assert last == LatePolicy(DUE, 20.0, 5.0)
    assert chosen(last, LateOptions()) == last
    assert chosen(last, LateOptions(per_day=10.0)) == LatePolicy(DUE, 10.0, 5.0)
    assert chosen(last, LateOptions("none")) is None
    assert chosen(None, LateOptions()) is None


@pytest.mark.parametrize(
    ("due", "message"),
    [
        ("2025-10-12T23:59", "has no time zone"),
        ("next Monday", "is not a date, a time and a zone: write it like"),
        ("2025-10-12", "is not a date, a time and a zone"),
        ("2025-02-30T10:00 UTC", "there is no such date, time or zone"),
        ("2025-10-12T23:59 Europe/Atlantis", "there is no such date, time or zone"),
        ("2025-10-12T23:59 ../../etc/passwd", "there is no such date, time or zone"),
        ("2025-10-12T23:59 +99:00", "there is no such date, time or zone"),
    ],
)
def test_bad_deadlines(due: str, message: str) -> None:
    """A deadline that could be misunderstood is refused with an example of a good one."""
    with pytest.raises(LatePolicyError, match=message) as caught:
        due_time(due)
    assert "2025-10-12T23:59 Europe/Madrid" in str(caught.value)
    with pytest.raises(LatePolicyError, match="needs a deadline"):
        chosen(None, LateOptions(per_day=5.0))


def late_class(folder: Path) -> Path:
    """Write a Blackboard download: Ana two days late, Ben on time, with equal files."""
    folder.mkdir()
    for who, time in (("ana", "2025-10-14-10-00-00"), ("ben", "2025-10-12-10-00-00")):
        for name, data in solution_files(ROOT / "solutions").items():
            (folder / f"HW1_{who}_attempt_{time}_{name}").write_bytes(data)
    return folder


def test_a_class_with_a_policy(tmp_path: Path) -> None:
    """The penalty is a line of its own, changes without grading, and a decision replaces it."""
    given = Class(late_class(tmp_path / "download"), tmp_path / "results")
    with_policy = replace(ACCEPT, late=LateOptions(DUE))
    assert grade_here(given, with_policy).graded == 2
    ana, ben = (read_card(card_path(given.folder, name)) for name in ("ana", "ben"))
    assert ana.penalty is not None
    assert (ana.score, ana.penalty.points, ben.score) == (80.0, 20.0, 100.0)
    assert [each.score for each in ana.exercises] == [each.max_score for each in ana.exercises]
    assert (ana.submission.late, ben.submission.late, ben.penalty) == (True, False, None)
    found = {row["submission"]: row for row in rows(given.folder / "gradebook.csv")}
    assert (found["ana"]["score"], found["ana"]["penalty"]) == ("80", "20")
    assert "2 days were begun" in found["ana"]["notices"]
    assert to_gradescope(ana)["score"] == 80.0
    page = (given.folder / "report" / "students" / "ana.html").read_text(encoding="utf-8")
    assert "Late: −20 points. Due 2025-10-12 23:59 Europe/Madrid" in page

    assert grade_here(given, replace(ACCEPT, late=LateOptions(per_day=5.0))).graded == 0
    assert read_card(card_path(given.folder, "ana")).score == 90.0
    (moved,) = rows(given.folder / "changes.csv")
    assert (moved["exercise"], moved["old_total"], moved["new_total"]) == ("total", "80", "90")
    assert "loses 10 points for lateness" in moved["tests"]

    overrides = given.folder / "overrides.csv"
    overrides.write_text(f"{OVERRIDES}ana,total,95,was ill\n")
    grade_here(given)
    card = read_card(card_path(given.folder, "ana"))
    assert (card.score, card.penalty, card.overrides[0].exercise) == (95.0, None, None)
    overrides.unlink()
    grade_here(given, replace(ACCEPT, late=LateOptions("none")))
    assert read_card(card_path(given.folder, "ana")).score == 100.0
