"""From a platform's download to its own keys again, with no roster in between."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from grader.intake import open_batch
from grader.scorecard import Scorecard
from grader.submission import Submission
from tests.export.export_kit import card, records, rows, run, save, shown

CODE = b"class TokenEmbedding:\n    pass\n"
CANVAS = [
    "limaana_101_5001_embeddings.py",
    "okoroben_LATE_102_5003_embeddings-1.py",
    "ciceroélodie_103_5009_embeddings.py",
    "小明王_104_5005_embeddings.py",
]
MOODLE = [
    "Ana Lima_501_assignsubmission_file_/embeddings.py",
    "Ben O'Koro, Jr._502_assignsubmission_file_/embeddings.py",
    "Élodie “Lo” Cicero_503_assignsubmission_file_/embeddings.py",
    "王小明_504_assignsubmission_file_/embeddings.py",
    "Dan Doe 😀_505_assignsubmission_file_/embeddings.py",
    "נועה לוי_506_assignsubmission_file_/embeddings.py",
]
METADATA = """---
submission_11:
  :submitters:
  - :name: Ana Lima
    :sid: 00123
    :email: ana@example.com
  - :name: "Ben O'Koro, Jr."
    :sid: '0124'
    :email: ben@example.com
submission_12:
  :submitters:
  - :name: 王小明
    :sid:
    :email: wang@example.com
"""


def download(path: Path, names: list[str], **others: bytes) -> list[Scorecard]:
    """Write a bulk download, open it as the grader does, and return a card for each."""
    with zipfile.ZipFile(path, "w") as archive:
        for place, name in enumerate(names):
            archive.writestr(name, CODE + b"# %d\n" % place)
        for name, data in others.items():
            archive.writestr(name.replace("__", "/").replace("metadata", "metadata.yml"), data)
    return [graded(submission) for submission in open_batch(path)]


def graded(submission: Submission) -> Scorecard:
    """Return the card a submission would get."""
    return card(
        submission.id,
        submission.members,
        late=submission.late,
        notices=submission.notices,
        submitted_at=submission.submitted_at,
    )


def test_canvas(tmp_path: Path) -> None:
    """The ids in Canvas's file names are the ids in its gradebook."""
    cards = download(tmp_path / "submissions.zip", CANVAS)
    header = ["Student", "ID", "SIS Login ID", "Section", "Embeddings (12)"]
    people = ["Lima, Ana", "Okoro, Ben", "Cicero, Élodie", "王, 小明"]
    table = [header] + [[who, str(101 + n), f"u{n}", "S", ""] for n, who in enumerate(people)]
    template = save(tmp_path / "gradebook.csv", table)
    (path,), notes = run(cards, "canvas", tmp_path / "out", template)
    assert rows(path) == [header] + [[*row[:4], "6.5"] for row in table[1:]]
    assert notes == ""


def test_moodle(tmp_path: Path) -> None:
    """The numbers in Moodle's folders are the worksheet's participants; feedback goes back."""
    cards = download(tmp_path / "moodle.zip", MOODLE)
    names = [folder.partition("_")[0] for folder in MOODLE]
    header = ["Identifier", "Full name", "Status", "Grade", "Maximum grade", "Changeable"]
    header += ["Last modified (grade)", "Feedback comments"]
    table = [header]
    table += [
        [f"Participant {501 + n}", name, "Submitted", "", "12.00", "Yes", "-", ""]
        for n, name in enumerate(names)
    ]
    template = save(tmp_path / "sheet.csv", table)
    (path, packed), notes = run(cards, "moodle-worksheet", tmp_path / "out", template)
    assert [row["Grade"] for row in records(path)] == ["6.5"] * 6
    assert [row["Full name"] for row in records(path)] == names
    assert notes == ""
    with zipfile.ZipFile(packed) as archive:
        folders = {name.partition("/")[0] for name in archive.namelist()}
    assert folders == {name.partition("/")[0] for name in MOODLE}


@pytest.mark.parametrize("to", ["gradebook-csv", "canvas"])
def test_gradescope_members(to: str, tmp_path: Path) -> None:
    """Each member of a Gradescope group has a row, by student id with its zeros, or by mail."""
    folders = [f"assignment_7_export/submission_{number}/embeddings.py" for number in (11, 12)]
    data = {"assignment_7_export__submission_metadata": METADATA.encode()}
    cards = download(tmp_path / "export.zip", folders, **data)
    template = None
    if to == "canvas":
        table = [["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "E (1)"]]
        table += [["Lima, Ana", "1", "00123", "al", "S", ""]]
        table += [["O'Koro, Jr., Ben", "2", "0124", "bo", "S", ""]]
        table += [["王, 小明", "3", "77", "wang@example.com", "S", ""]]
        template = save(tmp_path / "gradebook.csv", table)
    (path,), notes = run(cards, to, tmp_path / "out", template)
    found = records(path)
    if to == "canvas":
        assert [(row["ID"], row["E (1)"]) for row in found] == [
            ("1", "6.5"),
            ("2", "6.5"),
            ("3", "6.5"),
        ]
        assert "not in" not in notes
    else:
        assert [(shown(row["id"]), row["submission"]) for row in found] == [
            ("00123", "submission_11"),
            ("0124", "submission_11"),
            ("wang@example.com", "submission_12"),
        ]


def test_gradescope_results(tmp_path: Path) -> None:
    """Gradescope's results stand in folders named like those of its export."""
    folders = [f"assignment_7_export/submission_{number}/embeddings.py" for number in (11, 12)]
    data = {"assignment_7_export__submission_metadata": METADATA.encode()}
    cards = download(tmp_path / "export.zip", folders, **data)
    paths, _ = run(cards, "gradescope", tmp_path / "out")
    assert [path.parent.name for path in paths] == ["submission_11", "submission_12"]
    for path in paths:
        assert sum(test["score"] for test in json.loads(path.read_text())["tests"]) == 6.5


def test_classroom50_owners(tmp_path: Path) -> None:
    """The owner of a Classroom 50 result is the user name in the clone's folder."""
    names = [f"cs-hello-{user}/embeddings.py" for user in ("ana-lima", "BenOkoro")]
    marks = {
        f"{name.partition('/')[0]}__.classroom50.yaml": b"classroom: cs\nassignment: hello\n"
        for name in names
    }
    cards = download(tmp_path / "clones.zip", names, **marks)
    paths, _ = run(cards, "classroom50", tmp_path / "out")
    owners = [json.loads(path.read_text())["owner"] for path in paths]
    assert owners == ["ana-lima", "BenOkoro"]
