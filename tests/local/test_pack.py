"""A submission is checked, packed to the same bytes every time, and read back by every reader."""

from __future__ import annotations

import io
import os
import zipfile

import pytest

from grader.intake import open_batch, open_submission
from grader.intake.asked import names_asked
from grader.local.pack import PackError, archive, pack
from grader.registry import student_files
from tests.intake.intake_kit import folder, notebook, zipped
from tests.kit import ROOT


def test_archive_is_what_the_folder_was(tmp_path):
    """Reading the archive gives the submission it was packed from, without any notice."""
    lines = pack(ROOT / "solutions", tmp_path / "submission.zip")
    read = open_submission(tmp_path / "submission.zip")
    assert read.digest == open_submission(ROOT / "solutions").digest
    assert (read.notices, read.ignored, read.rejected) == ((), (), "")
    assert [line.partition(": ")[0] for line in lines] == list(student_files())
    assert [path.name for path in tmp_path.iterdir()] == ["submission.zip"]


def test_same_files_same_bytes(tmp_path, solutions):
    """Times, order, folder and permissions of the files do not change the archive's bytes."""
    first = tmp_path / "first.zip"
    pack(folder(tmp_path / "a", solutions), first)
    again = folder(tmp_path / "elsewhere/b", dict(reversed(solutions.items())))
    for file in again.iterdir():
        os.utime(file, (10**9, 10**9))
        file.chmod(0o600)
    pack(again, tmp_path / "second.zip")
    assert first.read_bytes() == (tmp_path / "second.zip").read_bytes()
    assert not {info.compress_type for info in zipfile.ZipFile(first).infolist()} - {0}


def test_archive_opens_everywhere(solutions):
    """The archive holds readable files in no folder, as every unpacker and platform expects."""
    zipped_files = zipfile.ZipFile(io.BytesIO(archive(solutions)))
    assert zipped_files.testzip() is None
    assert zipped_files.namelist() == sorted(student_files())
    assert {info.external_attr >> 16 for info in zipped_files.infolist()} == {0o100644}


@pytest.mark.parametrize(
    "name",
    [
        "limaana_101_5001_submission.zip",  # Canvas
        "limaana_LATE_101_5001_submission-1.zip",  # Canvas, a second time and late
        "Ana Lima_501_assignsubmission_file_/submission.zip",  # Moodle
        "3002-77 - Ana Lima - Oct 9, 2025 1159 PM/submission.zip",  # Brightspace
        "cs-p-hello-ana-lima/submission.zip",  # a repository
        "ana/submission.zip",  # a folder of folders
    ],
)
def test_archive_in_a_platforms_download(tmp_path, solutions, name):
    """An archive handed in on a platform is read from its bulk download unchanged."""
    download = tmp_path / "download.zip"
    # Two people hand in, because an archive that is alone in an archive is one submission.
    other = (
        name.replace("limaana", "doedan")
        .replace("na", "x")
        .replace("101", "102")
        .replace("501", "502")
    )
    download.write_bytes(zipped({name: archive(solutions), other: archive(solutions)}))
    batch = open_batch(download)
    assert len(batch) == 2
    assert {read.digest for read in batch} == {open_submission(ROOT / "solutions").digest}


def test_archive_unpacked_by_the_platform(tmp_path, solutions):
    """Gradescope unpacks what is uploaded, and the files are then read from its folder."""
    zipfile.ZipFile(io.BytesIO(archive(solutions))).extractall(tmp_path / "submission")
    assert open_submission(tmp_path / "submission").files == solutions


def test_unwritten_parts_are_counted(tmp_path):
    """Stubs may be handed in, and the list says how many parts are not written yet."""
    lines = pack(ROOT / "student", tmp_path / "submission.zip")
    counted = {line.partition(":")[0]: line.partition(", ")[2] for line in lines}
    assert counted["embeddings.py"] == "4 parts not written yet"
    assert counted["diagnostics.py"] == "3 parts not written yet"
    assert counted["weight_tying.py"] == "1 part not written yet"


def test_files_left_out_are_named(tmp_path, solutions):
    """Files that do not belong to the exercises are left out and named."""
    work = folder(tmp_path / "student", {**solutions, "notes.txt": "mine", "__init__.py": ""})
    lines = pack(work, tmp_path / "submission.zip")
    assert "left out: notes.txt" in lines
    assert not any("__init__" in line for line in lines)


@pytest.mark.parametrize(
    ("change", "messages"),
    [
        ({"diagnostics.py": None}, ["diagnostics.py is missing", "no other file", "wavelengths"]),
        ({"embeddings.py": b"def broken(:\n"}, ["embeddings.py cannot be imported: SyntaxError"]),
        (
            {"weight_tying.py": b"def f():\n  import notthere\nf()\n"},
            ["ModuleNotFoundError", "notthere"],
        ),
        ({"diagnostics.py": b"while True:\n    raise SystemExit\n"}, ["SystemExit"]),
        (
            {"diagnostics.py": b"x = 1 / 0\n", "embeddings.py": b"y\n"},
            ["diagnostics.py cannot be imported: ZeroDivisionError", "NameError"],
        ),
    ],
)
def test_a_file_that_cannot_be_graded_stops_it(tmp_path, solutions, change, messages):
    """All missing or broken files are named at once, and an older archive stays as it was."""
    files = {name: source for name, source in (solutions | change).items() if source is not None}
    out = tmp_path / "submission.zip"
    out.write_bytes(b"yesterday's")
    with pytest.raises(PackError) as refused:
        pack(folder(tmp_path / "student", files), out)
    assert all(part in str(refused.value) for part in messages), refused.value
    assert out.read_bytes() == b"yesterday's"


def test_a_library_that_may_be_missing_is_noted(tmp_path, solutions):
    """Before anything is handed in, each library that may be missing at school is named."""
    files = solutions | {"diagnostics.py": b"import notthere\n" + solutions["diagnostics.py"]}
    lines = pack(folder(tmp_path / "student", files), tmp_path / "submission.zip")
    assert any(
        line.startswith("note: notthere is imported (diagnostics.py, line 1)") for line in lines
    )


def test_everything_in_one_file(tmp_path, solutions):
    """One file is enough for a submission if it defines every name."""
    whole = b"\n\n".join(solutions.values())
    out = tmp_path / "submission.zip"
    pack(folder(tmp_path / "student", {"embeddings.py": whole}), out)
    assert open_submission(out).files == {"embeddings.py": whole}


def test_a_notebook_is_packed_as_it_is_read(tmp_path, solutions):
    """A notebook is packed as the Python file that is graded, and a note says so."""
    cells = [source.decode() for source in solutions.values()]
    work = folder(tmp_path / "mine", {"homework.ipynb": notebook(*cells)})
    lines = pack(work / "homework.ipynb", tmp_path / "submission.zip")
    assert any("homework.ipynb" in line for line in lines)
    assert list(open_submission(tmp_path / "submission.zip").files) == ["embeddings.py"]


@pytest.mark.parametrize(
    ("name", "out", "message"),
    [
        ("nowhere", "submission.zip", "does not exist"),
        ("empty", "submission.zip", "there is no file in it"),
        ("student", "student/submission.zip", "is inside"),
        ("student", "nowhere/submission.zip", "cannot be written"),
    ],
)
def test_nothing_to_pack_or_nowhere_to_put_it(tmp_path, solutions, name, out, message):
    """A wrong folder or archive name is refused with a sentence."""
    (tmp_path / "empty").mkdir()
    folder(tmp_path / "student", solutions)
    with pytest.raises(PackError, match=message):
        pack(tmp_path / name, tmp_path / out)
    assert not list(tmp_path.rglob("*.zip"))


def test_names_are_read_from_the_suites():
    """The names that a file must define are those that the suites take from it."""
    assert names_asked("weight_tying.py") == {"TiedLMHead"}
    assert names_asked("diagnostics.py") == {
        "count_parameters", "neighbour_cosine_curve", "wavelengths",
    }  # fmt: skip
    assert "TokenEmbedding" in names_asked("embeddings.py")
