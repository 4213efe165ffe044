"""Read one odd submission at a time: what is graded, repaired, ignored or rejected."""

from __future__ import annotations

import random
import subprocess
import sys
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
    from_cell,
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
                    "!pip install torch\nx = 1\n%time\ny = 2", "%%bash\nls", EMB.decode() + "z = 3"
                )
            },
            {"embeddings.py": from_cell(3, EMB)},
            ["notebook", "hw.ipynb"],
            id="notebook",
        ),
        pytest.param(
            {
                "diagnostics.ipynb": notebook(DIAG.decode()),
                "embeddings.py": EMB,
                "play.ipynb": "{}",
            },
            {"embeddings.py": EMB, "diagnostics.py": from_cell(1, DIAG)},
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
    book = put(tmp_path, "nb.ipynb", notebook(EMB.decode()))
    assert open_submission(book).files == {main_file(): from_cell(1, EMB)}
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
        b"# coding: nonsense\nx = '\xff'\n",
    ],
)
def test_encodings_that_python_knows_are_kept(source: bytes, tmp_path: Path) -> None:
    """A byte order mark, CRLF, and encodings that the file names reach the grader unchanged."""
    submission = open_submission(put(tmp_path, "embeddings.py", source))
    assert submission.files == {"embeddings.py": source}
    assert submission.notices == ()


PLAIN = "# Größe\r\nx = 'größer'\n"


@pytest.mark.parametrize(
    ("source", "read", "notice"),
    [
        (PLAIN.encode("utf-16"), PLAIN, "it is in UTF-16 and was read: save it as UTF-8"),
        (b"\xfe\xff" + PLAIN.encode("utf-16-be"), PLAIN, "it is in UTF-16 and was read"),
        (PLAIN.encode("utf-16-le"), PLAIN, "it is in UTF-16 and was read"),
        (PLAIN.encode("utf-32"), PLAIN, "it is in UTF-32 and was read"),
        (
            "'_Größe_'\nx = 1  # für später\n\n\ndef f():\n    'größer'\n".encode("cp1252"),
            "'_Größe_'\nx = 1  # für später\n\n\ndef f():\n    'größer'\n",
            "lines 1, 2, 6: a comment is not in UTF-8, and was read",
        ),
        ("x = 1  # 大小\n".encode("gbk"), None, "line 1: a comment is not in UTF-8, and was read"),
    ],
)
def test_what_is_certain_is_read(
    source: bytes, read: str | None, notice: str, tmp_path: Path
) -> None:
    """UTF-16 and UTF-32 are read, and any encoding where only remarks are not ASCII."""
    submission = open_submission(put(tmp_path, "embeddings.py", source))
    content = submission.files["embeddings.py"].decode()
    assert content == read if read else content.startswith("x = 1  # ")
    assert f"embeddings.py: {notice}" in said(submission)


@pytest.mark.parametrize(
    ("source", "notice"),
    [
        (
            "a = 1\r\nx = 'é'\r\n".encode("latin-1"),
            "line 2 holds the byte 0xE9, which is not UTF-8",
        ),
        ("x = 1\ry = 'é'\r".encode("cp1252"), "line 2 holds the byte 0xE9"),
        (b"a = 1\n\nx = 1\0\n", "line 3 holds a zero byte (0x00): save the file again as text"),
        ("a = 1\nx\u00a0= 1\n".encode(), "line 2 holds no-break space (U+00A0) in code"),
        (
            "x = \u201ca\u201d\n".encode(),
            "line 1 holds left double quotation mark (U+201C) in code",
        ),
        ("x = 3 \u2212 1\n".encode(), "line 1 holds minus sign (U+2212) in code"),
    ],
)
def test_what_python_cannot_read_is_named(source: bytes, notice: str, tmp_path: Path) -> None:
    """A byte or character that Python refuses is named with its line, and the file is kept."""
    submission = open_submission(put(tmp_path, "embeddings.py", source))
    assert submission.files == {"embeddings.py": source}
    assert f"embeddings.py: {notice}" in said(submission)


def nearly(name: str, *others: str) -> dict[str, bytes]:
    """Return the other files of a submission under their names, and TIED under this one."""
    return {"embeddings.py": EMB, "diagnostics.py": DIAG, name: TIED} | dict.fromkeys(others, OTHER)


@pytest.mark.parametrize(
    "name",
    ["weight_tying-final.py", "weighttying.py", "weight_tyng.py", "my weight tying v2.py",
     "hw5_weight_tying.py", "tied.py", "exercise5.py", "解答.py"],
)  # fmt: skip
def test_a_file_that_is_clearly_meant_is_matched(name: str, tmp_path: Path) -> None:
    """One file that is nearly called so, or that defines what is asked, is taken with a notice."""
    submission = open_submission(folder(tmp_path / "ana", nearly(name, "test_mine.py")))
    assert submission.files == ALL
    assert "was read as weight_tying.py" in said(submission)


def test_only_nearly_named_files(tmp_path: Path) -> None:
    """A submission may have no exact name at all."""
    files = {"embedding.py": EMB, "diagnostic_functions.py": DIAG, "weight_tying-final.py": TIED}
    assert open_submission(folder(tmp_path / "ana", files)).files == ALL


def test_two_files_that_may_be_meant_are_not_guessed(tmp_path: Path) -> None:
    """Where two files may be meant by one name, neither is taken, and both are named."""
    files = nearly("weight_tying_a.py") | {"weight_tying_b.py": TIED + b"# other"}
    submission = open_submission(folder(tmp_path / "ana", files))
    assert sorted(submission.files) == ["diagnostics.py", "embeddings.py"]
    message = "no file is called weight_tying.py: did you mean one of weight_tying_a.py,"
    assert message in said(submission)


def test_a_file_of_another_name_that_is_no_python(tmp_path: Path) -> None:
    """A nearly right name is enough where the file cannot be read as Python."""
    files = nearly("tying.py") | {"weight_tying2.py": b"class TiedLMHead(:"}
    del files["tying.py"]
    submission = open_submission(folder(tmp_path / "ana", files))
    assert submission.files["weight_tying.py"] == b"class TiedLMHead(:"


def test_a_notebook_gives_what_the_files_lack(tmp_path: Path) -> None:
    """A notebook beside Python files is read for the files that are missing, and only for these."""
    book = notebook(OTHER.decode() + DIAG.decode())
    submission = open_submission(
        folder(tmp_path / "ana", {"embeddings.py": EMB, "weight_tying.py": TIED, "a.ipynb": book})
    )
    assert submission.files["embeddings.py"] == EMB
    assert submission.files["diagnostics.py"].endswith(DIAG)
    assert b"TokenEmbedding" not in submission.files["diagnostics.py"]
    assert "the notebook 'a.ipynb' was read as diagnostics.py" in said(submission)
    assert submission.ignored == ()


@pytest.mark.parametrize(
    ("source", "notices"),
    [
        ("import torch, numpy as np\nimport math, json.decoder\nfrom torch import nn", []),
        ("from .embeddings import x\nfrom student.diagnostics import y\nimport weight_tying", []),
        ("import os\nimport seaborn.x as s", ["seaborn is imported (embeddings.py, line 2)"]),
        ("def f():\n    try:\n        from tqdm.auto import tqdm\n    except ImportError:\n"
         "        import einops, tqdm", ["tqdm is imported (embeddings.py, line 3, embeddings.py, "
         "line 5)", "einops is imported (embeddings.py, line 5)"]),
        ("from grader.notebook import check", ["grader is imported"]),
        ("'import x'\nimport(", []),
    ],
)  # fmt: skip
def test_libraries_that_may_be_missing_are_noticed(
    source: str, notices: list[str], tmp_path: Path
) -> None:
    """Each library that exercises.md does not name is noticed once, with its lines."""
    submission = open_submission(put(tmp_path, "embeddings.py", source.encode()))
    found = [notice for notice in submission.notices if "is imported" in notice]
    assert len(found) == len(notices)
    assert all(text in notice for text, notice in zip(notices, found, strict=True))


def test_a_library_in_a_notebook_is_noticed_by_its_cell(tmp_path: Path) -> None:
    """Only an import that an exercise needs is noticed, with the cell where it stands."""
    cells = ["import seaborn\nseaborn.set_theme()", "x = 1\nimport einops", EMB.decode()]
    cells[2] = cells[2].replace("pass", "y = einops")
    said_of_it = said(open_submission(put(tmp_path, "a.ipynb", notebook(*cells))))
    assert "einops is imported (cell 2, line 2)" in said_of_it and "seaborn" not in said_of_it


def test_ipython_is_not_loaded_for_files(tmp_path: Path) -> None:
    """Only a notebook with a cell that is not plain Python pays for IPython's import."""
    code = (
        "import sys\nfrom grader.intake.choose import choose\n"
        "from grader.intake.folder import folder_tree\n"
        "print(*choose(folder_tree(sys.argv[1])).files, 'IPython' in sys.modules)\n"
    )
    for name, files, loaded in [
        ("files", ALL, False),
        ("plain", {"a.ipynb": notebook(EMB.decode())}, False),
        ("magic", {"a.ipynb": notebook("%time 1", EMB.decode())}, True),
    ]:
        done = subprocess.run(
            [sys.executable, "-c", code, str(folder(tmp_path / name, files))],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        names = ALL if name == "files" else ["embeddings.py"]
        assert sorted(done.stdout.split()) == sorted([*names, str(loaded)])
