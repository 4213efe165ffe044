"""Watch mode grades again after every save, whatever editors and students do."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the tests need sessions and terminals of POSIX", allow_module_level=True)

from grader.local.watch import affected
from tests.kit import full_marks, score_line
from tests.local.kit import Watching, replace_file, write_solutions

CLEAR = "\x1b[2J"
WRONG = b"\n\ndef wavelengths(d_model, base=10000.0):\n    return [1.0] * (d_model // 2)\n"
HANGS = b"while True:\n    pass\n"


class Student:
    """A folder that holds the solutions, and the process that watches it."""

    def __init__(self, folder: Path, watching: Watching) -> None:
        self.folder = folder
        self.files = write_solutions(folder)
        self.watching = watching

    def put_back(self, name: str) -> str:
        """Put the solution back and return the result."""
        replace_file(self.folder / name, self.files[name])
        return self.watching.result()


@pytest.fixture(scope="module")
def student(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Student]:
    """A watched folder of solutions, graded once; every test leaves it as it was."""
    folder = tmp_path_factory.mktemp("watched") / "student"
    write_solutions(folder)
    with Watching(folder) as watching:
        first = watching.result()
        assert score_line(full_marks()) in first
        assert "now " not in first
        yield Student(folder, watching)
    assert "\x1b" not in watching.text  # no colour and no cleared screen in a pipe
    assert "Traceback" not in watching.text + watching.rest()


def test_save_shows_what_turned_red_and_green(student: Student) -> None:
    """A save is graded, and the tests that turned red or green are named."""
    path = student.folder / "diagnostics.py"
    path.write_bytes(student.files["diagnostics.py"] + WRONG)
    red = student.watching.result()
    assert "diagnostics.py saved" in red
    assert "now failing: exercise 4, " in red
    assert "now passing" not in red
    assert score_line(full_marks()) not in red
    path.write_bytes(student.files["diagnostics.py"])
    green = student.watching.result()
    assert "now passing: exercise 4, " in green
    assert "now failing" not in green
    assert score_line(full_marks()) in green


def test_syntax_error_is_survived(student: Student) -> None:
    """A file that cannot be parsed gives a result like any other, and so does its repair."""
    (student.folder / "embeddings.py").write_bytes(b"class TokenEmbedding(\n")
    broken = student.watching.result()
    assert "FILE CANNOT BE IMPORTED" in broken
    assert " of exercise 0, " in broken  # many tests are counted, not named
    assert score_line(full_marks()) in student.put_back("embeddings.py")


def test_deleted_file_is_survived(student: Student) -> None:
    """A deleted file costs the points of its exercises until it is written again."""
    (student.folder / "weight_tying.py").unlink()
    gone = student.watching.result()
    assert "weight_tying.py gone" in gone
    assert "was not handed in" in gone
    assert score_line(full_marks()) in student.put_back("weight_tying.py")


def test_renamed_file_is_survived(student: Student) -> None:
    """A file that is renamed counts as gone until it gets its name back."""
    path = student.folder / "diagnostics.py"
    path.rename(student.folder / "notes.txt")
    assert "diagnostics.py gone" in student.watching.result()
    (student.folder / "notes.txt").rename(path)
    assert score_line(full_marks()) in student.watching.result()


def test_replaced_folder_is_survived(student: Student) -> None:
    """A folder that is moved away and made again is watched again."""
    aside = student.folder.with_name("aside")
    student.folder.rename(aside)
    assert "does not exist" in student.watching.result()
    shutil.copytree(aside, student.folder)
    shutil.rmtree(aside)
    assert score_line(full_marks()) in student.watching.result()
    replace_file(student.folder / "diagnostics.py", student.files["diagnostics.py"] + WRONG)
    assert "now failing: exercise 4" in student.watching.result(timeout=5)
    student.put_back("diagnostics.py")


def test_save_burst_is_graded_once(student: Student) -> None:
    """One save gives one result, however the editor saves; a save without changes gives none."""
    path = student.folder / "diagnostics.py"
    source = student.files["diagnostics.py"]
    # vim saves like this: it renames the old file to a backup and writes a new one in parts.
    path.rename(path.with_name("diagnostics.py~"))
    with path.open("wb", buffering=0) as stream:
        for start in range(0, len(source), 500):
            stream.write(source[start : start + 500])
        stream.write(b"\n# saved\n")
    path.chmod(0o644)
    path.with_name("diagnostics.py~").unlink()
    assert "No test turned green or red." in student.watching.result()
    assert student.watching.is_quiet(0.5)
    for _ in range(3):
        replace_file(path, source + b"\n# saved again\n")
    assert score_line(full_marks()) in student.watching.result()
    path.touch()
    (student.folder / "notes.txt").write_text("not graded")
    assert student.watching.is_quiet(0.5)
    student.put_back("diagnostics.py")


def test_terminal_is_cleared_and_ctrl_c_ends_everything(tmp_path: Path) -> None:
    """On a terminal each new result starts on a clear screen, and Ctrl-C ends every process."""
    files = write_solutions(tmp_path / "student")
    with Watching(tmp_path / "student", 4, terminal=True) as watching:
        assert CLEAR not in watching.result()
        replace_file(tmp_path / "student" / "diagnostics.py", files["diagnostics.py"] + WRONG)
        assert watching.result().count(CLEAR) == 1
        assert watching.end() in (0, 130)
        assert "Traceback" not in watching.text + watching.rest()


def test_ctrl_c_ends_code_that_hangs(tmp_path: Path) -> None:
    """A single file can be watched, and Ctrl-C during its endless loop ends every process."""
    path = tmp_path / "embeddings.py"
    path.write_bytes(b"")
    with Watching(path) as watching:
        assert score_line(0) in watching.result()
        replace_file(path, HANGS)
        assert watching.is_quiet(0.7)  # it hangs
        assert watching.end() in (0, 130)
        assert "Traceback" not in watching.text + watching.rest()


def test_change_affects_the_exercises_that_use_the_file() -> None:
    """A changed, new or deleted file affects the exercises whose suites name it in FILES."""
    before = {"embeddings.py": b"", "diagnostics.py": b"", "weight_tying.py": b""}
    assert affected(before, before) == frozenset()
    assert affected(before, before | {"weight_tying.py": b"1"}) == {5}
    assert affected(before, {"embeddings.py": b"", "weight_tying.py": b""}) == {1, 2, 4}
    assert affected({}, {"embeddings.py": b""}) >= {0, 1, 2, 3, 4, 5}


def test_missing_watchfiles_is_one_sentence(tmp_path: Path) -> None:
    """Without watchfiles, the error says in one line how to install it."""
    program = (
        "import sys; sys.modules['watchfiles'] = None\n"
        "from pathlib import Path; from rich.console import Console\n"
        "from grader.local.watch import WatchError, watch\n"
        "try: watch(Path(), None, Console(), None)\n"
        "except WatchError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    assert done.stdout.count("\n") == 1
    assert "pip install" in done.stdout
    assert done.stderr == ""
