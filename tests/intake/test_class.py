"""Read whole classes: every platform's real download, with the names that people really have."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake import IntakeError, detect, open_batch
from grader.submission import Submission
from tests.intake.downloads import (
    BLACKBOARD,
    BRIGHTSPACE,
    CANVAS,
    CLASSROOM50,
    GRADESCOPE,
    MOODLE,
    MOODLE_FLAT,
    PLAIN,
    SHAPES,
)
from tests.intake.intake_kit import ALL, DIAG, EMB, OTHER, TIED, folder, from_cell, tarred, zipped


def as_folder(root: Path, files: object) -> Path:
    return folder(root / "class", files)  # type: ignore[arg-type]


def as_zip(root: Path, files: object) -> Path:
    path = root / "submissions.zip"
    path.write_bytes(zipped(files))  # type: ignore[arg-type]
    return path


def as_tar(root: Path, files: object) -> Path:
    path = root / "submissions.tar.gz"
    path.write_bytes(tarred(files))  # type: ignore[arg-type]
    return path


def wrapped(root: Path, files: dict[str, bytes]) -> Path:
    return as_folder(root, {f"download/HW 1/{name}": content for name, content in files.items()})


def zip_in_folder(root: Path, files: object) -> Path:
    return folder(root / "class", {"submissions.zip": zipped(files), "README.md": "x"})  # type: ignore[arg-type]


def people(batch: list[Submission]) -> dict[str, Submission]:
    return {"+".join(member.id for member in one.members): one for one in batch}


@pytest.mark.parametrize("pack", [as_folder, as_zip, as_tar, wrapped, zip_in_folder])
@pytest.mark.parametrize("platform", SHAPES)
def test_shapes(platform, pack, tmp_path):  # type: ignore[no-untyped-def]
    """Every platform is recognised and everybody in it found, however the download is packed."""
    files, expected = SHAPES[platform]
    if platform == "github" and pack is not as_folder:
        files = files | {"cs-p-hello-dan/README.md": b""}
    source = pack(tmp_path, files)
    assert detect(source) == platform
    batch = open_batch(source)
    assert sorted(people(batch)) == expected
    assert [one.id for one in batch] == sorted((one.id for one in batch), key=str.casefold)
    assert batch == open_batch(source)
    for one in batch:
        assert re.fullmatch(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,79}", one.id)
        assert bool(one.files) != bool(one.rejected)


def test_canvas(tmp_path: Path) -> None:
    """Canvas: read late marks, grade the file with the highest suffix, reject typed text."""
    found = people(open_batch(as_zip(tmp_path, CANVAS)))
    assert found["101"].files == {"embeddings.py": EMB, "diagnostics.py": DIAG}
    assert (found["101"].late, found["101"].id, found["101"].attempt) == (
        False,
        "limaana_101",
        None,
    )
    assert found["102"].late is True and found["102"].files == ALL
    assert found["103"].files == {"embeddings.py": TIED} and found["103"].attempt == 3
    assert found["103"].notices == (
        "newest upload embeddings-2.py graded; older: embeddings.py, embeddings-1.py",
    )
    assert found["103"].members[0].name == "ciceroélodie"
    assert found["104"].files == {"embeddings.py": EMB} and found["104"].attempt is None
    assert "typed or linked" in found["105"].rejected
    assert found["106"].files == {"embeddings.py": OTHER}
    assert found["106"].members[0].name == "o_brien_jr"
    assert found["107"].files == {"embeddings.py": from_cell(1, EMB)} and found["107"].late
    assert found["108"].late and found["108"].rejected


def test_canvas_name_without_ascii(tmp_path: Path) -> None:
    """A name in another script is not taken for an anonymous student; its id says `student`."""
    (one,) = open_batch(as_folder(tmp_path, {"李小龙_109_5109_embeddings.py": EMB}))
    assert (one.id, one.members[0].name) == ("student_109", "李小龙")


def test_canvas_anonymous(tmp_path: Path) -> None:
    """Canvas without names: anonymous ids are the keys, also after a late mark."""
    files = {"anon_aB3xZ_5001_embeddings.py": EMB, "LATE_anon_77_5002_embeddings.py": EMB}
    found = people(open_batch(as_folder(tmp_path, files)))
    assert {key: one.late for key, one in found.items()} == {"77": True, "aB3xZ": False}


def test_moodle(tmp_path: Path) -> None:
    """Moodle: numbers are the keys, so equal names stay apart; text alone is rejected."""
    found = people(open_batch(as_zip(tmp_path, MOODLE)))
    assert found["501"].files == {"embeddings.py": EMB, "diagnostics.py": DIAG}
    assert found["501"].ignored == ("onlinetext.html",)
    assert found["502"].members[0].name == "Ben O'Koro, Jr."
    assert found["503"].members[0].name == "Élodie “Lo” Cicero"
    assert found["504"].files == ALL and found["504"].id == "504"
    assert "typed" in found["505"].rejected and found["505"].members[0].name == "Dan Doe 😀"
    assert found["507"].files != found["501"].files
    flat = people(open_batch(as_folder(tmp_path / "flat", MOODLE_FLAT)))
    assert flat["501"].files == {"embeddings.py": EMB, "diagnostics.py": DIAG}
    assert flat["502"].files == ALL


def test_moodle_teams(tmp_path: Path) -> None:
    """Moodle teams: equal files of one team are graded once, different files separately."""
    files = {
        "Red-Ana Lima_501_assignsubmission_file_/embeddings.py": EMB,
        "Red-Ben Okoro_502_assignsubmission_file_/embeddings.py": EMB,
        "Blue-Dan Doe_503_assignsubmission_file_/embeddings.py": EMB,
        "Blue-Eva Fox_504_assignsubmission_file_/embeddings.py": OTHER,
    }
    assert sorted(people(open_batch(as_folder(tmp_path, files)))) == ["501+502", "503", "504"]
    named = {
        "Team 7_601_assignsubmission_file_/embeddings.py": EMB,
        "Team 7_602_assignsubmission_file_/embeddings.py": EMB,
        "Solo_603_assignsubmission_file_/embeddings.py": EMB,
    }
    assert sorted(people(open_batch(as_folder(tmp_path / "b", named)))) == ["601+602", "603"]


def test_gradescope(tmp_path: Path) -> None:
    """Gradescope: a group is one submission; ids keep their zeros; missing folders are noticed."""
    found = people(open_batch(as_zip(tmp_path, GRADESCOPE)))
    group = found["00123+0124"]
    assert group.files == {"embeddings.py": EMB} and group.id == "submission_11"
    assert [m.name for m in group.members] == ["Ana Lima", "Ben O'Koro, Jr."]
    assert group.members[0].email == "ana@example.com"
    assert group.submitted_at == "2025-10-10 10:22:11.123 Z"
    assert found["wang@example.com"].attempt == 3
    assert "older ones: 2" in "".join(found["wang@example.com"].notices)
    assert "no such folder" in "".join(found["125"].notices) and found["125"].rejected


@pytest.mark.parametrize(
    "yml",
    [b"", b": : :\n\t-", b"[" * 5000, b"- 1", b"\xff\xfe", b"submission_1:\n  :submitters: 3\n"],
)
def test_gradescope_with_broken_metadata(yml: bytes, tmp_path: Path) -> None:
    """If the metadata cannot be read, folders are graded under their own names."""
    files = {"submission_metadata.yml": yml, "submission_1/embeddings.py": EMB}
    (one,) = open_batch(as_folder(tmp_path, files))
    assert one.files == {"embeddings.py": EMB} and one.members[0].id == "submission_1"


def test_blackboard(tmp_path: Path) -> None:
    """Blackboard: names come from the receipt, the newest attempt counts, underscores are fine."""
    found = people(open_batch(as_zip(tmp_path, BLACKBOARD)))
    ana = found["alima"]
    assert ana.files == {"embeddings.py": EMB, "diagnostics.py": DIAG}
    assert (ana.attempt, ana.submitted_at) == (2, "2025-10-10T10:22:11")
    assert "older: 2025-10-09T23:00:00" in "".join(ana.notices)
    assert ana.members[0].name == "Ana Lima"
    assert found["ben_okoro"].files == ALL
    assert found["ben_okoro"].members[0].name == "Ben (Benny) Okoro"
    assert "empty" in found["dan.doe"].rejected
    bare = {name: content for name, content in BLACKBOARD.items() if not name.endswith(".txt")}
    assert sorted(people(open_batch(as_zip(tmp_path, bare)))) == ["alima", "ben_okoro"]


def test_brightspace(tmp_path: Path) -> None:
    """Brightspace: the newest of a person's folders counts, by dates in every way of writing."""
    found = people(open_batch(as_zip(tmp_path, BRIGHTSPACE)))
    assert found["3001"].files == {"embeddings.py": EMB}
    assert found["3001"].submitted_at == "2025-10-10T10:22:00" and found["3001"].attempt == 2
    assert "older: 2025-10-09T23:59:00" in "".join(found["3001"].notices)
    assert found["3002"].members[0].name == "Ben O'Koro - Jr"
    assert found["3002"].submitted_at == "2025-09-30T00:10:00"
    assert found["3003"].submitted_at == "2025-10-10T13:22:00"
    unknown = {
        "3001-77 - Ana Lima - xyz 9, 2025 1159 PM/embeddings.py": OTHER,
        "3001-77 - Ana Lima - xyz 10, 2025 1022 AM/embeddings.py": EMB,
    }
    (one,) = open_batch(as_folder(tmp_path, unknown))
    assert "ambiguous" in one.rejected


def test_classroom50_marker(tmp_path: Path) -> None:
    """Classroom 50's own file gives the user name, even if all user names begin the same."""
    assert sorted(people(open_batch(as_zip(tmp_path, CLASSROOM50)))) == ["ana-li", "ana-lima"]


def test_plain(tmp_path: Path) -> None:
    """Plain: each folder, code file or archive is a submission, an instructor's files are not."""
    found = people(open_batch(as_folder(tmp_path, PLAIN)))
    for key in ("ana", "ben"):
        assert found[key].files == {"embeddings.py": EMB}
    assert found["Cléo"].files == {"embeddings.py": EMB}
    assert found["dan"].files == found["eva"].files == ALL
    assert "RAR" in found["gus"].rejected and "document" in found["hal"].rejected


def test_a_folder_beside_its_archive_is_one_person(tmp_path: Path) -> None:
    """`ana/` beside `ana.zip` is one person: graded if the files agree, else ambiguous."""
    same = {"ana/embeddings.py": EMB, "ana.zip": zipped({"embeddings.py": EMB}), "ben.py": EMB}
    assert people(open_batch(as_folder(tmp_path, same)))["ana"].files == {"embeddings.py": EMB}
    differ = same | {"ana.zip": zipped({"embeddings.py": OTHER})}
    assert "ambiguous" in people(open_batch(as_folder(tmp_path, differ)))["ana"].rejected


def test_people_beside_a_download(tmp_path: Path) -> None:
    """A submission that an instructor adds to a download is graded too, other files are not."""
    files = CANVAS | {"zoe late by mail/embeddings.py": EMB, "notes/todo.txt": b"", "x.pdf": b""}
    found = people(open_batch(as_folder(tmp_path, files)))
    assert "zoe late by mail" in found and "notes" not in found and "x" not in found


def test_one_hostile_file_name_does_not_change_the_platform(tmp_path: Path) -> None:
    """One file named as on another platform does not change which platform is recognised."""
    files = CANVAS | {"evileve_109_5999_x_9_assignsubmission_file_embeddings.py": EMB}
    source = as_folder(tmp_path, files)
    assert detect(source) == "canvas"
    assert people(open_batch(source))["109"].files == {"embeddings.py": EMB}


def test_numbers_in_plain_names_are_not_canvas(tmp_path: Path) -> None:
    """Plain files that only look like Canvas's numbered ones are one person each."""
    files = {"hw_1_2_ana.py": EMB, "hw_1_2_ben.py": OTHER}
    source = as_folder(tmp_path, files)
    assert detect(source) == "plain"
    assert len(open_batch(source)) == 2


@pytest.mark.parametrize("files", [ALL, {"student/embeddings.py": EMB, "exercises.md": b""}])
def test_a_single_submission_as_a_class(files, tmp_path):  # type: ignore[no-untyped-def]
    """If the input for a class is one person's folder, it is graded as one submission."""
    (one,) = open_batch(as_folder(tmp_path, files))
    assert one.id == "class" and one.files == {
        n.removeprefix("student/"): c for n, c in files.items() if n.endswith("py")
    }
    (one,) = open_batch(as_folder(tmp_path / "x", {f"ana/{n}": c for n, c in files.items()}))
    assert one.id == "ana" and one.files


def test_ids_are_safe_and_unique(tmp_path: Path) -> None:
    """Ids are safe file names that differ even where case does not count; safe names are kept."""
    names = [
        "ana", "Ana", "ANA", "josé", "jose", "Jose\u0301", "王小明", "王小红", "😀",
        "a b", "a-b", "a,b",
        "..x", "-", "CON", "nul.txt.x", "x" * 200, "x" * 199 + "y", 'q"uote', "a\u202eb",
        "=1+1", "\u05d0",
    ]  # fmt: skip
    source = as_folder(tmp_path, {f"{name}/embeddings.py": EMB for name in names})
    batch = open_batch(source)
    ids = [one.id for one in batch]
    assert len({id.casefold() for id in ids}) == len(names)
    assert all(re.fullmatch(r"(?!\.)[A-Za-z0-9._-]{1,80}", id) for id in ids)
    assert {"a-b", "jose"} <= set(ids) and not {"CON", "-"} & set(ids)
    assert all("\u202e" not in member.name for one in batch for member in one.members)


@pytest.mark.parametrize(
    "files", [{}, {"README.md": b"x"}, {"empty/": b"", "other/": b""}, {"docs/a.txt": b"x"}]
)
def test_nothing_gradable(files, tmp_path):  # type: ignore[no-untyped-def]
    """An input without anybody's work raises an error that says what to give instead."""
    with pytest.raises(IntakeError, match="nothing gradable here: give a folder"):
        open_batch(as_folder(tmp_path, files))
    with pytest.raises(IntakeError, match="nothing gradable"):
        detect(as_folder(tmp_path, files))


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.zip", zipped(PLAIN)[:-30]),
        ("a.rar", b"Rar!"),
        ("a.py", EMB),
        ("a.zip", b""),
        ("a.tgz", b"\x1f\x8b"),
    ],
)
def test_unreadable_inputs(name: str, content: bytes, tmp_path: Path) -> None:
    """An input that cannot be opened raises an error with the reason."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(IntakeError, match="cannot be read as a class"):
        open_batch(tmp_path / name)
    with pytest.raises(IntakeError, match="does not exist"):
        open_batch(tmp_path / "nobody")


def test_links_among_students(tmp_path: Path) -> None:
    """A link in a class folder is not followed; its submission is rejected and says why."""
    source = as_folder(tmp_path, {"ana/embeddings.py": EMB})
    os.symlink(source / "ana", source / "ben")
    found = people(open_batch(source))
    assert found["ana"].files and "symbolic link" in found["ben"].rejected


def test_one_bad_submission_costs_nobody_else(tmp_path: Path) -> None:
    """Zip bombs, broken archives and too many files are rejected; everybody else is graded."""
    files = {
        "ana/embeddings.py": EMB,
        "bomb.zip": zipped({"embeddings.py": b"\0" * 20_000_000}),
        "cut.zip": zipped(ALL)[:50],
        "crowd.zip": zipped({f"{n}.txt": b"" for n in range(2_500)}),
        "zoe.zip": zipped(ALL),
    }
    found = people(open_batch(as_zip(tmp_path, files)))
    assert sorted(key for key, one in found.items() if one.rejected) == ["bomb", "crowd", "cut"]
    assert found["zoe"].files == ALL


@settings(max_examples=60, deadline=None)
@given(
    data=st.binary(max_size=300),
    at=st.integers(0, 3000),
    ending=st.sampled_from(["zip", "tgz", "tar"]),
)
def test_any_bytes(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, at: int, ending: str
) -> None:
    """A random or damaged archive of a class gives submissions or an IntakeError."""
    whole = bytearray(zipped(CANVAS) if ending == "zip" else tarred(CANVAS, gz=ending == "tgz"))
    whole[at : at + len(data)] = data
    for content in (data, bytes(whole)):
        path = tmp_path_factory.mktemp("any") / f"class.{ending}"
        path.write_bytes(content)
        try:
            batch = open_batch(path)
        except IntakeError:
            continue
        assert all(one.files or one.rejected for one in batch)
