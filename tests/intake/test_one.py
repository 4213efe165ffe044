"""Read one odd submission at a time: what is graded, repaired, ignored or rejected."""

from __future__ import annotations

import os
import random
import tarfile
import time
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.intake import IntakeError, open_submission
from grader.submission import FILES, MAX_FILE_BYTES, Submission
from tests.intake.intake_kit import ALL, DIAG, EMB, TIED, folder, notebook, raw_file, tarred, zipped

TOO_LARGE = random.Random(0).randbytes(MAX_FILE_BYTES + 1)
OTHER = EMB + b"# another\n"


def as_folder(root: Path, files: object) -> Path:
    return folder(root / "ana", files)  # type: ignore[arg-type]


def as_zip(root: Path, files: object) -> Path:
    return put(root, "ana.zip", zipped(files))  # type: ignore[arg-type]


def as_tar(root: Path, files: object) -> Path:
    return put(root, "ana.tar.gz", tarred(files))  # type: ignore[arg-type]


def put(root: Path, name: str, content: bytes) -> Path:
    path = root / name
    path.write_bytes(content)
    return path


def said(submission: Submission) -> str:
    return "\n".join(submission.notices)


@pytest.mark.parametrize("pack", [as_folder, as_zip, as_tar])
@pytest.mark.parametrize(
    ("files", "expected", "noticed"),
    [
        pytest.param(ALL, ALL, [], id="plain"),
        pytest.param({"student/" + n: c for n, c in ALL.items()}, ALL, [], id="kit folder"),
        pytest.param({"hw1/" + n: c for n, c in ALL.items()}, ALL, ["folder hw1"], id="top folder"),
        pytest.param({"a/b/c/embeddings.py": EMB}, {"embeddings.py": EMB}, ["a/b/c"], id="deep"),
        pytest.param({"embeddings (1).py": EMB}, {"embeddings.py": EMB}, ["(1)"], id="download"),
        pytest.param({"embeddings-1.py": EMB}, {"embeddings.py": EMB}, ["-1.py"], id="suffix"),
        pytest.param({"Embeddings.PY": EMB}, {"embeddings.py": EMB}, ["Embeddings.PY"], id="case"),
        pytest.param({" embeddings .py": EMB}, {"embeddings.py": EMB}, ["read as"], id="spaces"),
        pytest.param({"weight tying.py": TIED}, {"weight_tying.py": TIED}, ["read as"], id="space"),
        pytest.param(
            {"Weight-Tying.py": TIED}, {"weight_tying.py": TIED}, ["read as"], id="hyphen"
        ),
        pytest.param({"embeddings - Copy.py": EMB}, {"embeddings.py": EMB}, ["Copy"], id="copy"),
        pytest.param({"embeddings.py.txt": EMB}, {"embeddings.py": EMB}, [".txt"], id="py.txt"),
        pytest.param(
            {"\uff45mbeddings.py": EMB},
            {"embeddings.py": EMB},
            ["look-alike"],
            id="full-width name",
        ),
        pytest.param(
            {"embed\u200bdings.py": EMB}, {"embeddings.py": EMB}, ["hidden"], id="zero-width name"
        ),
        pytest.param(
            {"embeddings.py": EMB, "old/embeddings (1).py": EMB},
            {"embeddings.py": EMB},
            ["identical copies"],
            id="identical copy",
        ),
        pytest.param({"homework.py": EMB}, {"embeddings.py": EMB}, ["homework.py"], id="one file"),
        pytest.param(
            {"embeddings.py": EMB, "embeddings_final.py": OTHER, "embeddings2.py": OTHER},
            {"embeddings.py": EMB},
            [],
            id="unclear names beside a clear one",
        ),
        pytest.param(
            {"homework.py": EMB, "__init__.py": "", "conftest.py": "x"},
            {"embeddings.py": EMB},
            ["homework.py"],
            id="one file beside the kit's",
        ),
        pytest.param(
            {"embeddings.py": EMB, "code.zip": zipped({"diagnostics.py": DIAG})},
            {"embeddings.py": EMB, "diagnostics.py": DIAG},
            [],
            id="nested zip",
        ),
        pytest.param(
            {"in.tgz": tarred({"x/embeddings.py": EMB})},
            {"embeddings.py": EMB},
            ["folder x"],
            id="nested tar",
        ),
        pytest.param(
            {
                "hw.ipynb": notebook(
                    "!pip install torch\nx = 1\n%time\ny = 2", "%%bash\nls", "z = 3"
                )
            },
            {"embeddings.py": b"x = 1\ny = 2\n\nz = 3\n"},
            ["notebook", "hw.ipynb"],
            id="notebook",
        ),
        pytest.param(
            {"diagnostics.ipynb": notebook("d = 1"), "embeddings.py": EMB, "play.ipynb": "{}"},
            {"embeddings.py": EMB, "diagnostics.py": b"d = 1\n"},
            ["diagnostics.ipynb"],
            id="named notebook",
        ),
        pytest.param(
            {"embeddings.ipynb": notebook("d = 1"), "embeddings.py": EMB},
            {"embeddings.py": EMB},
            [],
            id="notebook beside the file",
        ),
        pytest.param(
            {
                "exercises.md": "",
                "student/embeddings.py": EMB,
                "solutions/embeddings.py": OTHER,
                "grader/examples/diagnostics.py": OTHER,
            },
            {"embeddings.py": EMB},
            [],
            id="whole kit",
        ),
        pytest.param(
            {
                **ALL,
                "__MACOSX/._embeddings.py": "junk",
                "._diagnostics.py": "junk",
                ".DS_Store": "junk",
                "Thumbs.db": "junk",
                "__pycache__/embeddings.py": OTHER,
                ".git/embeddings.py": OTHER,
                ".venv/lib/embeddings.py": OTHER,
                "my-env/pyvenv.cfg": "home",
                "my-env/lib/embeddings.py": OTHER,
                ".ipynb_checkpoints/embeddings-checkpoint.py": OTHER,
            },
            ALL,
            [],
            id="junk",
        ),
        pytest.param(
            {"embeddings.py/embeddings.py": EMB},
            {"embeddings.py": EMB},
            ["is a folder"],
            id="folder",
        ),
        pytest.param({"embeddings.py": b""}, {"embeddings.py": b""}, [], id="empty file"),
        pytest.param(
            {"embeddings.py": EMB, "diagnostics.py": TOO_LARGE},
            {"embeddings.py": EMB},
            ["diagnostics.py: larger than 1 MB"],
            id="one file too large",
        ),
    ],
)
def test_one_clear_reading(pack, files, expected, noticed, tmp_path):  # type: ignore[no-untyped-def]
    """Files with one clear meaning are graded, with a notice per repair, however packed."""
    submission = open_submission(pack(tmp_path, files))
    assert submission.rejected == ""
    assert submission.files == expected
    assert submission.id == "ana"
    for text in noticed:
        assert text in said(submission)
    if not noticed and expected == ALL:
        assert submission.notices == ()


@pytest.mark.parametrize("pack", [as_folder, as_zip, as_tar])
@pytest.mark.parametrize(
    ("files", "reason"),
    [
        pytest.param(
            {"embeddings.py": EMB, "embeddings (1).py": OTHER},
            ["ambiguous", "embeddings (1).py and embeddings.py"],
            id="exact and repaired",
        ),
        pytest.param(
            {"a/embeddings.py": EMB, "b/embeddings.py": OTHER},
            ["ambiguous", "a/embeddings.py and b/embeddings.py"],
            id="two folders",
        ),
        pytest.param(
            {"embeddings.py": EMB, "hw.zip": zipped({"embeddings.py": OTHER})},
            ["ambiguous", "embeddings.py and hw.zip/embeddings.py"],
            id="loose and zipped",
        ),
        pytest.param(
            {"exercises.md": "", "student/embeddings.py": EMB, "embeddings.py": OTHER},
            ["ambiguous", "student/embeddings.py"],
            id="kit and loose",
        ),
        pytest.param(
            {"hw.py": EMB, "main.py": OTHER}, ["ambiguous", "hw.py", "main.py"], id="two others"
        ),
        pytest.param(
            {"a.ipynb": notebook("x"), "b.ipynb": notebook("y")}, ["a.ipynb"], id="two notebooks"
        ),
        pytest.param({"embeddings_final.txt": "x"}, ["plain text", ".py"], id="text"),
        pytest.param({"report.docx": zipped({"word/x.py": EMB})}, ["a document"], id="docx"),
        pytest.param({"hw.pdf": b"%PDF-1.7"}, ["a document"], id="pdf"),
        pytest.param({"embeddings.pyc": b"\xcb\r\r\n"}, ["compiled", ".py source"], id="pyc"),
        pytest.param({"hw.rar": b"Rar!\x1a\x07\x00"}, ["hw.rar", "RAR", ".zip"], id="rar"),
        pytest.param({"hw.7z": b"7z\xbc\xaf\x27\x1c"}, ["hw.7z", "7z", ".zip"], id="7z"),
        pytest.param({"hw.zip": zipped(ALL)[:-40]}, ["hw.zip", "cut off"], id="truncated zip"),
        pytest.param({"hw.tgz": tarred(ALL)[:60]}, ["hw.tgz", "cut off"], id="truncated tgz"),
        pytest.param({"hw.tar": tarred(ALL, gz=False)[:1500]}, ["cut off"], id="truncated tar"),
        pytest.param({"hw.zip": zipped(ALL, flags=1)}, ["password"], id="encrypted zip"),
        pytest.param({"hw.zip": zipped({})}, ["hw.zip", "empty archive"], id="empty zip"),
        pytest.param({"hw.zip": b""}, ["hw.zip", "empty file"], id="zero bytes"),
        pytest.param({"hw.zip": b"hello"}, ["hw.zip", "damaged"], id="not a zip"),
        pytest.param({"hw.gz": tarred({})[:10] + b"zz"}, ["hw.gz"], id="broken gzip"),
        pytest.param(
            {"1.zip": zipped({"2.zip": zipped({"3.zip": zipped(ALL)})})},
            ["zip/", "deep"],
            id="three deep",
        ),
        pytest.param({"hw.ipynb": b"{broken"}, ["hw.ipynb", "notebook"], id="broken notebook"),
        pytest.param({"hw.ipynb": b"[" * 100_000}, ["hw.ipynb"], id="deeply nested notebook"),
        pytest.param(
            {"hw.ipynb": notebook("# title", kind="markdown")},
            ["without code"],
            id="only text cells",
        ),
        pytest.param(
            {"__pycache__/embeddings.cpython-311.pyc": b"x"}, ["caches"], id="only caches"
        ),
        pytest.param({"torch.py": "x = 1"}, ["torch.py"], id="only a shadow of torch"),
        pytest.param({"embeddings.py": TOO_LARGE}, ["larger than 1 MB"], id="too large"),
        pytest.param(
            {"embeddings.py": EMB} | {f"data/{i}.txt": "" for i in range(2001)},
            ["more than 2000 files"],
            id="too many",
        ),
    ],
)
def test_no_clear_reading(pack, files, reason, tmp_path):  # type: ignore[no-untyped-def]
    """Files without one clear meaning are rejected, with the reason and what to do."""
    submission = open_submission(pack(tmp_path, files))
    assert submission.files == {}
    for text in reason:
        assert text in submission.rejected


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("ana.rar", b"Rar!\x1a\x07\x01\x00rest", "RAR"),
        ("ana.zip", b"7z\xbc\xaf\x27\x1c", "7z"),
        ("ana.docx", zipped({"word/document.xml": "<x/>"}), "document"),
        ("ana.pdf", b"%PDF-1.4", "document"),
        ("ana.zip", zipped({}), "empty"),
        ("ana.zip", zipped({"deep/": ""}), "empty"),
        ("ana.zip", tarred(ALL)[:-20], "cut off"),
        ("ana", b"\x7fELF", "only ana"),
    ],
)
def test_unusable_file(name: str, content: bytes, reason: str, tmp_path: Path) -> None:
    """A single file of the wrong kind is rejected with the reason."""
    assert reason in open_submission(put(tmp_path, name, content)).rejected


def test_single_files(tmp_path: Path) -> None:
    """A single .py file, notebook or misnamed archive is a whole submission."""
    assert open_submission(put(tmp_path, "embeddings.py", EMB)).files == {"embeddings.py": EMB}
    named = open_submission(put(tmp_path, "José Núñez.py", EMB))
    assert named.files == {"embeddings.py": EMB}
    assert named.id.startswith("Jose-Nunez-") and named.id.isascii()
    assert (
        open_submission(put(tmp_path, "nb.ipynb", notebook("a = 1"))).files[FILES[0]] == b"a = 1\n"
    )
    assert (
        open_submission(put(tmp_path, "x.zip", tarred(ALL))).files == ALL
    )  # a tar with the name of a zip


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
    (file,) = folder_tree(str(root), 10).files
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


def test_backslash_names(tmp_path: Path) -> None:
    """Backslashes separate folders, because some Windows tools write them."""
    submission = open_submission(put(tmp_path, "a.zip", zipped({"hw\\src\\embeddings.py": EMB})))
    assert submission.files == {"embeddings.py": EMB}
    assert "hw/src" in said(submission)


@pytest.mark.parametrize("second", [EMB, OTHER])
@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_duplicate_members(second: bytes, tmp_path: Path) -> None:
    """A name that is twice in an archive is graded if the contents agree, else ambiguous."""
    twice = [("embeddings.py", EMB), ("embeddings.py", second)]
    for path in (put(tmp_path, "a.zip", zipped(twice)), put(tmp_path, "a.tgz", tarred(twice))):
        submission = open_submission(path)
        if second == EMB:
            assert submission.files == {"embeddings.py": EMB}
            assert "identical" in said(submission)
        else:
            assert "ambiguous: two files with the same path, embeddings.py" in submission.rejected


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


def test_long_lists_in_a_rejection_are_capped(tmp_path: Path) -> None:
    """A rejection names twenty files at most and says how many more there are."""
    files = {f"z{i:03}.csv": "" for i in range(25)}
    rejected = open_submission(folder(tmp_path / "ana", files)).rejected
    assert "z000.csv, z001.csv" in rejected and "z019.csv and 5 more: hand in" in rejected


def test_names_stay_on_one_line(tmp_path: Path) -> None:
    """Line breaks and tabs in a file name are escaped, so that no name can fake a notice."""
    name = "a\nb\tc\r\u2028d\u2029.csv"
    submission = open_submission(put(tmp_path, "ana.zip", zipped({**ALL, name: ""})))
    assert submission.ignored == (r"a\nb\tc\r\u2028d\u2029.csv",)


@pytest.mark.parametrize(
    ("source", "notice"),
    [
        ("a = 1\nb = 'x\u202ey'\n", "direction-changing characters on line 2"),
        ("a\u200b = 1\n", "invisible"),
        ("\n\n\uff45val = 1\n", "look-alike letters on line 3"),
        ("\n".join(["\uff41 = 1"] * 9), "on lines 1, 2, 3, 4, 5 and 4 more"),
        ("", "embeddings.py is empty"),
        (" \n\n", "embeddings.py is empty"),
    ],
)
def test_odd_source_is_noticed(source: str, notice: str, tmp_path: Path) -> None:
    """A file that is empty or has deceptive characters is graded with a notice."""
    submission = open_submission(put(tmp_path, "embeddings.py", source.encode()))
    assert submission.files == {"embeddings.py": source.encode()}
    assert notice in said(submission)


@pytest.mark.parametrize(
    "source",
    [
        "\ufeffprint('Größe, 大小, 👩\u200d💻')\r\n".encode(),
        "# coding: latin-1\nx = 'é'\n".encode("latin-1"),
        "x = 'é'\n".encode("latin-1"),
        "x = 1\n".encode("utf-16"),
        b"x = 1\0\n",
        b"# coding: nonsense\nx = '\xff'\n",
    ],
)
def test_odd_encodings_are_kept_as_they_are(source: bytes, tmp_path: Path) -> None:
    """Byte order marks, CRLF, other encodings and NUL bytes reach the grader unchanged."""
    submission = open_submission(put(tmp_path, "embeddings.py", source))
    assert submission.files == {"embeddings.py": source}
    assert submission.notices == ()


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
