"""Read one odd submission at a time: what is graded, repaired, ignored or rejected."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from grader.intake import open_submission
from grader.registry import main_file
from grader.submission import MAX_FILE_BYTES
from tests.intake.intake_kit import (
    ALL,
    DIAG,
    EMB,
    OTHER,
    TIED,
    folder,
    notebook,
    put,
    said,
    tarred,
    zipped,
)

TOO_LARGE = random.Random(0).randbytes(MAX_FILE_BYTES + 1)


def as_folder(root: Path, files: object) -> Path:
    return folder(root / "ana", files)  # type: ignore[arg-type]


def as_zip(root: Path, files: object) -> Path:
    return put(root, "ana.zip", zipped(files))  # type: ignore[arg-type]


def as_tar(root: Path, files: object) -> Path:
    return put(root, "ana.tar.gz", tarred(files))  # type: ignore[arg-type]


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
            {"embeddings.py": EMB} | {f"data/{i}.py": "" for i in range(2001)},
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
        open_submission(put(tmp_path, "nb.ipynb", notebook("a = 1"))).files[main_file()]
        == b"a = 1\n"
    )
    assert (
        open_submission(put(tmp_path, "x.zip", tarred(ALL))).files == ALL
    )  # a tar with the name of a zip


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


def test_long_lists_in_a_rejection_are_capped(tmp_path: Path) -> None:
    """A rejection names twenty files at most and says how many more there are."""
    files = {f"z{i:03}.csv": "" for i in range(25)}
    rejected = open_submission(folder(tmp_path / "ana", files)).rejected
    assert "z000.csv, z001.csv" in rejected and "z019.csv and 5 more: hand in" in rejected


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
