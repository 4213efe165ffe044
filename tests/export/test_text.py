"""Text and tables: nothing a student wrote means anything where it is shown."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.export import ExportError, table, text
from grader.scorecard import Member
from grader.text import listed, visible_in_file
from tests.export.export_kit import NAMES, failing, points_card, records, rows, run, shown

TEXTS = st.text(st.characters(codec=None), max_size=60) | st.text(
    "=+-@\t\r\n\"';,|`<>&0123.\x1b\u202e\ufeff\u0000 aé王😀", max_size=30
)


@settings(max_examples=300, deadline=None)
@given(TEXTS, st.sampled_from(",;\t"))
def test_any_text_is_a_cell(words: str, delimiter: str) -> None:
    """Any text reads back from a cell as one cell that no spreadsheet takes for a formula."""
    cells = [text.cell(words), text.cell(words[::-1]), "end"]
    for newline in ("\r\n", "\n"):
        written = table.Table([cells, cells], delimiter, newline).content().decode()
        reader = csv.reader(io.StringIO(written, newline=""), delimiter=delimiter, strict=True)
        assert list(reader) == [cells, cells]
    formula = cells[0].lstrip().startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠"))
    assert not formula or float(cells[0].replace(",", ".")) is not None
    assert not any(char in cells[0] for char in "\n\r\x00\x1b\u202e\ufeff")


@pytest.mark.parametrize(
    ("words", "cell"),
    [
        ("=1+1", "'=1+1"),
        ('=HYPERLINK("http://x")', '\'=HYPERLINK("http://x")'),
        ("+1-1", "'+1-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-cmd|' /C calc'!A0", "'-cmd|' /C calc'!A0"),
        ("  =1", "'  =1"),
        ("＝1", "'＝1"),
        ("\t=1", "'    =1"),
        ("\r=1", "\\r=1"),
        ("-3", "-3"),
        ("-3.25", "-3.25"),
        ("00123", "00123"),
        ("ana@example.com", "ana@example.com"),
        ("two\nlines", "two lines"),
    ],
)
def test_formulas(words: str, cell: str) -> None:
    """What begins like a formula gets an apostrophe; numbers and ids stay what they are."""
    assert text.cell(words) == cell


@given(st.lists(st.text(max_size=8).filter(lambda cell: "\0" not in cell), min_size=2))
def test_any_row_reads_back(cells: list[str]) -> None:
    """A cell of a template is written back as it was, whatever is in it."""
    written = table.Table([cells], ",", "\n").content().decode()
    assert list(csv.reader(io.StringIO(written, newline=""), strict=True)) == [cells]


@settings(deadline=None)
@given(TEXTS)
def test_visible_text(words: str) -> None:
    """Shown text is legal in UTF-8 and XML, and holds no control or direction character."""
    shown = visible_in_file(words)
    shown.encode()
    assert not any(ord(char) < 32 and char != "\n" for char in shown)
    assert not set(shown) & set("\u202a\u202e\u2066\u200e\u200f\ufffe\uffff\x7f\x9b")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (3.0, "3"),
        (0.1 + 0.2, "0.3"),
        (-0.0, "0"),
        (12345.5, "12345.5"),
        (2.345, "2.35"),
        (-1, "-1"),
    ],
)
def test_numbers(value: float, shown: str) -> None:
    """Numbers have at most two decimals, a point, and no thousands separators."""
    assert text.points(value) == shown


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
@pytest.mark.parametrize(
    "to", ["gradebook-csv", "canvas", "moodle", "gradescope", "classroom50", "prairielearn"]
)
def test_no_infinite_numbers(value: float, to: str, tmp_path: Path) -> None:
    """A number that is none is refused by every format, and nothing is written."""
    with pytest.raises(ExportError, match="grade that submission again"):
        run([points_card(value, 3)], to, tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("to", ["gradebook-csv", "canvas", "moodle"])
def test_names_survive(name: str, to: str, tmp_path: Path) -> None:
    """Names with commas, quotes, accents, CJK, emoji and Hebrew come back from every CSV."""
    member = Member(id="00123", name=name, email="a@example.com")
    (path,), _ = run([points_card(2, 3, member)], to, tmp_path)
    cells = [shown(cell) for row in rows(path) for cell in row]
    assert {name, "00123", "a@example.com", "2"} <= set(cells)


def test_formula_in_every_text(tmp_path: Path) -> None:
    """A formula in a name, an id, an e-mail or a notice reaches no gradebook."""
    member = Member(id="=1", name="=cmd|'/C calc'!A0", email="@x")
    graded = points_card(-1, 3, member)
    for to in ("gradebook-csv", "canvas", "moodle"):
        (path,), _ = run([graded], to, tmp_path / to)
        cells = [cell for row in rows(path) for cell in row]
        assert not any(cell.startswith(("=", "@", "+")) for cell in cells)
        assert "-1" in cells


def test_markdown_and_shortening() -> None:
    """Markdown is escaped sign by sign, and a cut text shows it."""
    assert text.markdown("a|b `c` <b> @ana [x](y)\nz") == (
        "a\\|b \\`c\\` &lt;b&gt; @&#8203;ana \\[x\\]\\(y\\) z"
    )
    assert [text.shorten("abcd", limit) for limit in (4, 3, 1, 0)] == ["abcd", "ab…", "…", ""]
    assert listed(map(str, range(23))).endswith("19 and 3 more")


def test_notes_are_fit_for_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By default notes go to stderr, one line each, escapes spelt out."""
    from grader.export import export

    card = failing("x")
    member = Member(id="7", name="A\x1b[31m\nB")
    doubled = [points_card(1, 3, member, id="a"), points_card(2, 3, member, id="b"), card]
    export(doubled, "canvas", tmp_path, None)
    written = capsys.readouterr()
    assert written.out == ""
    assert "note: A\\x1b[31m B (7) is in several submissions (a, b): the highest" in written.err
    assert all(line.startswith("note: ") for line in written.err.splitlines())
    assert [row["ID"] for row in records(tmp_path / "canvas.csv")] == ["", "7", "101"]
