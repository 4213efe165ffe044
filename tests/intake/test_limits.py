"""One student's names, contents and sizes decide for that student alone, and cost little."""

from __future__ import annotations

import errno
import os
import random
import struct
import threading
import time
import zlib
from pathlib import Path

import pytest

from grader import shortage
from grader.intake import (
    IntakeError,
    bounded,
    choose,
    detect,
    limits,
    open_batch,
    open_submission,
)
from grader.submission import Submission
from tests.intake.downloads import BLACKBOARD, CANVAS, GRADESCOPE_YAML
from tests.intake.intake_kit import ALL, EMB, OTHER, folder, notebook, put, said, tarred, zipped

MARKER = ".classroom50.yaml"
CLONES = {f"cs-hello-{user}/embeddings.py": EMB for user in ("ana", "ben", "cai", "eve")}
PLAIN = {"ana/embeddings.py": EMB, "ben/embeddings.py": OTHER, "cai.zip": zipped(ALL)}


def ids(batch: list[Submission]) -> dict[str, Submission]:
    return {"+".join(member.id for member in one.members): one for one in batch}


def marker(classroom: str, assignment: str) -> bytes:
    return f"classroom: {classroom}\nassignment: {assignment}\n".encode()


# Who is who


@pytest.mark.parametrize(
    "forged",
    [
        pytest.param({MARKER: marker("cs", "hell")}, id="another prefix"),
        pytest.param({MARKER: marker("cs-hello", "eve-is")}, id="a prefix that fits nobody"),
        pytest.param({".git/HEAD": b"ref"}, id="the only one with a .git folder"),
        pytest.param(
            {"submission_metadata.yml": b"submission_1:\n  :submitters:\n  - :name: Ana\n"},
            id="a file of Gradescope's",
        ),
        pytest.param({"Ana Lima_501_assignsubmission_file_/embeddings.py": EMB}, id="Moodle's"),
        pytest.param({"x.zip": zipped({"ana/embeddings.py": EMB})}, id="an archive of a class"),
    ],
)
def test_no_file_inside_a_clone_names_anybody(forged: dict[str, bytes], tmp_path: Path) -> None:
    """Whatever one student puts into a clone, everybody keeps the name on the clone's folder."""
    inside = {f"cs-hello-eve/{name}": content for name, content in forged.items()}
    batch = ids(open_batch(folder(tmp_path / "class", CLONES | inside)))
    assert sorted(batch) == ["ana", "ben", "cai", "eve"]
    assert batch["ana"].files == {"embeddings.py": EMB}


def test_a_single_clone_is_not_named_by_its_own_file(tmp_path: Path) -> None:
    """Where only one clone says what the classroom is called, nobody is named by it."""
    files = {"cs-hello-ana-lima/embeddings.py": EMB}
    files["cs-hello-ana-lima/" + MARKER] = marker("cs", "hello-ana")
    (one,) = open_batch(folder(tmp_path / "class", files))
    assert one.members[0].id == "cs-hello-ana-lima"


@pytest.mark.parametrize(
    "inside",
    [
        pytest.param({"ana/embeddings.py": EMB, "ben/embeddings.py": OTHER}, id="folders"),
        pytest.param({"ana.py": EMB, "ben.py": OTHER}, id="files"),
        pytest.param(
            {"submission_metadata.yml": GRADESCOPE_YAML, "submission_11/embeddings.py": EMB},
            id="a Gradescope export",
        ),
        pytest.param({"Ana_501_assignsubmission_file_/embeddings.py": EMB}, id="Moodle's folder"),
    ],
)
@pytest.mark.parametrize("packed", [False, True])
def test_a_lone_submission_does_not_become_a_class(
    inside: dict[str, bytes], packed: bool, tmp_path: Path
) -> None:
    """The only entry of a folder keeps its name, even if a class of other people is in it."""
    files = {f"attempt-7/{name}": content for name, content in inside.items()}
    source = folder(tmp_path / "inbox", {"attempt-7.zip": zipped(inside)} if packed else files)
    (one,) = open_batch(source)
    assert one.id == "attempt-7"
    assert "is the only entry" in said(one)


def test_one_file_called_as_the_exercise_says_joins_nobody(tmp_path: Path) -> None:
    """A loose file with an exercise's name among people's files does not make them one person."""
    files = {"ana.py": EMB, "ben.py": OTHER, "embeddings.py": OTHER}
    assert (
        len(open_batch(folder(tmp_path / "a", {f"download/{n}": c for n, c in files.items()}))) == 3
    )
    assert len(open_batch(folder(tmp_path / "b", files))) == 3


@pytest.mark.parametrize(
    "name",
    [
        "eve_1_2_embeddings.py",
        "Eve_501_assignsubmission_file_x.py",
        "HW_eve_attempt_2025-10-10-10-22-11_embeddings.py",
        "1-2 - Eve - Oct 9, 2025 1159 PM/embeddings.py",
    ],
)
def test_one_name_does_not_choose_the_platform(name: str, tmp_path: Path) -> None:
    """One entry that is named as on a platform leaves a plain class plain, with all people."""
    files = PLAIN | {name: EMB, "dan/report.pdf": b"%PDF"}
    source = folder(tmp_path / "class", files)
    assert detect(source) == "plain"
    assert {"ana", "ben", "cai", "dan"} < set(ids(open_batch(source)))


def test_a_browsers_copy_does_not_change_the_platform(tmp_path: Path) -> None:
    """One Canvas file that was downloaded twice leaves the rest of the class as it was."""
    files = CANVAS | {"limaana_101_5001_embeddings (1).py": EMB}
    source = folder(tmp_path / "class", files)
    assert detect(source) == "canvas"
    assert ids(open_batch(source))["103"].attempt == 3


@pytest.mark.parametrize(
    "printed",
    [
        b"      output: '\x01'\n",
        b"      output: [\n",
        b"      a: b: c\n",
        b"      : x\n\n      - y\n",
    ],
)
def test_what_a_program_printed_does_not_hide_the_names(printed: bytes, tmp_path: Path) -> None:
    """Results of one student that are not readable YAML leave everybody's name in the export."""
    yml = GRADESCOPE_YAML.encode().replace(b"    output: no\n", printed)
    files = {"submission_metadata.yml": yml}
    files |= {f"submission_{n}/embeddings.py": EMB for n in (11, 12, 13)}
    batch = ids(open_batch(folder(tmp_path / "class", files)))
    assert sorted(batch) == ["00123+0124", "125", "wang@example.com"]


def test_what_a_student_typed_into_a_receipt_names_nobody(tmp_path: Path) -> None:
    """Only the beginning of a Blackboard receipt is read, because a student wrote the end."""
    name = next(name for name in BLACKBOARD if "dan.doe" in name)
    typed = b"\n" * 900_000 + b"Name: Ana Lima (dan.doe)\n"
    files = BLACKBOARD | {name: typed}
    began = time.process_time()
    batch = ids(open_batch(folder(tmp_path / "class", files)))
    assert batch["dan.doe"].members[0].name == ""
    assert batch["alima"].members[0].name == "Ana Lima"
    assert time.process_time() - began < 3


# How much


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the number of entries in one student's part small, so that a test can exceed it."""
    monkeypatch.setattr(limits, "MAX_MEMBERS", 300)
    monkeypatch.setattr(limits.Meter.__init__, "__defaults__", (300, 100_000_000, "too many"))


CROWDS = {
    "empty files": {f"eve/{n}": "" for n in range(400)},
    "folders": {f"eve/{n}/": "" for n in range(400)},
    "a tree of folders": {
        f"eve/{a}/{b}/{c}.py": "" for a in range(8) for b in range(8) for c in "xyzuvw"
    },
    "junk": {f"eve/._{n}": "" for n in range(400)},
}


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("wrapper", ["", "download/", "download/HW 1/"])
@pytest.mark.parametrize("kind", CROWDS)
def test_one_crowded_folder_is_one_rejection(kind: str, wrapper: str, tmp_path: Path) -> None:
    """Too many entries in one student's folder reject that student; all others are graded."""
    files = {wrapper + name: content for name, content in (PLAIN | CROWDS[kind]).items()}
    batch = ids(open_batch(folder(tmp_path / "class", files)))
    assert sorted(batch) == ["ana", "ben", "cai", "eve"]
    assert "too many" in batch["eve"].rejected
    assert [key for key, one in batch.items() if one.files] == ["ana", "ben", "cai"]


def test_a_crowd_in_a_packed_class_is_one_rejection(tmp_path: Path) -> None:
    """In a download that is one archive, a student's 30,000 files reject that student alone."""
    crowd = {f"eve/{n}.py": "" for n in range(30_000)}
    source = put(tmp_path, "class.zip", zipped(PLAIN | crowd))
    batch = ids(open_batch(source))
    assert "more than 2000 files" in batch["eve"].rejected
    assert [key for key, one in batch.items() if one.files] == ["ana", "ben", "cai"]


def test_a_download_over_its_own_limit_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A download with too many entries itself is refused, and the sentence says what to do."""
    meter = limits.Meter(20, 1_000_000, limits._CLASS_TOO_MANY)
    monkeypatch.setattr("grader.intake.archive.class_meter", lambda: meter)
    source = put(tmp_path, "class.zip", zipped({f"{n}/a.py": "" for n in range(30)}))
    with pytest.raises(IntakeError, match=r"download itself lists .* Unpack it into a folder"):
        open_batch(source)


def levels(count: int, files: int) -> dict[str, bytes]:
    return {"/".join("d" * count) + f"/{n}.txt": b"" for n in range(files)}


def overlapped(inner: bytes, count: int) -> bytes:
    """Return a zip with one member's data and many directory records that point to it."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(inner) + packer.flush()
    name, sizes = b"a.zip", (zlib.crc32(inner), len(packed), len(inner), 5)
    local = struct.pack("<4s5H3L2H", b"PK\3\4", 20, 0, 8, 0, 0, *sizes, 0) + name + packed
    record = struct.pack("<4s6H3L5H2L", b"PK\1\2", 20, 20, 0, 8, 0, 0, *sizes, 0, 0, 0, 0, 0, 0)
    records = (record + name) * count
    end = struct.pack("<4s4H2LH", b"PK\5\6", 0, 0, count, count, len(records), len(local), 0)
    return local + records + end


def shifted(count: int) -> bytes:
    """Return a zip whose members each begin a little later within the first one's data."""
    data = bytearray(zipped({f"{n}.py": random.Random(n).randbytes(500) for n in range(count)}))
    at = data.find(b"PK\1\2")
    while at >= 0:
        struct.pack_into("<L", data, at + 20, 60_000)  # the packed size reaches over the others
        at = data.find(b"PK\1\2", at + 4)
    return bytes(data)


CROWDED = zipped({f".git/{n}": "" for n in range(5_000)})
COSTLY = {
    "deep paths": zipped({"in.zip": zipped(levels(490, 1_900))}),
    "deep paths in a tar": tarred(levels(300, 500)),
    "deep folders": zipped({"/".join("d" * 490) + "/" * (n + 1): "" for n in range(1, 400)}),
    "one archive a thousand times": overlapped(CROWDED, 1_000),
    "archives that overlap in an archive": zipped({"in.zip": overlapped(CROWDED, 1_000)}),
    "members within another's data": shifted(100),
    "a hundred crowded archives": zipped({f"{n}.zip": CROWDED for n in range(100)}),
    "a hundred crowded tars": zipped(
        {f"{n}.tgz": tarred({f".git/{m}": "" for m in range(500)}) for n in range(100)}
    ),
    "tars of zeros": zipped({f"{n}.tgz": tarred({"x": b"\0" * 900_000}) for n in range(200)}),
    "environments in environments": zipped(
        {f"{n}/{end}": "" for n in range(900) for end in ("pyvenv.cfg", "bin/x")}
    ),
    "kits in kits": zipped(
        {f"{n}/{end}": "" for n in range(900) for end in ("exercises.md", "student/x.txt")}
    ),
}


@pytest.mark.parametrize("kind", COSTLY)
def test_small_archives_cannot_cost_much(kind: str, tmp_path: Path) -> None:
    """An archive that would become something large is rejected in a few seconds."""
    path = put(tmp_path, "eve.zip", COSTLY[kind])
    began = time.monotonic()
    submission = open_submission(path)
    assert submission.rejected
    assert len(submission.rejected) <= limits.MAX_TEXT
    assert time.monotonic() - began < 5


@pytest.mark.parametrize("kind", ["deep paths", "one archive a thousand times"])
def test_small_archives_cost_nobody_else(kind: str, tmp_path: Path) -> None:
    """With such an archive among them, all others of a class are graded."""
    batch = ids(open_batch(folder(tmp_path / "class", PLAIN | {"eve.zip": COSTLY[kind]})))
    assert [key for key, one in batch.items() if one.files] == ["ana", "ben", "cai"]


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("deep paths", "is more than 30 folders deep"),
        ("deep paths in a tar", "is more than 30 folders deep"),
        ("a hundred crowded archives", "more than 20000 entries"),
        ("a hundred crowded tars", "more than 20000 entries"),
        ("tars of zeros", "unpacks to more than 100 MB"),
    ],
)
def test_costly_archives_say_which_limit(kind: str, reason: str, tmp_path: Path) -> None:
    """The sentence names the limit that an archive is over."""
    assert reason in open_submission(put(tmp_path, "eve.zip", COSTLY[kind])).rejected


def test_members_that_share_data_are_named(tmp_path: Path) -> None:
    """Members that share data are refused, and the sentence says why."""
    for kind in ("one archive a thousand times", "members within another's data"):
        assert (
            "share the same data" in open_submission(put(tmp_path, "e.zip", COSTLY[kind])).rejected
        )


def test_environments_are_still_left_out(tmp_path: Path) -> None:
    """The files of a virtual environment are left out, those beside it are kept."""
    files = {"env/pyvenv.cfg": "", "env/Lib/embeddings.py": OTHER, "env/x/diagnostics.py": OTHER}
    for path in (
        put(tmp_path, "a.zip", zipped(files | {"embeddings.py": EMB})),
        folder(tmp_path / "a", files | {"embeddings.py": EMB}),
    ):
        assert open_submission(path).files == {"embeddings.py": EMB}


@pytest.mark.parametrize(
    "files",
    [
        {"\U000e0001" * 100 + f"{n}/embeddings.py": EMB for n in range(60)},
        {"x" * 200 + f"{n}.csv": "" for n in range(60)} | ALL,
        [(f"../{'y' * 300}{n}.py", EMB) for n in range(60)] + [("embeddings.py", EMB)],
    ],
)
def test_notices_are_few_and_short(files: object, tmp_path: Path) -> None:
    """However many odd names there are, a card holds few notices and none of them is long."""
    submission = open_submission(put(tmp_path, "eve.zip", zipped(files)))  # type: ignore[arg-type]
    assert len(submission.notices) <= limits.MAX_LISTED_NAMES + 1
    assert all(len(notice) <= limits.MAX_TEXT for notice in submission.notices)
    assert len(submission.rejected) <= limits.MAX_TEXT


# The process around it


def spin(tree: object) -> None:
    while True:
        pass


def fill(tree: object) -> None:
    kept = []
    while True:
        kept.append(bytearray(50_000_000))


def leave(tree: object) -> None:
    os._exit(0)


def fail(tree: object) -> None:
    raise RecursionError


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (spin, "too much processor time"),
        (fill, "too much memory"),
        (leave, "reading it takes too much"),
        (fail, "reading it failed (RecursionError)"),
    ],
)
def test_a_reading_that_exhausts_its_limits_is_one_rejection(
    act: object, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the reading of one part does to its process, the others are read."""
    real = choose.choose

    def choose_or_act(tree: object) -> object:
        eve = any("eve" in file.path for file in tree.files)  # type: ignore[attr-defined]
        return act(tree) if eve else real(tree)  # type: ignore[operator, arg-type]

    monkeypatch.setattr("grader.intake.opening.choose", choose_or_act)
    monkeypatch.setattr("grader.intake.attempts.choose", choose_or_act)
    monkeypatch.setattr(bounded, "STUDENT_CPU_S", 1)
    monkeypatch.setattr(bounded, "MEMORY_BYTES", 300_000_000)
    files = PLAIN | {"bob/eve.py": EMB, "dan/eve.py": EMB}
    batch = ids(open_batch(folder(tmp_path / "class", files)))
    assert sorted(batch) == ["ana", "ben", "bob", "cai", "dan"]
    assert reason in batch["bob"].rejected and reason in batch["dan"].rejected
    assert [key for key, one in batch.items() if one.files] == ["ana", "ben", "cai"]
    assert reason in open_submission(put(tmp_path, "eve.py", EMB)).rejected


def test_a_download_that_exhausts_the_listing_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the download itself takes too much, the error says so instead of blaming a student."""
    monkeypatch.setattr(
        "grader.intake.opening.find_class", lambda entries, name, options: fill(entries)
    )
    monkeypatch.setattr(bounded, "MEMORY_BYTES", 300_000_000)
    with pytest.raises(IntakeError, match="the download itself is too large"):
        open_batch(folder(tmp_path / "class", PLAIN))


def test_reading_leaves_no_process_and_no_descriptor(tmp_path: Path) -> None:
    """After a class was read, also after an error, no child and no open file is left."""
    source = folder(tmp_path / "class", PLAIN)
    empty = folder(tmp_path / "empty", {})
    before, children = os.listdir("/proc/self/fd"), children_of_this_process()
    for _ in range(3):
        open_batch(source)
        detect(source)
        with pytest.raises(IntakeError):
            open_batch(empty)
    assert os.listdir("/proc/self/fd") == before
    assert children_of_this_process() == children


def children_of_this_process() -> list[str]:
    """Return the numbers of the processes that this one has started and not yet waited for."""
    tasks = Path("/proc/self/task").glob("*/children")
    return sorted(number for task in tasks for number in task.read_text().split())


def test_without_a_child_process_nothing_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no process can be forked, nothing is read without limits: the error says why."""

    def refuse() -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    source = folder(tmp_path / "class", CANVAS)
    monkeypatch.setattr(os, "fork", refuse)
    monkeypatch.setattr(shortage, "PAUSES_S", (0.0,))
    with pytest.raises(IntakeError, match="no process can be started to read it"):
        open_batch(source)


def test_other_threads_do_not_lift_the_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that has threads of its own reads in a child process as well."""
    monkeypatch.setattr("grader.intake.attempts.choose", leave)
    done = threading.Event()
    thread = threading.Thread(target=done.wait)
    thread.start()
    try:
        batch = ids(open_batch(folder(tmp_path / "class", PLAIN)))
    finally:
        done.set()
        thread.join()
    assert all("reading it takes too much" in each.rejected for each in batch.values())


# The encoding of source


@pytest.mark.parametrize(
    "name",
    ["utf-7", "UTF7", "unicode_escape", "raw-unicode-escape", "hz", "iso-2022-jp", "iso2022_kr",
     "utf-16", "utf_32_be", "cp037", "punycode", "rot13", "base64", "idna"],
)  # fmt: skip
@pytest.mark.parametrize(
    "lines", ["# coding: {}\n", "#!python\n# -*- coding: {} -*-\n", "\ufeff#coding={}\r\n"]
)
def test_an_encoding_that_is_not_like_ascii_is_refused(
    name: str, lines: str, tmp_path: Path
) -> None:
    """A source in an encoding that changes ASCII text is refused, with its file and encoding."""
    source = lines.format(name).encode() + EMB
    submission = open_submission(put(tmp_path, "embeddings.py", source))
    assert submission.files == {}
    assert f"embeddings.py: its first lines ask for the encoding {name}" in submission.rejected


def test_a_notebooks_cell_cannot_ask_for_such_an_encoding(tmp_path: Path) -> None:
    """A notebook is Unicode whatever its cells say, and no such line reaches the grader."""
    path = put(tmp_path, "nb.ipynb", notebook("# coding: utf-7\n" + EMB.decode()))
    (source,) = open_submission(path).files.values()
    assert b"utf-7" not in source and EMB in source


@pytest.mark.parametrize(
    "line",
    ["# coding: utf-8", "# coding: latin-1", "# coding: cp1252", "# coding: gbk", "# coding: big5",
     "# coding: shift_jis", "# coding: euc-kr", "# coding: koi8-r", "# coding: ascii",
     "# coding: nonsense", "x = 1  # coding: utf-7", "x = 1\n# coding: utf-7",
     "\n\n# coding: utf-7", "# decoding utf-7"],
)  # fmt: skip
def test_other_encodings_are_kept(line: str, tmp_path: Path) -> None:
    """Encodings that keep ASCII text, unknown ones, and lines that Python ignores, are kept."""
    source = line.encode() + b"\n" + EMB
    assert open_submission(put(tmp_path, "embeddings.py", source)).files == {
        "embeddings.py": source
    }
