"""Reports without names: nothing of a person is in them, and the pseudonyms stay."""

from __future__ import annotations

import re
import resource
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from grader.report import ReportError, write_report
from grader.report.anonymous import KEY
from grader.report.figure import Figure, Pictures
from grader.scorecard import Member, Outcome, Override, Penalty, Scorecard, Status, SubmissionInfo
from tests.report.report_kit import Graded

GIVEN = (
    "Zoë-Marie",
    "O'Brien",
    "小明",
    "נועה",
    "José Luis",
    "Żaneta",
    "Nguyễn",
    "Ａｎａ",
    "a.b+c",
    "<i>Q</i>",
)
FAMILY = (
    "Qvist",
    "van der Zwaag",
    "王",
    "לוי",
    "Ñáñez",
    "Łukasik",
    "Đặng",
    "Müller-Ößwald",
    "von X",
    'Kim "Kj"',
)


def odd_class(cards: list[Scorecard], count: int) -> list[Scorecard]:
    """Return cards of people with odd names, who are named in every text a submission may fill."""
    made = []
    for place in range(count):
        given, family = GIVEN[place % 10], FAMILY[place // 10 % 10]
        name = f"{given} {family} zq{place}x"
        file = f"{family}_{given}_zq{place}x final.py"
        says = f"{file} is given twice: keep one, {name} <zq{place}x@uni-zq.example>"
        card = cards[place % len(cards)]
        outcomes = {0: Outcome.REJECTED, 1: Outcome.IMPORT_ERROR, 2: Outcome.RAISED}
        exercises = card.exercises
        status = Status.GRADED
        if outcome := outcomes.get(place % 4):
            status = Status.REJECTED if outcome is Outcome.REJECTED else Status.GRADED
            exercises = tuple(
                msgspec.structs.replace(
                    exercise,
                    tests=tuple(
                        msgspec.structs.replace(
                            test, outcome=outcome, message=says, detail=says, hint=""
                        )
                        for test in exercise.tests
                    ),
                )
                for exercise in exercises
            )
        made.append(
            msgspec.structs.replace(
                card,
                submission=SubmissionInfo(
                    f"{family}{given}_zq{place}x_{7_000_000 + place}",
                    f"{place:064x}",
                    ("embeddings.py",),
                    ignored=(file,),
                    notices=(says,),
                    members=(Member(f"zq{place}x", name, f"zq{place}x@uni-zq.example"),),
                    section=f"Section zq{place}x",
                    submitted_at=f"2025-10-12T08:{place % 60:02}:17",
                ),
                exercises=exercises,
                overrides=(Override(0, 1.0, says), Override(None, 9.0, says)),
                penalty=Penalty(1.0, says),
                run=msgspec.structs.replace(card.run, status=status),
            )
        )
    return made


def texts(results: Path) -> dict[str, str]:
    """Return every file under report/ by its name; the name counts as text, too."""
    return {
        file.name: file.name + file.read_text(encoding="utf-8")
        for file in (results / "report").rglob("*")
        if file.is_file()
    }


def test_three_hundred_odd_names_are_nowhere(graded: dict[str, Graded], tmp_path: Path) -> None:
    """No page, and no file's name, holds any part of the names, ids, addresses, files or times."""
    cards = odd_class([one.card for one in graded.values()], 300)

    def pictures(card: Scorecard) -> Pictures:
        (member,) = card.submission.members
        (one, *others) = graded["solutions"].pictures.figures
        told = replace(one, findings=(f"seen in {member.name}'s code",), reasons=(member.email,))
        assert isinstance(told, Figure)
        return Pictures((told, *others), why_none=member.name)

    previous = {card.submission.id: card.score for card in cards} | {"zq999x_gone": 5.0}
    write_report(
        tmp_path,
        cards,
        pictures=pictures,
        previous=previous,
        card_link=lambda card: card.submission.id,
        anonymous=True,
    )
    written = texts(tmp_path)
    assert len(written) == 301
    secret = re.compile(
        r"zq\d|uni-zq|qvist|zwaag|ñáñez|łukasik|đặng|ößwald|zoë|brien|żaneta|nguyễn|ａｎａ|王|小明|נועה"
        r"|לוי|final\.py|70000\d\d|2025-10-12T08|a\.b\+c",
        re.IGNORECASE,
    )
    # Pseudonyms are random letters, which may by chance spell a part of somebody's name.
    drawn = re.compile("|".join(name.split("-")[1] for name in written if "-" in name))
    assert {
        name: found[0]
        for name, text in written.items()
        if (found := secret.search(drawn.sub("", text)))
    } == {}
    assert "No longer there: 1" in written["index.html"].replace("</", " </")


def test_pseudonyms_stay(graded: dict[str, Graded], tmp_path: Path) -> None:
    """A person has the same pseudonym when others come or go, and another one in another class."""
    cards = odd_class([graded["solutions"].card], 12)
    few, many, other = tmp_path / "few", tmp_path / "many", tmp_path / "other"
    for folder in (few, many, other):
        folder.mkdir()
    write_report(few, cards[:6], anonymous=True)
    (many / KEY).write_bytes((few / KEY).read_bytes())
    write_report(many, cards, anonymous=True)
    write_report(other, cards, anonymous=True)
    assert texts(few).keys() < texts(many).keys()
    assert len(texts(many)) == 13
    assert texts(other).keys() & texts(many).keys() == {"index.html"}
    assert (few / KEY).stat().st_mode & 0o077 == 0
    assert not list((few / "report").rglob(KEY))


@pytest.mark.parametrize("anonymous", [False, True])
def test_no_place_for_the_pages(anonymous: bool, graded: dict[str, Graded], tmp_path: Path) -> None:
    """Where the pages cannot be written, one sentence names the place and what to do."""
    cards = [graded["solutions"].card]
    (tmp_path / "report").write_text("in the way")
    with pytest.raises(ReportError, match=r"report: .*\. The cards are safe: make room"):
        write_report(tmp_path, cards, anonymous=anonymous)


def test_a_full_disk(graded: dict[str, Graded], tmp_path: Path) -> None:
    """A file that cannot be written whole is one sentence, and no half page is left."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(ReportError, match="File too large"):
            write_report(tmp_path, [graded["solutions"].card])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]
