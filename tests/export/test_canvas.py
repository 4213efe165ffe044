"""Canvas: the instructor's own gradebook export, one column of it changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.export import ExportError
from grader.scorecard import Member
from tests.export.export_kit import broken, points_card, rejected, rows, run, save

HEADER = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Notes"]
HEADER += ["Essay, first (11)", "Embeddings (12)", "Final Score", "Assignments Current Score"]
TEMPLATE = [
    HEADER,
    ["", "", "", "", "", "", "", "Manual Posting", "", ""],
    ["    Points Possible", "", "", "", "", "", "10", "12.00", "(read only)", "(read only)"],
    ["Lima, Ana", "101", "00123", "alima", "Section 1", "=x", "7,5", "", "50.00", ""],
    ["O'Koro, Jr., Ben", "102", "00124", "bokoro", "Section 1", "", "8", "3.00", "80", ""],
    ["王, 小明", "103", "00125", "wang@example.com", "S", "", "", "EX", "", ""],
    ["Cicero, Élodie", "104", "00126", "ecicero", "S", 'say "hi"', "1,234.5", "2", "", ""],
    ["Student, Test", "105", "", "", "S", "", "", "", "", ""],
]


def fill(tmp_path: Path, *cards: object, **options: object) -> tuple[list[list[str]], str]:
    """Fill in the template and return the rows and the notes."""
    template = save(tmp_path / "export.csv", TEMPLATE)
    options = {"assignment": "Embeddings", **options}
    (path,), notes = run(list(cards), "canvas", tmp_path / "out.csv", template, **options)  # type: ignore[arg-type]
    return rows(path), notes


def member(id: str, name: str = "", email: str = "") -> Member:
    """Return a person."""
    return Member(id=id, name=name, email=email)


@pytest.mark.parametrize(
    ("who", "row"),
    [
        (member("101", "limaana"), 3),
        (member("00123", "Ana Lima", "ana@example.com"), 3),
        (member("alima"), 3),
        (member("ALIMA"), 3),
        (member("x9", "Ben O'Koro Jr", "bokoro"), 4),
        (member("104", "ciceroélodie"), 6),
        (member("elodie.zip", "Élodie Cicero"), 6),
        (member("no-id", "Cicero, E\u0301lodie"), 6),
    ],
)
def test_matching(who: Member, row: int, tmp_path: Path) -> None:
    """People are found by ID, then by the school's ids, then by name; only their cell changes."""
    found, _ = fill(tmp_path, points_card(1234.5, 2000, who))
    expected = [list(TEMPLATE[place]) for place in (0, 1, 2, row)]
    expected[3][7] = "1234.5"
    assert found == expected


def test_left_out_and_reported(tmp_path: Path) -> None:
    """Students without a grade are left out, and everyone who was not found is named."""
    found, notes = fill(
        tmp_path,
        points_card(6, 12, member("101", "limaana"), member("777", "Nobody"), id="group"),
        broken("lost", (member("102"),)),
        rejected("bad", (member("104"),)),
        points_card(12, 12, member("103"), id="excused"),
    )
    assert [row[0] for row in found[3:]] == ["Lima, Ana", "王, 小明", "Cicero, Élodie"]
    assert [row[7] for row in found[3:]] == ["6", "EX", "0"]
    assert "graded, but not in export.csv: Nobody (777)" in notes
    assert "no grade exported, grade again: lost" in notes
    assert "bad: rejected: embeddings.py is given twice" in notes
    assert "left as they are: 王, 小明 (EX)" in notes
    assert "2 in export.csv without a grade, left out" in notes


def test_names_are_checked(tmp_path: Path) -> None:
    """A match by name only, or by an id under another name, is a note; points too."""
    _, notes = fill(
        tmp_path,
        points_card(1, 20, member("elodie", "Élodie Cicero"), id="a"),
        points_card(2, 20, member("102", "group7"), id="b"),
    )
    assert "found by name only, check: Élodie Cicero (elodie) is Cicero, Élodie" in notes
    assert "group7 (102) is O'Koro, Jr., Ben" in notes
    assert "Embeddings (12) is worth 12.00 points in Canvas, the cards 20" in notes


def test_ambiguous_ids(tmp_path: Path) -> None:
    """An id that is one student's ID and another's SIS id needs the name to decide."""
    table = [*TEMPLATE, ["Doe, Dan", "00123", "900", "ddoe", "S", "", "", "", "", ""]]
    template = save(tmp_path / "t.csv", table)
    for name, filled in (("", None), ("Ana Lima", "Lima, Ana"), ("Dan Doe", "Doe, Dan")):
        card = points_card(4, 12, member("00123", name))
        if filled is None:
            with pytest.raises(ExportError, match="More than one row fits, none was filled"):
                run([card], "canvas", tmp_path / "o.csv", template, "Embeddings")
            continue
        (path,), notes = run([card], "canvas", tmp_path / "o.csv", template, "Embeddings")
        assert [row[0] for row in rows(path)[3:]] == [filled]
        assert "none was filled" not in notes


def test_one_student_in_two_submissions(tmp_path: Path) -> None:
    """Two submissions of one student, under different keys, give the higher score and a note."""
    low, high = (
        points_card(3, 12, member("101"), id="a"),
        points_card(9, 12, member("alima"), id="b"),
    )
    found, notes = fill(tmp_path, low, high)
    assert found[3][7] == "9"
    assert "Lima, Ana is in several submissions (a, b): the highest score, that of b" in notes


@pytest.mark.parametrize("wanted", ["Embeddings", "embeddings ", "Embeddings (12)", "12"])
def test_choice_of_column(wanted: str, tmp_path: Path) -> None:
    """The assignment may be named by title, whole header or number."""
    found, _ = fill(tmp_path, points_card(6, 12, member("101")), assignment=wanted)
    assert (found[3][6], found[3][7]) == ("7,5", "6")


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("", "which assignment is meant: choose with --assignment TITLE"),
        ("Embedding", "Its assignments: Essay, first \\(11\\); Embeddings \\(12\\)"),
    ],
)
def test_no_such_column(wanted: str, message: str, tmp_path: Path) -> None:
    """If the column is not clear, the assignments are listed and nothing is written."""
    with pytest.raises(ExportError, match=message):
        fill(tmp_path, points_card(6, 12, member("101")), assignment=wanted)
    assert [path.name for path in tmp_path.iterdir()] == ["export.csv"]


@pytest.mark.parametrize("delimiter", [",", ";"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_dialect_is_kept(delimiter: str, bom: str, tmp_path: Path) -> None:
    """Delimiter, byte order mark, newlines and all other cells are those of the template."""
    table = [["LastName", "FirstName", "ID", "SIS Login ID", "Section", "Embeddings (12)", "X"]]
    table += [["    Points Possible", "", "", "", "", "12", ""]]
    table += [["Lima", "Ana", "101", "alima", "a;b,c", "", "two\nlines"]]
    template = save(tmp_path / "t.csv", table, delimiter, bom)
    card = points_card(2.25, 12, member("?", "Ana Lima"))
    (path,), _ = run([card], "canvas", tmp_path / "o.csv", template)
    table[2][5] = "2,25" if delimiter == ";" else "2.25"
    assert path.read_bytes() == save(tmp_path / "expected.csv", table, delimiter, bom).read_bytes()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "it is empty"),
        (
            b"Identifier,Full name,Status,Grade\n",
            "not a gradebook export of Canvas: its first line",
        ),
        (b'Student,ID,"SIS,Section\n', "is not a gradebook export of Canvas"),
        (b"PK\x03\x04xlsx", "is a workbook or archive: save it as CSV"),
        ("Student,ID,Section,É (1)".encode("cp1252"), "is neither UTF-8 nor UTF-16 text"),
        (None, "No such file"),
    ],
)
def test_wrong_template(data: bytes | None, message: str, tmp_path: Path) -> None:
    """A wrong template is refused by name, with what is wrong with it."""
    template = tmp_path / "wrong.csv"
    if data is not None:
        template.write_bytes(data)
    with pytest.raises(ExportError, match=message) as caught:
        run([points_card(1, 3, member("1"))], "canvas", tmp_path / "out", template)
    assert "wrong.csv" in str(caught.value)


def test_template_is_not_overwritten(tmp_path: Path) -> None:
    """Filling a template in place is refused: it would lose the ungraded students."""
    template = save(tmp_path / "export.csv", TEMPLATE)
    before = template.read_bytes()
    with pytest.raises(ExportError, match="is the template itself"):
        run([points_card(1, 12, member("101"))], "canvas", template, template, "12")
    assert template.read_bytes() == before


def test_without_template(tmp_path: Path) -> None:
    """Without a template people get a row with the keys that are known of them."""
    cards = [
        points_card(1, 12, member("101", "limaana"), id="a"),
        points_card(2, 12, member("00124", "Ben O'Koro", "ben@example.com"), id="b"),
        points_card(3, 12, member("wang@example.com", "王小明", "wang@example.com"), id="c"),
    ]
    (path,), notes = run(cards, "canvas", tmp_path)
    assert rows(path) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Embedding exercises"],
        ["    Points Possible", "", "", "", "", "12"],
        ["limaana", "101", "", "", "", "1"],
        ["Ben O'Koro", "", "00124", "ben@example.com", "", "2"],
        ["王小明", "", "", "wang@example.com", "", "3"],
    ]
    assert "better fill in your own gradebook export with --template" in notes
