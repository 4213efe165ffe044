"""Moodle: the grade CSV, the offline worksheet in any language, and the feedback zip."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from grader.export import ExportError
from grader.scorecard import Member
from tests.export.export_kit import (
    HINT,
    MIXED,
    NAMES,
    REASON,
    SECRET,
    broken,
    card,
    failing,
    points_card,
    records,
    rejected,
    rows,
    run,
    save,
)

ENGLISH = ["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum grade"]
ENGLISH += ["Grade can be changed", "Last modified (submission)", "Online text"]
ENGLISH += ["Last modified (grade)", "Feedback comments"]
DATE = "Friday, 10 October 2025, 10:22 AM"
SHEET = [
    ENGLISH,
    [
        "Participant 501",
        "Ana Lima",
        "ana@x.org",
        "Submitted",
        "",
        "12.00",
        "Yes",
        DATE,
        "",
        "-",
        "",
    ],
    [
        "Participant 502",
        "Ben, Jr.",
        "b@x.org",
        "Submitted",
        "3.00",
        "12.00",
        "Yes",
        DATE,
        "9:00 12",
        DATE,
        "<p>Nice!</p>",
    ],
    ["Participant 503", "Eva", "e@x.org", "No submission", "", "12.00", "Yes", "-", "", "-", ""],
]
GERMAN = ["ID", "Vollständiger Name", "Status", "Gruppe", "Bewertung", "Höchste Bewertung"]
GERMAN += ["Bewertungsstatus", "Bewertung kann geändert werden", "Zuletzt geändert (Abgabe)"]
GERMAN += ["Zuletzt geändert (Bewertung)", "Feedback als Kommentar"]
TAG = "Freitag, 10. Oktober 2025, 10:22"
BLATT = [
    GERMAN,
    ["Teilnehmer/in501", "Ana Lima", "Abgegeben", "A", "-", "12,00", "x", "Ja", TAG, "-", ""],
    ["Teilnehmer/in77", "Ben", "Abgegeben", "A", "3,5", "12,00", "x", "Ja", TAG, TAG, ""],
]
BLIND = [
    ["識別碼", "状态", "成绩", "最高分", "可以更改成绩", "最后修改", "最后修改(成绩)", "反馈"],
    ["参与者501", "已提交", "", "12.00", "是", "2025年10月10日 10:22", "-", ""],
    ["参与者502", "已提交", "", "12.00", "是", "2025年10月10日 10:22", "-", ""],
]
ANA = Member(id="501", name="Ana Lima")


@pytest.mark.parametrize(
    ("table", "grade", "feedback"), [(SHEET, 4, 10), (BLATT, 4, 10), (BLIND, 2, 7)]
)
@pytest.mark.parametrize(("delimiter", "bom"), [(",", ""), (";", "\ufeff"), ("\t", "")])
def test_worksheet(
    table: list[list[str]], grade: int, feedback: int, delimiter: str, bom: str, tmp_path: Path
) -> None:
    """In any language only the grade and the feedback of graded people change."""
    template = save(tmp_path / "sheet.csv", table, delimiter, bom)
    cards = [card("ana", (ANA,))]
    (path, _), notes = run(cards, "moodle-worksheet", tmp_path / "out", template)
    found = rows(path, delimiter)
    assert found[1][grade] == ("6,5" if table is BLATT else "6.5")
    assert found[1][feedback].startswith("<p>Automatic grading: 6.5 / 12 points</p><p><strong>0")
    expected = [list(row) for row in table]
    expected[1][grade], expected[1][feedback] = found[1][grade], found[1][feedback]
    again = save(tmp_path / "expected.csv", expected, delimiter, bom)
    assert path.read_bytes() == again.read_bytes()
    left, *hidden = notes.split("\n")
    assert left == f"{len(table) - 2} in sheet.csv left as they are"
    assert hidden == (
        []
        if "Ana Lima" in table[1]
        else ["no name agrees with the worksheet's: are names hidden, or is it another class?"]
    )


def test_worksheet_notes(tmp_path: Path) -> None:
    """Who is not found, has another name, or too many points is named; comments are kept."""
    template = save(tmp_path / "sheet.csv", SHEET)
    cards = [
        points_card(20, 20, ANA, Member(id="999", name="Nobody"), id="a"),
        points_card(5, 12, Member(id="502", name="Zoe"), id="b"),
        broken("lost", (Member(id="503"),)),
    ]
    (path, _), notes = run(cards, "moodle-worksheet", tmp_path / "o", template)
    found = rows(path)
    assert (found[2][4], found[2][10]) == ("5", "<p>Nice!</p>")
    assert found[3] == SHEET[3]
    for note in (
        "graded, but not in sheet.csv: Nobody (999)",
        "the participant number is there, but with another name: Zoe (502)",
        "somebody's own feedback was kept: Zoe (502)",
        "over the worksheet's maximum grade, Moodle skips these: Ana Lima (501)",
        "grade again: lost",
    ):
        assert note in notes


@pytest.mark.parametrize("name", ["Ana Lima", "Group A-Ana Lima", "Participant", "ANA LIMA", ""])
def test_names_that_agree(name: str, tmp_path: Path) -> None:
    """A group before the name, hidden names and capitals are no other name."""
    template = save(tmp_path / "sheet.csv", SHEET)
    one = points_card(5, 12, Member(id="501", name=name))
    assert "another name" not in run([one], "moodle-worksheet", tmp_path / "o", template)[1]


def test_worksheet_again(tmp_path: Path) -> None:
    """A worksheet that was filled before is filled again: our own feedback is replaced."""
    template = save(tmp_path / "sheet.csv", SHEET)
    (first, _), _ = run([points_card(5, 12, ANA)], "moodle-worksheet", tmp_path / "a", template)
    (path, _), _ = run([points_card(12, 12, ANA)], "moodle-worksheet", tmp_path / "b", first)
    assert (rows(path)[1][4], "12 / 12" in rows(path)[1][10]) == ("12", True)


def test_worksheet_without_comments(tmp_path: Path) -> None:
    """Where the assignment gives no comments, only grades are filled in."""
    template = save(tmp_path / "sheet.csv", [row[:10] for row in SHEET])
    (path, _), notes = run([card("a", (ANA,))], "moodle-worksheet", tmp_path / "o", template)
    assert rows(path)[1] == [*SHEET[1][:4], "6.5", *SHEET[1][5:10]]
    assert "no column for feedback comments" in notes


def change(row: int, place: int, text: str) -> list[list[str]]:
    """Return the English worksheet with one cell changed."""
    table = [list(cells) for cells in SHEET]
    table[row][place] = text
    return table


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (SHEET[:1], "it has no rows"),
        ([["Student", "ID", "Section", "E (1)"], ["A", "x", "s", "1"]], "no column of identifiers"),
        (change(1, 0, "Ana"), "no column of identifiers such as “Participant 123”"),
        (change(2, 0, "Participant 501"), "no column of identifiers"),
        (change(1, 5, "Good, Bad"), "cannot tell which column is the grade"),
        ([*SHEET, ["Participant 9"]], "not as long as its header"),
    ],
)
def test_wrong_worksheet(table: list[list[str]], message: str, tmp_path: Path) -> None:
    """A file that is no worksheet, or is not whole, is refused, and nothing is written."""
    template = save(tmp_path / "sheet.csv", table)
    with pytest.raises(ExportError, match=message):
        run([card("a", (ANA,))], "moodle-worksheet", tmp_path / "out", template)
    assert not (tmp_path / "out").exists()


def test_named_grade_column(tmp_path: Path) -> None:
    """Where two columns look like grades, their header decides."""
    header = [*ENGLISH[:3], "Points", "Of", *ENGLISH[3:]]
    table = [header] + [[*row[:3], "1", "2", *row[3:]] for row in SHEET[1:]]
    template = save(tmp_path / "sheet.csv", table)
    with pytest.raises(ExportError, match=r"name the column with --assignment.*Points, Of, Status"):
        run([card("a", (ANA,))], "moodle-worksheet", tmp_path / "o", template)
    (path, _), _ = run([card("a", (ANA,))], "moodle-worksheet", tmp_path / "o", template, "Grade")
    assert (rows(path)[1][3], rows(path)[1][6]) == ("1", "6.5")


def test_feedback_zip(tmp_path: Path) -> None:
    """Each person has a folder that Moodle's importer reads, with text a student may see."""
    people = [Member(id=str(600 + place), name=name) for place, name in enumerate(NAMES)]
    people += [Member(id="700", name="../a_b\\c"), Member(id="701")]
    table = [ENGLISH] + [[f"Participant {one.id}", one.name, *SHEET[1][2:]] for one in people]
    template = save(tmp_path / "sheet.csv", table)
    cards = [card("group", people[:4]), *(rejected(one.id, (one,)) for one in people[4:])]
    paths, _ = run(cards, "moodle-worksheet", tmp_path / "filled.csv", template)
    assert [path.name for path in paths] == ["filled.csv", "filled-feedback.zip"]
    with zipfile.ZipFile(paths[1]) as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    for (path, text), one in zip(texts.items(), people, strict=True):
        folder, file = path.split("/")
        parts = folder.split("_", 4)  # as assignfeedback_file's importer does
        assert parts[1:] == [one.id, "assignsubmission", "file", ""]
        assert file == "feedback.txt"
        assert SECRET not in text
    assert "Élodie Cicero_601_assignsubmission_file_/feedback.txt" in texts
    first, *_, last = texts.values()
    assert first.startswith("Automatic grading: 6.5 / 12 points\n\n0 Build the modules: 4.5 / 6\n")
    assert f"    Seen (2, 4), expected (2, 3, 4).\n    Hint: {HINT}\n" in first
    assert MIXED[0].title not in first
    assert last == f"Automatic grading: 0 / 12 points\nRejected: {REASON}\n"


def test_reproducible_zip(tmp_path: Path) -> None:
    """The same grades make the same zip, byte for byte, at any time."""
    template = save(tmp_path / "sheet.csv", SHEET)
    made = []
    for out in ("a", "b"):
        made.append(run([card("a", (ANA,))], "moodle-worksheet", tmp_path / out, template)[0][1])
    assert made[0].read_bytes() == made[1].read_bytes()
    with zipfile.ZipFile(made[0]) as archive:
        assert {info.date_time[0] for info in archive.infolist()} == {1980}


def test_feedback_is_escaped_and_capped(tmp_path: Path) -> None:
    """HTML, escapes and floods in a message come to nothing in Moodle."""
    template = save(tmp_path / "sheet.csv", SHEET)
    nasty = failing("<script>alert(1)</script>\x1b[31m\u202e" + "x" * 50_000)
    nasty = card("a", (ANA,), nasty.tests())
    (path, packed), _ = run([nasty], "moodle-worksheet", tmp_path / "o", template)
    feedback = rows(path)[1][10]
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\\x1b[31m\\u202e" in feedback
    assert "<script" not in feedback
    assert len(feedback) < 21_000
    with zipfile.ZipFile(packed) as archive:
        assert len(archive.read(archive.namelist()[0])) < 21_000


def test_grade_csv(tmp_path: Path) -> None:
    """The grade CSV has only people with a grade, and every grade is a number."""
    ben = Member(id="0124", name="Ben", email="ben@example.com")
    cards = [card("a", (ANA, ben)), rejected("bad", (Member(id="9"),)), broken()]
    (path,), notes = run(cards, "moodle", tmp_path)
    found = records(path)
    assert [(row["ID number"], row["Grade"]) for row in found] == [
        ("501", "6.5"),
        ("0124", "6.5"),
        ("9", "0"),
    ]
    assert found[1]["Email address"] == "ben@example.com"
    assert found[1]["Feedback"] == "0 Build the modules: 4.5 / 6; 1 Parameter count: 2 / 6"
    assert found[2]["Feedback"] == f"Rejected: {REASON}"
    assert "participant numbers" not in notes
    assert "use moodle-worksheet" in run([card("a", (ANA,))], "moodle", tmp_path)[1]
