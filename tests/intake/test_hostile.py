"""Read hostile submissions: links, escaping names, zip bombs and random bytes."""

from __future__ import annotations

import os
import tarfile
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake import IntakeError, open_submission
from tests.intake.intake_kit import (
    ALL,
    DIAG,
    EMB,
    folder,
    notebook,
    put,
    raw_file,
    said,
    tarred,
    zipped,
)


def test_missing_empty_and_special(tmp_path: Path) -> None:
    """A missing path raises IntakeError; empty folders and FIFOs are rejected, without a hang."""
    with pytest.raises(IntakeError, match="does not exist"):
        open_submission(tmp_path / "nobody")
    os.symlink(tmp_path / "nowhere", tmp_path / "broken")
    with pytest.raises(IntakeError, match="broken link"):
        open_submission(tmp_path / "broken")
    (tmp_path / "empty").mkdir()
    assert "empty" in open_submission(tmp_path / "empty").rejected
    os.mkfifo(tmp_path / "pipe")
    assert "not a file or folder" in open_submission(tmp_path / "pipe").rejected


def test_links_and_fifos_are_never_read(tmp_path: Path) -> None:
    """Links and FIFOs in a folder are not read but noticed, even links to folders and loops."""
    secret = put(tmp_path, "secret.py", b"SECRET = 1\n")
    elsewhere = folder(tmp_path / "elsewhere", {"weight_tying.py": b"SECRET"})
    root = folder(tmp_path / "ana", {"embeddings.py": EMB})
    (root / "diagnostics.py").symlink_to(secret)
    (root / "linked").symlink_to(elsewhere, target_is_directory=True)
    (root / "loop").symlink_to(root, target_is_directory=True)
    os.mkfifo(root / "weight_tying.py")
    submission = open_submission(root)
    assert submission.files == {"embeddings.py": EMB}
    assert "diagnostics.py: is a symbolic link" in said(submission)
    assert "linked: is a symbolic link" in said(submission)
    assert "weight_tying.py: is not an ordinary file" in said(submission)


def test_a_link_put_in_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    """A file that became a link after it was listed is not read."""
    from grader.intake.folder import folder_tree
    from grader.intake.tree import UnreadableError

    root = folder(tmp_path / "ana", {"embeddings.py": EMB})
    (file,) = folder_tree(str(root)).files
    (root / "embeddings.py").unlink()
    (root / "embeddings.py").symlink_to(put(tmp_path, "secret", b"x"))
    with pytest.raises(UnreadableError):
        file.read(100)


@pytest.mark.parametrize(
    "name",
    ["../diagnostics.py", "/diagnostics.py", "C:\\diagnostics.py", "a\\..\\..\\diagnostics.py"],
)
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_escaping_names(pack, name: str, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """A member whose path leads out of the archive is ignored with a notice, and not written."""
    path = put(tmp_path, "ana.zip", pack([("embeddings.py", EMB), (name, DIAG)]))
    submission = open_submission(path)
    assert submission.files == {"embeddings.py": EMB}
    assert "unsafe path" in said(submission)
    assert sorted(os.listdir(tmp_path)) == ["ana.zip"]


def test_links_in_archives(tmp_path: Path) -> None:
    """Links and devices in archives are ignored with a notice; their targets are not read."""
    links = [
        zipped({"embeddings.py": "/etc/passwd"}, mode=0o120777),
        tarred({"embeddings.py": ""}, kind=tarfile.SYMTYPE),
        tarred({"embeddings.py": ""}, kind=tarfile.LNKTYPE),
        tarred({"embeddings.py": ""}, kind=tarfile.FIFOTYPE),
    ]
    for number, content in enumerate(links):
        submission = open_submission(put(tmp_path, f"{number}.zip", content))
        assert submission.files == {}
        assert "ignored" in submission.rejected


def test_names_in_other_encodings(tmp_path: Path) -> None:
    """Names that are not UTF-8 do no harm, and every text about them can be encoded."""
    raw = bytearray(zipped({"n" * 60_000: "x", "zz_notes.txt": "x", "embeddings.py": EMB}))
    raw = raw.replace(b"zz_notes.txt", b"\xe9\xff_notes.txt")
    utf8 = zipped({"xx_notes.txt": "x", "embeddings.py": EMB}).replace(
        b"xx_notes.txt", "é_notes.txt".encode()
    )
    os_level = raw_file(folder(tmp_path / "f", {"embeddings.py": EMB}), b"\xff\xfe.txt", b"x")
    long = "n" * 150 + "/embeddings.py"
    for path in (
        put(tmp_path, "raw.zip", bytes(raw)),
        put(tmp_path, "utf8.zip", utf8),
        put(tmp_path, "long.tgz", tarred({long: EMB, "é.txt": ""})),
        os_level,
    ):
        submission = open_submission(path)
        assert submission.files == {"embeddings.py": EMB}
        assert len(submission.ignored) == 1 or path.name == "long.tgz"
        "".join((*submission.ignored, *submission.notices)).encode()
    assert open_submission(tmp_path / "utf8.zip").ignored == ("é_notes.txt",)


def test_ignored_files_are_listed_clean_and_capped(tmp_path: Path) -> None:
    """Unknown files are listed without control characters, at most twenty of them."""
    hostile = ["conftest.py", "pytest.ini", "sitecustomize.py", "torch.py", "numpy.py"]
    extra = {"bad\x1b[31m\u202ename.txt": ""} | {f"z{i:03}.csv": "" for i in range(50)}
    files = {**ALL, **dict.fromkeys(hostile, "x = 1"), **extra}
    submission = open_submission(folder(tmp_path / "ana", files))
    assert submission.files == ALL
    assert set(hostile) <= set(submission.ignored)
    assert "\x1b" not in "".join(submission.ignored + submission.notices)
    assert len(submission.ignored) == 21 and submission.ignored[-1] == "… and 36 more"
    assert "hidden or look-alike" in said(submission)


def test_backslash_names(tmp_path: Path) -> None:
    """Backslashes separate folders, because some Windows tools write them."""
    submission = open_submission(put(tmp_path, "a.zip", zipped({"hw\\src\\embeddings.py": EMB})))
    assert submission.files == {"embeddings.py": EMB}
    assert "hw/src" in said(submission)


def test_names_stay_on_one_line(tmp_path: Path) -> None:
    """Line breaks and tabs in a file name are escaped, so that no name can fake a notice."""
    name = "a\nb\tc\r\u2028d\u2029.csv"
    submission = open_submission(put(tmp_path, "ana.zip", zipped({**ALL, name: ""})))
    assert submission.ignored == (r"a\nb\tc\r\u2028d\u2029.csv",)


def bomb(kind: str) -> bytes:
    zeros = b"\0" * 30_000_000
    if kind == "nested":
        return zipped({"big.zip": zeros})
    if kind == "tar":
        return tarred({"embeddings.py": zeros})
    if kind == "many layers":
        layer = zipped({f"{i}.zip": zipped({"a.py": zeros[:900_000]}) for i in range(20)})
        return zipped({f"{i}.zip": layer for i in range(20)})
    if kind == "members":
        return zipped({f"{i}.txt": "" for i in range(20_001)})
    if kind == "long name":
        info = tarfile.TarInfo("x")
        info.type, info.size = tarfile.GNUTYPE_LONGNAME, 8_000_000_000
        return info.tobuf(tarfile.GNU_FORMAT) + b"x" * 1024
    return zipped({"embeddings.py": zeros})


@pytest.mark.parametrize("kind", ["file", "nested", "tar", "many layers", "members", "long name"])
def test_bombs(kind: str, tmp_path: Path) -> None:
    """Archives that unpack to far more than their size are rejected with little time and memory."""
    path = put(tmp_path, "ana.zip", bomb(kind))
    tracemalloc.start()
    began = time.monotonic()
    submission = open_submission(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert submission.rejected
    assert peak < 60_000_000
    assert time.monotonic() - began < 5


def test_a_declared_size_is_not_believed(tmp_path: Path) -> None:
    """A member that declares a small size and is large is not read past the limit."""
    honest = zipped({"embeddings.py": b"#" * 3_000_000})
    claimed = (3_000_000).to_bytes(4, "little")
    path = put(tmp_path, "a.zip", honest.replace(claimed, (30).to_bytes(4, "little")))
    submission = open_submission(path)
    assert submission.files == {}
    assert "embeddings.py" in submission.rejected


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(["zip", "tar.gz", "tar", "ipynb", "rar"]),
    base=st.sampled_from([b"", zipped(ALL), tarred(ALL), tarred(ALL, gz=False), notebook("x = 1")]),
    cut=st.integers(0, 2000),
    at=st.integers(0, 2000),
    junk=st.binary(max_size=200),
)
def test_any_bytes(
    tmp_path_factory: pytest.TempPathFactory, kind: str, base: bytes, cut: int, at: int, junk: bytes
) -> None:
    """Random or damaged bytes under any name give a submission, never an exception."""
    data = bytearray(base[: len(base) - cut] if cut % 3 == 0 else base)
    data[at : at + len(junk)] = junk
    path = put(tmp_path_factory.mktemp("any"), f"ana.{kind}", bytes(data))
    submission = open_submission(path)
    assert submission.rejected or submission.files
    assert not (submission.rejected and submission.files)
