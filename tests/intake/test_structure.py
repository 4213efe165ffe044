"""Decide by the structure of a whole download who is who, or refuse and say how to go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.intake import ClassOptions, IntakeError, open_batch, read_class
from grader.submission import Submission
from tests.intake.intake_kit import ALL, DIAG, EMB, OTHER, TIED, folder, notebook, put, said, zipped

NAMES = ("Ana Lima", "Ben O'Koro", "王小明", "Élodie Cicero")


def own(who: str) -> dict[str, bytes]:
    """Return the exercise's files with contents that only this person has."""
    return {name: content + f"# {who}\n".encode() for name, content in ALL.items()}


def each(pattern: str) -> dict[str, bytes]:
    """Return three files for everybody, in names by this pattern."""
    return {
        pattern.format(who=who, stem=name[:-3], login=who.split()[0].casefold()): content
        for who in NAMES
        for name, content in own(who).items()
    }


def read(root: Path, files: dict[str, bytes], **options: str) -> dict[str, Submission]:
    source = folder(root / "class", files)
    found = read_class(source, ClassOptions(**options))  # type: ignore[arg-type]
    return {one.members[0].name: one for one in found.submissions}


@pytest.mark.parametrize(
    "pattern",
    [
        "{stem} - {who}.py",  # Google Forms
        "{who} - {stem}.py",  # Dropbox
        "{login}_{stem}.py",
        "{stem}_{login}.py",
        "HW5/{stem} - {who}.py",
        "Form (File responses)/{stem}/{stem} - {who}.py",
        "submissions/{stem} (File responses)/{stem} - {who}.py",
        "{stem}/{who}.py",
    ],
)
def test_loose_files_are_joined_by_the_name_in_them(pattern: str, tmp_path: Path) -> None:
    """Three loose files a person are one person's, with the exercise's names, for everybody."""
    files = each(pattern)
    if pattern.startswith("Form"):
        files = {
            name.replace("Form (File responses)", "exercise 1"): c for name, c in files.items()
        }
    batch = read(tmp_path, files)
    assert len(batch) == len(NAMES)
    for who, one in batch.items():
        (real,) = [name for name in NAMES if who in (name, name.split()[0].casefold())]
        assert one.files == own(real)


def test_a_joined_class_with_odd_files(tmp_path: Path) -> None:
    """Among joined files a copy, a file of another name and a stranger's file lose nobody."""
    files = each("{stem} - {who}.py") | {
        "embeddings - Ana Lima (1).py": OTHER,
        "helper - 王小明.py": b"x = 1\n",
        "Zoe Fox.py": EMB,
        "notes.txt": b"x",
    }
    batch = read(tmp_path, files)
    assert sorted(batch) == sorted([*NAMES, "Zoe Fox"])
    assert "ambiguous" in batch["Ana Lima"].rejected
    assert batch["王小明"].files == own("王小明") and batch["王小明"].ignored == ("helper.py",)
    assert batch["Zoe Fox"].files == {"embeddings.py": EMB}


def test_one_file_a_person_stays_one_person(tmp_path: Path) -> None:
    """Where everybody has one loose file, each keeps the file's whole name."""
    files = {f"{who}_embeddings.py": EMB for who in ("ana", "ben", "cai")}
    assert sorted(read(tmp_path, files)) == ["ana_embeddings", "ben_embeddings", "cai_embeddings"]


@pytest.mark.parametrize("last", ["embeddings", "solution"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_wrapped_class_is_everybody(last: str, packed: bool, tmp_path: Path) -> None:
    """A class in one folder is read as its people, whatever their files are called."""
    files = {
        "HW5/alima/embeddings.py": EMB,
        "HW5/bokafor/solution.py": OTHER,
        f"HW5/wxiaoming/{last}.py": DIAG,
    }
    if packed:
        source = put(tmp_path, "download.zip", zipped(files))
        assert len(open_batch(source)) == 3
    else:
        assert sorted(read(tmp_path, files)) == ["alima", "bokafor", "wxiaoming"]


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(
            {f"CS 101 spring/{who}/embeddings.py": EMB for who in ("ana", "ben", "cai")},
            id="a wrapper of any name",
        ),
        pytest.param(
            {"HW5/alima/embeddings.py": EMB, "HW5/bokafor/solution.py": OTHER},
            id="two folders that share nothing",
        ),
    ],
)
def test_a_wrapper_that_may_be_a_person_is_refused(files: dict[str, bytes], tmp_path: Path) -> None:
    """Where one folder may be a person or a class, nothing is graded and both ways are named."""
    many = len(files)
    with pytest.raises(
        IntakeError, match=f"1 person .*--read-as people.* or {many} people"
    ) as told:
        read(tmp_path, files)
    assert "--read-as wrapped" in str(told.value) and "--layout" in str(told.value)
    assert len(read(tmp_path / "a", files, read_as="wrapped")) == many
    assert len(read(tmp_path / "b", files, read_as="people")) == 1


def test_one_persons_folders_stay_one_person(tmp_path: Path) -> None:
    """Different files of the exercise in different folders are one person's work."""
    files = {f"HW5/{name[:-3]}/{name}": content for name, content in ALL.items()}
    (one,) = read(tmp_path, files).values()
    assert one.files == ALL


def test_copies_without_names_are_refused(tmp_path: Path) -> None:
    """Numbered copies of one name cannot be told apart, and the sentence says what to do."""
    files = {"embeddings.py": EMB, "embeddings(1).py": OTHER, "embeddings (2).py": EMB + b"#\n"}
    with pytest.raises(IntakeError, match=r"cannot be told apart.*--read-as one"):
        read(tmp_path, files)
    (one,) = read(tmp_path / "a", files, read_as="one").values()
    assert "ambiguous" in one.rejected
    same = {"embeddings.py": EMB, "embeddings(1).py": EMB}
    assert len(read(tmp_path / "b", same)) == 1


def sections(people: int) -> dict[str, dict[str, bytes]]:
    return {
        f"Section {letter}": {
            f"{letter}{n}/{name}": content
            for n in range(people)
            for name, content in own(f"{letter}{n}").items()
        }
        for letter in "ABC"
    }


@pytest.mark.parametrize("packed", [False, True])
def test_sections_are_everybody_in_them(packed: bool, tmp_path: Path) -> None:
    """Folders or archives of classes are read as all their people, each with the section."""
    files: dict[str, bytes] = {}
    for section, content in sections(4).items():
        files |= (
            {f"{section}.zip": zipped(content)}
            if packed
            else {f"{section}/{name}": c for name, c in content.items()}
        )
    files["mail from zoe/embeddings.py"] = EMB
    batch = read(tmp_path, files)
    assert sorted(batch) == sorted(
        [f"{letter}{n}" for letter in "ABC" for n in range(4)] + ["mail from zoe"]
    )
    assert batch["B2"].section == "Section B" and batch["B2"].files == own("B2")
    assert batch["mail from zoe"].section == ""


def test_sections_that_are_downloads(tmp_path: Path) -> None:
    """Sections may be a platform's downloads; equal user names in two sections stay apart."""
    first, second = (
        {f"Ana {n}_50{n}_assignsubmission_file_/embeddings.py": EMB for n in numbers}
        for numbers in ((0, 1, 2), (2, 3, 4))
    )
    source = folder(tmp_path / "class", {"A.zip": zipped(first), "B.zip": zipped(second)})
    found = read_class(source)
    assert found.platform == "moodle" and len(found.submissions) == 6
    assert {one.section for one in found.submissions} == {"A", "B"}


@pytest.mark.parametrize(
    "inner",
    [
        pytest.param(sections(2), id="two in each"),
        pytest.param(
            {f"pair {n}": {f"student{m}/embeddings.py": EMB for m in range(2)} for n in range(5)},
            id="numbered people",
        ),
        pytest.param(
            {area: dict(each("{who}/{stem}.py")) for area in ("Submitted", "Working")},
            id="the same people in each",
        ),
    ],
)
def test_people_or_sections_is_refused(inner: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    """Folders that may be people or sections are refused, and either can be asked for."""
    files = {f"{top}/{name}": c for top, content in inner.items() for name, c in content.items()}
    with pytest.raises(IntakeError, match=r"--read-as people.*--read-as sections"):
        read(tmp_path, files)
    people = sum(len({name.split("/")[0] for name in content}) for content in inner.values())
    source = folder(tmp_path / "class", {})
    assert len(read_class(source, ClassOptions(read_as="sections")).submissions) == people
    assert len(read_class(source, ClassOptions(read_as="people")).submissions) == len(inner)


def test_helpers_beside_the_exercises_files_are_no_section(tmp_path: Path) -> None:
    """People who hand in helper files or two tries stay people, one rejected or not."""
    files = {f"{who}/{n}": c for who in ("ana", "ben") for n, c in own(who).items()}
    files |= {"ana/utils.py": EMB, "ana/plots.py": EMB, "ben/a.py": EMB, "ben/b.py": EMB}
    files |= {"cai/try 1/embeddings.py": EMB, "cai/final/embeddings.py": OTHER}
    batch = read(tmp_path, files)
    assert sorted(batch) == ["ana", "ben", "cai"]
    assert batch["ana"].files == own("ana") and "ambiguous" in batch["cai"].rejected


@pytest.mark.parametrize(
    ("first", "second", "attempt"),
    [
        ("Homework 5/Version 1", "Homework 5/Version 2", 2),  # Teams
        ("Versión 9", "Versión 10", 10),
        ("提交 1", "提交 2", 2),
        ("Revision 1 - On Time", "Revision 2 - Late", 2),  # Schoology
        ("2025-01-10 12-34-56", "2025-01-11 08-00-00", 2),
        ("20250110123456", "20250111080000", 2),
    ],
)
def test_folders_that_repeat_are_attempts(
    first: str, second: str, attempt: int, tmp_path: Path
) -> None:
    """Numbered or dated folders that most people have are attempts, and the newest is graded."""
    files = {f"{who}/{first}/{n}": c for who in NAMES for n, c in own(who).items()}
    files |= {f"Ana Lima/{second}/embeddings.py": OTHER}
    batch = read(tmp_path, files)
    assert sorted(batch) == sorted(NAMES)
    ana = batch["Ana Lima"]
    assert ana.files == own("Ana Lima") | {"embeddings.py": OTHER} and ana.attempt == attempt
    assert "older attempt" in said(ana)
    assert bool(ana.late) == ("Late" in second)
    assert batch["王小明"].files == own("王小明")
    newest = read(tmp_path, {}, attempts="newest")
    assert newest["Ana Lima"].files == {"embeddings.py": OTHER}


def test_times_before_file_names_are_attempts(tmp_path: Path) -> None:
    """ILIAS puts a time before each file's name; the newest file of each name is graded."""
    files = {f"{who}/2025011012345{at}_{n}": c for who in NAMES
             for at, (n, c) in enumerate(own(who).items())}  # fmt: skip
    files |= {"Ana Lima/20250112080000_diagnostics.py": DIAG}
    ana = read(tmp_path, files)["Ana Lima"]
    assert ana.files == own("Ana Lima") | {"diagnostics.py": DIAG}
    assert (ana.attempt, ana.submitted_at) == (2, "2025-01-12T08:00:00")


def test_one_persons_own_versions_stay_ambiguous(tmp_path: Path) -> None:
    """Where only one student has numbered folders, nobody guesses which one is meant."""
    files = {f"{who}/embeddings.py": EMB for who in ("ben", "cai")}
    files |= {"ana/v1/embeddings.py": EMB, "ana/v2/embeddings.py": OTHER}
    assert "ambiguous" in read(tmp_path, files)["ana"].rejected


def test_layout_names_people_attempts_and_files(tmp_path: Path) -> None:
    """A pattern with named groups reads what no rule knows, and the rest is named."""
    files = {
        "x/try-9--ana--embeddings.py": OTHER,
        "x/try-10--ana--embeddings.py": EMB,
        "x/try-1--ben--weight_tying.py": TIED,
        "x/stranger.py": EMB,
    }
    source = folder(tmp_path / "class", files)
    layout = r"x/try-(?P<attempt>\d+)--(?P<person>\w+)--(?P<file>.+)"
    found = read_class(source, ClassOptions(layout=layout))
    ana, ben = found.submissions
    assert (ana.id, ana.files, ana.attempt) == ("ana", {"embeddings.py": EMB}, 2)
    assert ben.files == {"weight_tying.py": TIED}
    assert found.notes == ("x/stranger.py: not explained by --layout, left out",)
    for wrong, message in (
        ("(", "not a regular"),
        ("x", "group person"),
        ("(?P<person>q)", "none"),
    ):
        with pytest.raises(IntakeError, match=message):
            read_class(source, ClassOptions(layout=wrong))


@pytest.mark.parametrize(
    ("reading", "message"), [("nonsense", "no reading"), ("moodle", "nothing")]
)
def test_a_reading_that_does_not_fit_is_refused(reading: str, message: str, tmp_path: Path) -> None:
    """An unknown reading, or one that finds nobody, is refused with the list of readings."""
    with pytest.raises(IntakeError, match=rf"{message}.*canvas.*sections"):
        read(tmp_path, {"ana/embeddings.py": EMB, "ben.ipynb": notebook("a = 1")}, read_as=reading)


def test_results_inside_the_class_are_nobody(tmp_path: Path) -> None:
    """RESULTS inside the class's folder is not read as a submission, wherever it lies."""
    files = {"ana/embeddings.py": EMB, "ben/embeddings.py": EMB, "old/run.json": b"{}"}
    source = folder(tmp_path / "class", files | {"old/scorecards/ana.json": b"{}"})
    folder(source / "results", {"note.py": EMB})
    found = read_class(source, ClassOptions(results=source / "results"))
    assert [one.id for one in found.submissions] == ["ana", "ben"]
    assert found.notes == ("old: results of this grader, left out",)
