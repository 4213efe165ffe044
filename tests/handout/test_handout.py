"""The students' kit holds what it should and nothing else, and works on its own."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from grader import handout, registry, scorecard
from grader.intake import open_submission
from grader.scorecard import Status
from tests.handout.kit import (
    code_lines,
    environment,
    hidden_tests,
    leaks,
    make_environment,
    python,
    run,
    solution_lines,
    solve,
)
from tests.kit import NUMBERS, ROOT


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit as students get it."""
    folder = tmp_path_factory.mktemp("handout") / "exercises"
    written = handout.write(folder)
    assert sorted(written) == sorted(path for path in folder.rglob("*") if path.is_file())
    return folder


@pytest.fixture(scope="module")
def installed(fresh: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A kit with its virtual environment, in a folder whose name holds a space."""
    folder = tmp_path_factory.mktemp("student") / "my exercises"
    shutil.copytree(fresh, folder)
    make_environment(folder)
    return folder


def test_kit_holds_no_solution_line_and_no_hidden_test(fresh):
    """No line of a solution and no name of a hidden test is anywhere in the kit."""
    assert leaks(fresh) == []


def test_the_scan_would_find_a_leak(tmp_path):
    """The scan finds every line of a solution and every hidden test that is put into a folder."""
    assert len(solution_lines()) > 25
    assert len(hidden_tests()) > 15
    for folder in ("solutions", "grader/lesson/suites"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    (tmp_path / "notes.md").write_text("    return   self.table[:seq_len]  # like this\n")
    found = leaks(tmp_path)
    texts = {line.partition(": ")[2] for line in found}
    assert texts == solution_lines() | hidden_tests()
    assert "notes.md: return self.table[:seq_len]" in found


def test_a_comment_is_not_a_line_of_code():
    """The scan looks for lines of code, without comments, docstrings and imports."""
    source = (
        '"""Doc."""\nimport os\n\n# note\ndef f():\n    """Doc\n    more."""\n    return 1  # x\n'
    )
    assert list(code_lines(source)) == ["def f():", "return 1"]


def test_kit_is_what_the_allow_list_names(fresh):
    """The kit holds the folders on the allow-list, the stubs as they are, and no hidden suites."""
    assert {path.name for path in fresh.iterdir()} >= {"student", "grader", "exercises.md"}
    assert {path.name for path in (fresh / "grader").iterdir() if path.is_dir()} == {
        "candidate", "checks", "intake", "lesson", "local", "report", "worker",
    }  # fmt: skip
    assert not (fresh / "grader/lesson/suites").exists()
    for name in registry.student_files():
        assert (fresh / "student" / name).read_bytes() == (ROOT / "student" / name).read_bytes()


def test_kit_needs_what_the_grader_needs(fresh):
    """The kit asks for the same Python and the same libraries as the repository."""
    ours, theirs = (
        tomllib.loads((folder / "pyproject.toml").read_text())["project"]
        for folder in (ROOT, fresh)
    )
    for key in ("dependencies", "requires-python", "scripts"):
        assert theirs[key] == ours[key]
    assert theirs["name"] != ours["name"]


def test_links_and_commands_of_the_kit_exist(fresh):
    """Every file and every make target that the kit's texts name is in the kit."""
    targets = set(re.findall(r"^([a-z]+):", (fresh / "Makefile").read_text(), re.MULTILINE))
    assert targets == {"help", "setup", "check", "page", "demo", "watch", "submission"}
    for page in fresh.glob("*.md"):
        text = page.read_text("utf-8")
        for link in re.findall(r"\]\((?!https?://)([^)#]+)", text):
            assert (fresh / link).exists(), (page.name, link)
        assert set(re.findall(r"`make ([a-z]+)", text)) <= targets, page.name


def test_a_folder_with_something_in_it_is_left_alone(tmp_path):
    """A folder that is not empty is refused with a sentence and stays as it was."""
    (tmp_path / "kit").mkdir()
    (tmp_path / "kit/mine.txt").write_text("mine")
    with pytest.raises(handout.HandoutError, match="kit is not empty"):
        handout.write(tmp_path / "kit")
    assert [path.name for path in tmp_path.rglob("*")] == ["kit", "mine.txt"]


def test_an_empty_folder_is_filled(tmp_path):
    """An empty folder becomes the kit, and no temporary folder is left beside it."""
    (tmp_path / "kit").mkdir()
    assert len(handout.write(tmp_path / "kit")) > 50
    assert [path.name for path in tmp_path.iterdir()] == ["kit"]
    assert (tmp_path / "kit").stat().st_mode & 0o700 == 0o700


def test_a_file_of_that_name_is_refused(tmp_path):
    """If the folder is a file, the kit is refused with a sentence."""
    (tmp_path / "kit").write_text("a file")
    with pytest.raises(handout.HandoutError, match="cannot be written"):
        handout.write(tmp_path / "kit")


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("student/weight_tying.py", "def tie(x):\n    return x\n", "no stub any more, see line 1"),
        (
            "grader/lesson/suites/test_6_rotary.py",
            '"""Rotate"""\nFILES = ("rotary.py",)\n',
            "rotary.py",
        ),
        ("exercises.md", None, "exercises"),
        ("student", None, "holds no student/"),
    ],
)
def test_a_repository_that_cannot_be_handed_out_is_refused(tmp_path, name, text, message):
    """A solved stub, a stub no example uses or a missing part is refused and named in a line."""
    ignore = shutil.ignore_patterns("__pycache__")
    for folder in ("grader", "student"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    for page in ("LICENSE", "exercises.md"):
        shutil.copy(ROOT / page, tmp_path)
    if text is not None:
        (tmp_path / name).write_text(text)
    elif (tmp_path / name).is_dir():
        shutil.rmtree(tmp_path / name)
    else:
        (tmp_path / name).unlink()
    code = (
        "from pathlib import Path; from grader import handout\n"
        "try: handout.write(Path('kit'))\n"
        "except handout.HandoutError as error: print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True,
        env=environment(PYTHONPATH=str(tmp_path)),
    )  # fmt: skip
    assert message in done.stdout
    assert not (tmp_path / "kit").exists()


def test_every_module_of_the_kit_imports(installed):
    """Every module of the kit can be imported there, so none needs a module that the kit lacks."""
    code = (
        "import importlib, pathlib, sys, grader\n"
        "sys.path.insert(0, '.')\n"  # for the visible examples, as pytest runs them
        "home = pathlib.Path('grader').resolve()\n"
        "assert pathlib.Path(grader.__file__).parent == home, grader.__file__\n"
        "for path in sorted(home.rglob('*.py')):\n"
        "    name = '.'.join(path.relative_to(home.parent).with_suffix('').parts)\n"
        "    if path.stem != '__main__': importlib.import_module(name.removesuffix('.__init__'))\n"
    )
    done = run(installed, python(installed), "-c", code)
    assert done.returncode == 0, done.stderr


def test_kit_has_the_students_commands_only(installed):
    """The kit's command line lists a student's commands, and none that needs a missing folder."""
    done = run(installed, python(installed), "-m", "grader", "--help")
    listed = done.stdout.partition("Commands:")[2]
    assert re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE) == [
        "check", "demo", "doctor", "pack", "schema",
    ]  # fmt: skip


def test_make_check_grades_the_visible_examples(installed):
    """make check on the stubs gives 0 points on the visible examples and calls that provisional."""
    done = run(installed, "make", "check")
    card = scorecard.loads((installed / "scorecard.json").read_bytes())
    assert card.run.status is Status.PROVISIONAL, done.stderr
    assert (card.score, len(card.exercises)) == (0, len(NUMBERS))
    last = done.stdout.splitlines()[-1]
    assert last.endswith("on the visible examples; your instructor's tests decide the grade")


def test_solved_kit_passes_and_packs(installed, tmp_path):
    """A solved kit earns every point there, and what it packs is what the repository grades."""
    solved = tmp_path / "solved"
    # A virtual environment cannot be moved, so solve the kit where it is and restore the stubs.
    shutil.copytree(installed / "student", solved)
    solve(installed)
    try:
        done = run(installed, "make", "check")
        assert done.returncode == 0, done.stdout + done.stderr
        card = scorecard.loads((installed / "scorecard.json").read_bytes())
        assert (card.score, card.run.status) == (card.max_score, Status.PROVISIONAL)
        packed = run(installed, "make", "submission")
        assert packed.returncode == 0, packed.stderr
        read = open_submission(installed / "submission.zip")
        assert read.digest == open_submission(ROOT / "solutions").digest
        for name in registry.student_files():
            assert name in packed.stdout
    finally:
        shutil.copytree(solved, installed / "student", dirs_exist_ok=True)


def test_kit_installed_for_notebooks_is_whole(fresh, tmp_path):
    """Installed as a wheel, as in Colab, the kit has all its files."""
    shutil.copytree(fresh, tmp_path / "kit")  # a copy, because a build writes into its folder
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    done = run(
        tmp_path, sys.executable, "-m", "pip", "wheel", *options, "-w", tmp_path, tmp_path / "kit"
    )
    assert done.returncode == 0, done.stderr
    [wheel] = tmp_path.glob("*.whl")
    packaged = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("grader/")}
    files = (path for path in (fresh / "grader").rglob("*") if path.is_file())
    assert packaged == {path.relative_to(fresh).as_posix() for path in files}
