"""Blackboard, Brightspace, Gradescope and Google Classroom: their own files, one column changed."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from grader.export import ExportError
from grader.export.gradebook import as_text
from grader.export.numbers import style_of
from grader.export.people import is_changed
from grader.scorecard import Member
from tests.export.export_kit import ANA, NAMES, points_card, records, rows, run, save

BLACKBOARD_COLUMNS = ["Embeddings [Total Pts: 100 Score] |204", "Essay [Total Pts: 10 Score] |205"]
TOTAL = "Weighted Total [Total Pts: up to 110 Percentage] |203"
BRIGHTSPACE_HEADER = ["OrgDefinedId", "Username", "Last Name", "First Name", "Email"]
GRADE = "Embeddings Points Grade <Numeric MaxPoints:100 Weight:20 Category:Homework>"


def blackboard(
    people: list[list[str]],
    header: list[str],
    encoding: str = "utf-16-le",
    bom: bytes = b"\xff\xfe",
) -> bytes:
    """Return a file as Blackboard writes it: every cell quoted, tabs, a byte-order mark."""
    lines = ("\t".join(f'"{cell}"' for cell in row) for row in [header, *people])
    return bom + "\n".join(lines).encode(encoding)


@pytest.mark.parametrize(
    ("encoding", "bom"),
    [("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff"), ("utf-8", b""), ("utf-16-le", b"")],
)
@pytest.mark.parametrize(
    ("words", "most"),
    [
        (["Last Name", "First Name", "Username", "Student ID", "Last Access"], "Total Pts: 100 S"),
        (["Apellidos", "Nombre", "Usuario", "ID", "Último acceso"], "Total de puntos: 100 P"),
        (["姓", "名", "用户名", "学生 ID", "上次访问"], "总分：100 分"),
    ],
)
def test_blackboard(encoding: str, bom: bytes, words: list[str], most: str, tmp_path: Path) -> None:
    """In any language and encoding only the grade changes, and the bytes stay Blackboard's."""
    header = [*words, TOTAL, f"Embeddings [{most}] |204"]
    people = [
        ["Lima", "Ana", "alima", "00123", "2025-10-10", "", ""],
        ["王", "小明", "wang", "00124", "2025-10-10", "", "Needs Grading"],
        ["Doe", "Dan", "ddoe", "00125", "2025-10-10", "", "7"],
    ]
    template = tmp_path / "gc.xls"
    template.write_bytes(blackboard(people, header, encoding, bom))
    cards = [
        points_card(88.5, 100, Member("alima"), id="a"),
        points_card(70, 100, Member("00124"), id="b"),
    ]
    (path,), notes = run(cards, "blackboard", tmp_path / "out", template)
    assert path.name == "blackboard.xls"
    people[0][6], people[1][6] = "88.5", "70"
    assert path.read_bytes() == blackboard(people[:2], header, encoding, bom) + "\n".encode(
        encoding
    )
    assert notes == "1 in gc.xls without a grade, left out: Blackboard keeps theirs"


def test_blackboard_has_several(tmp_path: Path) -> None:
    """A column of totals is never filled in; of several assignments, the user has to name one."""
    people = [["Lima", "Ana", "alima", "1", "2", "3"]]
    header = ["Last Name", "First Name", "Username", TOTAL, *BLACKBOARD_COLUMNS]
    template = tmp_path / "gc.xls"
    template.write_bytes(blackboard(people, header))
    one = points_card(5, 10, Member("alima"))
    with pytest.raises(ExportError, match=r"Its assignments: Embeddings [^;]*; Essay [^;]*$"):
        run([one], "blackboard", tmp_path / "out", template)
    for wanted in ("Essay", "205"):
        (path,), _ = run([one], "blackboard", tmp_path / wanted, template, wanted)
        text = path.read_bytes().decode("utf-16")
        assert list(csv.reader(io.StringIO(text), delimiter="\t"))[1][3:] == ["1", "2", "5"]


@pytest.mark.parametrize("mark", ["#", ""])
@pytest.mark.parametrize("grade", [GRADE, "Embeddings Points Grade"])
def test_brightspace(mark: str, grade: str, tmp_path: Path) -> None:
    """Only ids, the grade and the mark at the end of the line go back, for graded people."""
    header = [*BRIGHTSPACE_HEADER, "Quiz Points Grade <Numeric MaxPoints:5>", grade]
    header.append("End-of-Line Indicator")
    table = [header]
    for number, name in enumerate(NAMES):
        who = [f"{mark}0012{number}", f"{mark}user{number}", name, "Kim", f"u{number}@x.org"]
        table.append([*who, "3", "", "#"])
    template = save(tmp_path / "b.csv", table)
    cards = [
        points_card(50.25, 100, Member("00121"), id="a"),
        points_card(60, 100, Member("user3"), id="b"),
        points_card(70, 100, Member("77", f"Kim {NAMES[4]}"), id="c"),
    ]
    (path,), notes = run(cards, "brightspace", tmp_path / "out", template, "Embeddings")
    assert rows(path) == [
        ["OrgDefinedId", "Username", grade, "End-of-Line Indicator"],
        [f"{mark}00121", f"{mark}user1", "50.25", "#"],
        [f"{mark}00123", f"{mark}user3", "60", "#"],
        [f"{mark}00124", f"{mark}user4", "70", "#"],
    ]
    assert f"found by name only, check: Kim {NAMES[4]} (77)" in notes


def test_brightspace_needs_its_mark(tmp_path: Path) -> None:
    """A file whose lines do not end in the mark is not Brightspace's."""
    template = save(tmp_path / "b.csv", [["Username", "E Points Grade"], ["alima", "3"]])
    with pytest.raises(ExportError, match="is not a grades export of Brightspace"):
        run([points_card(1, 3, Member("alima"))], "brightspace", tmp_path / "o", template)


@pytest.mark.parametrize(
    ("header", "cells", "assignment"),
    [
        (["Name", "SID", "Email", "Total Score", "Max Points", "Status"], ["", "100.0", "X"], ""),
        (["Name", "SID", "Email", "HW, 1", "HW, 1 - Max Points", "HW, 1 - Lateness (H:M:S)"],
         ["1", "100.0", "0"], "HW, 1"),
    ],
)  # fmt: skip
def test_gradescope(header: list[str], cells: list[str], assignment: str, tmp_path: Path) -> None:
    """Gradescope's file of a course or an assignment keeps its other people and cells."""
    table = [header, ["Ana Lima", "00123", "ana@x.org", *cells], ["Dan", "2", "dan@x.org", *cells]]
    template = save(tmp_path / "scores.csv", table)
    member = Member("00123", "Ana Lima", "ana@x.org")
    (path,), _ = run(
        [points_card(90, 100, member)], "gradescope-csv", tmp_path / "o", template, assignment
    )
    table[1][3] = "90"
    assert rows(path) == table


@pytest.mark.parametrize("words", ["Last Name,First Name,Email Address", "Apellido,Nombre,Correo"])
def test_google_classroom(words: str, tmp_path: Path) -> None:
    """Rows without an address are not people, and give the points that an assignment is worth."""
    table = [
        [*words.split(","), "Essay", "Embeddings"],
        ["", "", "Date", "2025-10-01", "2025-10-12"],
        ["", "", "Points", "10", "100"],
        ["Lima", "Ana", "ana@x.org", "7", ""],
        ["Doe", "Dan", "dan@x.org", "8", ""],
    ]
    template = save(tmp_path / "grades.csv", table)
    one = points_card(30, 50, Member("ana@x.org", "Ana Lima"))
    (path,), notes = run([one], "google-classroom", tmp_path / "o", template, "embeddings")
    table[3][4] = "30"
    assert rows(path) == table
    assert "Embeddings is worth 100 points in Google Classroom, the cards 50" in notes


@pytest.mark.parametrize(
    ("cells", "delimiter", "decimal"),
    [
        (["87,50"], ",", ","),
        (["1.000,00", "x"], ",", ","),
        (["1,000.00"], ";", "."),
        (["1,000"], ",", "."),
        (["1,000"], ";", ","),
        (["1,000", "87.5"], ";", "."),
        (["1 000,5"], "\t", ","),
        (["1\u202f000,5"], ",", ","),
        (["1'000.50"], ";", "."),
        (["1,000,000"], ";", "."),
        (["2025-10-12", "EX", ""], ",", "."),
    ],
)
def test_style_of_numbers(cells: list[str], delimiter: str, decimal: str) -> None:
    """The decimal sign is read from all numbers of a file, groups are told apart from it."""
    assert style_of(cells, delimiter).decimal == decimal


def test_numbers_in_the_files_own_style(tmp_path: Path) -> None:
    """A maximum of 1,000.00 is a thousand, and a file with decimal commas gets decimal commas."""
    for most, grade, same in (("1,000.00", "7.5", True), ("1.000,00", "7,5", False)):
        table = [
            ["Student", "ID", "SIS Login ID", "Section", "E (1)", "F (2)"],
            ["    Points Possible", "", "", "", most, "10"],
            ["Lima, Ana", "101", "alima", "S", "", grade],
        ]
        template = save(tmp_path / "g.csv", table)
        (path,), notes = run(
            [points_card(87.5, 1000, ANA)], "canvas", tmp_path / "o", template, "1"
        )
        assert rows(path)[2][4] == ("87.5" if same else "87,5")
        assert "points in Canvas" not in notes


@pytest.mark.parametrize(
    ("cell", "id", "changed"),
    [
        ("1.07E+13", "10712345678901", True),
        ("1,07E+13", "10712345678901", True),
        ("1.08E+13", "10712345678901", False),
        ("1E+13", "10712345678901", True),
        ("123", "00123", True),
        ("00123", "123", True),
        ("123.0", "123", True),
        ("12345678901234500000", "12345678901234567890", True),
        ("124", "00123", False),
        ("00123", "00123", False),
        ("alima", "00123", False),
    ],
)
def test_changed_ids(cell: str, id: str, changed: bool) -> None:
    """What a spreadsheet makes of an id is known by its number, not by its letters."""
    assert is_changed(cell, id) is changed


def damaged(tmp_path: Path, *ids: str) -> Path:
    """Return a Canvas gradebook of Ana Lima and Dan Doe with these ids."""
    table = [["Student", "ID", "SIS Login ID", "Section", "E (1)"]]
    table += [
        [name, id, "", "S", ""] for name, id in zip(["Lima, Ana", "Doe, Dan"], ids, strict=True)
    ]
    return save(tmp_path / "gradebook.csv", table)


@pytest.mark.parametrize("ids", [("1.07E+13", "1.07E+13"), ("107", "108")])
def test_damaged_ids_are_matched_by_name_and_said(ids: tuple[str, str], tmp_path: Path) -> None:
    """An id that a spreadsheet changed is matched by name, with a note that says so."""
    id = "10712345678901" if "E" in ids[0] else "00107"
    card = points_card(6, 12, Member(id, "Ana Lima"))
    (path,), notes = run([card], "canvas", tmp_path / "o", damaged(tmp_path, *ids))
    assert [row[0] for row in rows(path)] == ["Student", "Lima, Ana"]
    assert (
        f"the name decided; check them, or download the file again and do not open it: Ana Lima"
        f" ({id}) is Lima, Ana, there {ids[0]}" in notes
    )


def test_damaged_ids_without_a_name_are_refused(tmp_path: Path) -> None:
    """Where no name decides, a damaged id fills nothing, and the message says why."""
    template = damaged(tmp_path, "1.07E+13", "1.07E+13")
    with pytest.raises(
        ExportError, match=r"A spreadsheet has changed ids.*there perhaps 1.07E\+13"
    ):
        run([points_card(6, 12, Member("10712345678901"))], "canvas", tmp_path / "o", template)
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize("to", ["canvas", "moodle-worksheet"])
def test_a_template_of_nobody_is_refused(to: str, tmp_path: Path) -> None:
    """Another class's file is an error that names who was looked for and who is there."""
    table = [["Student", "ID", "SIS Login ID", "Section", "E (1)"], ["Doe, Dan", "7", "", "S", ""]]
    if to == "moodle-worksheet":
        table = [
            ["Identifier", "Full name", "Grade", "Maximum grade", "Last modified (grade)"],
            ["Participant 7", "Dan Doe", "", "12.00", "-"],
        ]
    template = save(tmp_path / "t.csv", table)
    with pytest.raises(ExportError, match=r"another class's.*Graded: Ana Lima.*There: .*(Dan|7)"):
        run([points_card(6, 12, ANA)], to, tmp_path / "o", template)
    assert not (tmp_path / "o").exists()


@pytest.mark.parametrize(
    ("id", "cell"),
    [
        ("00123", '="00123"'),
        ("10712345678901", '="10712345678901"'),
        ("1E5", '="1E5"'),
        ("3-4", '="3-4"'),
        ("SEP12", '="SEP12"'),
        ("12-mars", '="12-mars"'),
        ("101", "101"),
        ("alima", "alima"),
        ("ana@x.org", "ana@x.org"),
        ("=1+1", "'=1+1"),
    ],
)
def test_ids_stay_text(id: str, cell: str) -> None:
    """An id that a spreadsheet would read as a number or a date is given as text."""
    assert as_text(id) == cell


def test_workbook(tmp_path: Path) -> None:
    """In the workbook ids are text, points are numbers and nothing is a formula."""
    from openpyxl import load_workbook

    members = [Member("00123", "=1+1"), Member("10712345678901", "王小明")]
    cards = [points_card(2.5, 3, member, id=f"s{n}") for n, member in enumerate(members)]
    (path,), _ = run(cards, "gradebook-xlsx", tmp_path)
    _, *found = load_workbook(path)["gradebook"].iter_rows()
    assert [[cell.value for cell in row[:2]] for row in found] == [
        ["00123", "=1+1"],
        ["10712345678901", "王小明"],
    ]
    assert {row[1].data_type for row in found} == {"s"}
    assert found[0][4].value == 2.5


@pytest.mark.parametrize("template", [False, True])
def test_canvas_comments(template: bool, tmp_path: Path) -> None:
    """Comments are keyed by Canvas's own ids, which a gradebook export gives for the others."""
    table = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section"]]
    table += [["Lima, Ana", "101", "", "", ""], ["Koro, Ben", "102", "", "bkoro", ""]]
    given = save(tmp_path / "g.csv", table) if template else None
    cards = [points_card(1, 3, ANA, id="a"), points_card(2, 3, Member("bkoro"), id="b")]
    (path,), notes = run(cards, "canvas-comments", tmp_path / "o", given)
    comments = json.loads(path.read_text(encoding="utf-8"))["grade_data"]
    assert comments.keys() == ({"101", "102"} if template else {"101"})
    assert comments["101"]["text_comment"].startswith("Automatic grading: 1 / 3 points")
    assert ("no id of Canvas's is known, no comment written" in notes) is not template


def test_feedback_folder_and_mail_merge(tmp_path: Path) -> None:
    """Each submission has a text, and each of its people a row with address, text and page."""
    members = [Member("1", "Ana Lima", "ana@x.org"), Member("2", "=Dan")]
    paths, notes = run(
        [points_card(1, 3, *members, id="grúpo/1".replace("/", " "))], "feedback", tmp_path
    )
    merge, text = paths
    found = records(merge)
    assert [(row["name"], row["email"], row["score"]) for row in found] == [
        ("Ana Lima", "ana@x.org", "1"),
        ("'=Dan", "", "1"),
    ]
    assert {row["text"] for row in found} == {text.read_text(encoding="utf-8")}
    assert found[0]["page"] == f"report/students/{text.stem}.html"
    assert "1 without an e-mail address" in notes
