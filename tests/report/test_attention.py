"""The class page answers who needs the instructor, and keeps what is chosen in its address."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser

from grader.report import class_page, words
from grader.report.attention import groups, notices
from grader.scorecard import Outcome, Override, Penalty, Scorecard, Status
from tests.report.report_kit import AXE, Graded, classmates, opened

NAMES = "#table tbody tr:not([hidden]) th"


def ended(
    card: Scorecard, outcome: Outcome, message: str = "", first_only: bool = False
) -> Scorecard:
    """Return the card with tests that ended like this and gave no points."""
    exercises = []
    for number, exercise in enumerate(card.exercises):
        tests = tuple(
            test
            if first_only and (number or place)
            else msgspec.structs.replace(test, outcome=outcome, score=0.0, message=message, hint="")
            for place, test in enumerate(exercise.tests)
        )
        score = sum(test.score for test in tests)
        exercises.append(msgspec.structs.replace(exercise, tests=tests, score=score))
    total = sum(exercise.score for exercise in exercises)
    return msgspec.structs.replace(card, exercises=tuple(exercises), score=total)


def renamed(card: Scorecard, id: str, status: Status = Status.GRADED, **info: object) -> Scorecard:
    """Return the card as that of another submission."""
    submission = msgspec.structs.replace(
        card.submission, **{"id": id, "members": (), "late": None, **info}
    )
    run = msgspec.structs.replace(card.run, status=status)
    return msgspec.structs.replace(card, submission=submission, run=run)


@pytest.fixture
def needy(graded: dict[str, Graded]) -> list[Scorecard]:
    """One submission for each way to need the instructor, and one that needs nobody."""
    right = graded["solutions"].card
    late = renamed(right, "late-kept", late=True)
    return [
        renamed(right, "fine"),
        renamed(ended(right, Outcome.GRADER_ERROR), "fault", Status.GRADER_ERROR),
        renamed(ended(right, Outcome.REJECTED, "two files"), "twice", Status.REJECTED),
        renamed(ended(right, Outcome.IMPORT_ERROR, "line 3: invalid", True), "slip"),
        renamed(ended(right, Outcome.TIMEOUT, "10 s", True), "hung"),
        renamed(ended(right, Outcome.NOT_WRITTEN, "not written"), "stub"),
        renamed(ended(right, Outcome.FAILED, "wrong"), "zero"),
        late,
        msgspec.structs.replace(renamed(late, "late-paid", late=True), penalty=Penalty(9.0, "r")),
        msgspec.structs.replace(
            renamed(late, "late-decided", late=True), overrides=(Override(1, 1.0, "r"),)
        ),
    ]


def test_each_kind_of_need(needy: list[Scorecard]) -> None:
    """Each submission is in the group of what happened, with its reason; settled ones in none."""
    found = {group.title: [(who.id, who.reason) for who in group.people] for group in groups(needy)}
    assert {title: [id for id, _ in who] for title, who in found.items()} == {
        words.NEED_FAULT: ["fault"],
        words.NEED_REJECTED: ["twice"],
        words.NEED_IMPORT: ["slip"],
        words.NEED_ENDED: ["hung"],
        words.NEED_NOTHING: ["stub"],
        words.NEED_ZERO: ["zero"],
        words.NEED_LATE: ["late-kept"],
    }
    assert found[words.NEED_REJECTED] == [("twice", "two files")]
    assert found[words.NEED_IMPORT] == [("slip", "line 3: invalid")]
    assert found[words.NEED_ENDED][0][1].endswith(": took too long")
    assert all(group.step for group in groups(needy))


def test_equal_notices_are_one_line(graded: dict[str, Graded]) -> None:
    """Notices that differ in file names and numbers only are one line with everybody in it."""
    right = graded["solutions"].card
    cards = [
        renamed(right, f"p{place}", notices=(f"my-{place}.py was read as embeddings.py",))
        for place in range(280)
    ]
    cards += [renamed(right, "q", notices=("embeddings.py and diagnostics.py are one file",))]
    cards += [renamed(right, "r", ignored=("a b (1).py",), notices=("ignored: a b (1).py",))]
    cards += [renamed(right, "s", ignored=("c.py",), notices=("ignored: c.py",))]
    found = [(len(group.people), group.title) for group in notices(cards)]
    assert found == [
        (1, "embeddings.py and diagnostics.py are one file"),
        (2, "“ignored: a b (1).py” and the like"),
        (280, "“my-0.py was read as embeddings.py” and the like"),
    ]


@pytest.mark.parametrize("width", [390, 1200])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_needs_lead_the_page(
    width: int, scheme: str, needy: list[Scorecard], browser: Browser, tmp_path: Path
) -> None:
    """The first section opens by keyboard to names and reasons; axe finds nothing."""
    file = tmp_path / "class.html"
    file.write_text(class_page(needy), encoding="utf-8")
    with opened(browser, file, width, scheme) as page:
        first = page.locator("main section").first
        assert first.locator("h2").inner_text() == words.NEEDS
        group = first.locator("details", has_text=words.NEED_IMPORT)
        assert not group.locator(".reason").is_visible()
        group.locator("summary").press("Enter")
        assert group.locator(".reason").inner_text() == "line 3: invalid"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.evaluate(AXE.read_text(encoding="utf-8"))
        found = page.evaluate("axe.run().then((run) => run.violations.map((each) => each.id))")
        assert found == []


def test_filters_combine_and_stay(
    graded: dict[str, Graded], browser: Browser, tmp_path: Path
) -> None:
    """Filters narrow together, stand in the address, and hold when it is opened again."""
    cards = classmates([one.card for one in graded.values()], 60)
    file = tmp_path / "class.html"
    file.write_text(class_page(cards), encoding="utf-8")
    wanted = [
        card
        for card in cards
        if card.exercises[4].score < card.exercises[4].max_score
        and any(test.outcome is Outcome.FAILED for test in card.tests())
        and 40 <= card.score <= 95
    ]
    assert 0 < len(wanted) < 60
    with opened(browser, file) as page:
        page.select_option("#show", "e4")
        page.select_option("#outcome", label=Outcome.FAILED.label)
        page.fill("#least", "40")
        page.fill("#most", "95")
        assert page.locator(NAMES).count() == len(wanted)
        address = page.url
        page.goto("about:blank")
    with opened(browser, file) as page:
        page.evaluate("hash => { location.hash = hash; }", address.partition("#")[2])
        page.wait_for_function("document.querySelector('#least').value === '40'")
        assert page.locator(NAMES).count() == len(wanted)
        page.fill("#least", "")
        assert page.locator(NAMES).count() >= len(wanted)
