"""The export function: where files go, what it refuses, and the plain gradebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.export import FORMATS, ExportError
from grader.scorecard import Member, Override, Scorecard, Status, apply_overrides
from tests.export.export_kit import (
    ANA,
    MIXED,
    REASON,
    broken,
    card,
    points_card,
    records,
    rejected,
    rows,
    run,
    shown,
)

BEN = Member(id="0124", name="Ben O'Koro, Jr.", email="ben@example.com")
FILES = {
    "gradebook-csv": ["gradebook.csv"],
    "gradebook-xlsx": ["gradebook.xlsx"],
    "canvas": ["canvas.csv"],
    "canvas-comments": ["canvas-comments.json"],
    "moodle": ["moodle.csv"],
    "gradescope": ["ana/results.json", "ben/results.json"],
    "classroom50": ["ana/result.json", "ben/result.json"],
    "prairielearn": ["ana/results.json", "ben/results.json"],
    "junit": ["junit.xml"],
    "github-summary": ["summary.md", "annotations.txt"],
    "feedback": ["mail-merge.csv", "feedback/ana.txt", "feedback/ben.txt"],
}
# Formats that need a platform's file have tests of their own.
FILLED = ["blackboard", "brightspace", "gradescope-csv", "google-classroom", "moodle-worksheet"]


@pytest.mark.parametrize("to", FILES)
def test_folder(to: str, tmp_path: Path) -> None:
    """Every format writes its named files into a folder it makes, and nothing else."""
    out = tmp_path / "a" / "b"
    paths, _ = run([card("ana"), card("ben", (BEN,))], to, out)
    assert [path.relative_to(out).as_posix() for path in paths] == FILES[to]
    assert sorted(path for path in out.rglob("*") if path.is_file()) == sorted(paths)


@pytest.mark.parametrize(
    ("to", "out", "files"),
    [
        ("gradebook-csv", "grades.CSV", ["grades.CSV"]),
        ("junit", "ci.xml", ["ci.xml"]),
        ("github-summary", "s.md", ["s.md", "s-annotations.txt"]),
        ("gradescope", "results.json", ["results.json"]),
        ("gradebook-csv", "2025.autumn", ["2025.autumn/gradebook.csv"]),
    ],
)
def test_one_file(to: str, out: str, files: list[str], tmp_path: Path) -> None:
    """A path that ends like the format's first file is that file."""
    paths, _ = run([card("ana")], to, tmp_path / out)
    assert [path.relative_to(tmp_path).as_posix() for path in paths] == files
    assert all(path.is_file() for path in paths)


def test_all_formats_are_tried() -> None:
    """No format is without a test of its files."""
    assert set(FORMATS) == {*FILES, *FILLED}
    assert all(format.about for format in FORMATS.values())


def test_refusals(tmp_path: Path) -> None:
    """Each wrong use is refused with what to do instead."""
    template = tmp_path / "x.csv"
    template.write_text("a,b\n")
    cases: list[tuple[list[Scorecard], str, Path | None, str]] = [
        ([card()], "excel", None, "choose one of gradebook-csv, gradebook-xlsx, canvas"),
        ([], "canvas", None, "grade something first"),
        ([card()], "moodle-worksheet", None, "give it with --template"),
        ([card()], "junit", template, "these do: canvas, canvas-comments, blackboard"),
        ([card("a"), card("a")], "junit", None, "two scorecards are of one submission: a"),
        ([card("../../a")], "gradescope", None, "is no name for a file"),
    ]
    for cards, to, given, message in cases:
        with pytest.raises(ExportError, match=message):
            run(cards, to, tmp_path / "out", given)
    with pytest.raises(ExportError, match="give a folder"):
        run([card("ana"), card("ben")], "gradescope", tmp_path / "all.json")
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportError, match="Give another place with -o"):
        run([card()], "junit", tmp_path / "file" / "below")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "x.csv"]


def test_same_bytes(tmp_path: Path) -> None:
    """The same cards are the same bytes, and a second export replaces the first."""
    for to in FILES.keys() - {"gradebook-xlsx"}:  # a workbook holds the time at which it was made
        first = [path.read_bytes() for path in run([card()], to, tmp_path / to)[0]]
        again = [path.read_bytes() for path in run([card()], to, tmp_path / to)[0]]
        assert first == again


def test_gradebook(tmp_path: Path) -> None:
    """The gradebook has one row per person, in the fields people sort by."""
    group = card(
        "group",
        (ANA, BEN),
        late=True,
        attempt=2,
        submitted_at="2025-10-12T08:00",
        notices=("older: a.py", "=1"),
    )
    alone = card("lone", (), MIXED[:2], Status.PROVISIONAL)
    paths, notes = run(
        [group, alone, rejected("bad", (Member(id="9"),)), broken()], "gradebook-csv", tmp_path
    )
    found = records(paths[0])
    assert found[1] == {
        "id": '="0124"',
        "name": "Ben O'Koro, Jr.",
        "email": "ben@example.com",
        "submission": "group",
        "score": "6.5",
        "max": "12",
        "0 Build the modules": "4.5",
        "1 Parameter count": "2",
        "status": "graded",
        "late": "yes",
        "penalty": "",
        "attempt": "2",
        "submitted_at": "2025-10-12T08:00",
        "notices": "older: a.py; =1",
    }
    assert [shown(row["id"]) for row in found] == ["101", "0124", "lone", "9"]
    assert (found[2]["status"], found[2]["late"], found[2]["max"]) == ("provisional", "", "6")
    assert (found[3]["score"], found[3]["status"], found[3]["notices"]) == ("0", "rejected", REASON)
    assert "the grader itself failed; no grade exported, grade again: broken" in notes
    assert "provisional, only visible examples were run: lone" in notes


def test_decisions(tmp_path: Path) -> None:
    """A teacher's points are exported, and said to be theirs."""
    decided = apply_overrides(card(), (Override(1, 5.0, "shown in class"),))
    paths, _ = run([decided], "gradebook-csv", tmp_path)
    (row,) = records(paths[0])
    assert (row["score"], row["1 Parameter count"]) == ("9.5", "5")
    assert row["notices"] == "exercise 1: 5 points by decision (shown in class)"


@pytest.mark.parametrize("to", ["gradebook-csv", "canvas", "moodle", "classroom50"])
def test_a_fault_of_the_grader_is_no_grade(to: str, tmp_path: Path) -> None:
    """A card of a failed grader appears in no gradebook, but in the notes."""
    other = points_card(2, 3, BEN, id="ben")
    paths, notes = run([broken("lost", (ANA,)), other], to, tmp_path)
    assert "grade again: lost" in notes
    assert not any("lost" in part for path in paths for part in path.parts)
    assert not any(b"Ana Lima" in path.read_bytes() for path in paths)


def test_rfc_4180(tmp_path: Path) -> None:
    """Our own files have CRLF, the byte order mark that Excel needs, and doubled quotes."""
    (path,), _ = run(
        [points_card(1, 3, Member(id="1", name='A "B", C'))], "gradebook-csv", tmp_path
    )
    data = path.read_bytes()
    assert data.startswith(b"\xef\xbb\xbfid,name,email,submission,score,max,")
    assert b'\r\n1,"A ""B"", C",,one,1,3,' in data
    assert data.count(b"\n") == data.count(b"\r\n") == len(rows(path))
