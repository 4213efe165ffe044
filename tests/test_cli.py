"""The command line prints, writes and exits as promised, run in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

import jsonschema
import pytest

from grader import scorecard
from tests.kit import ROOT, full_marks, score_line


def grader(*arguments: object, cwd: Path = ROOT, **environment: str) -> subprocess.CompletedProcess:
    """Run the command."""
    return subprocess.run(
        [sys.executable, "-m", "grader", *map(str, arguments)],
        cwd=cwd, env=os.environ | environment, capture_output=True, text=True, timeout=120,
        stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


def test_check_passes_the_solutions():
    """check solutions shows full marks and exits 0."""
    done = grader("check", "solutions")
    assert score_line(full_marks()) in done.stdout
    assert done.returncode == 0


def test_check_shows_the_next_step_of_stubs_first():
    """check on fresh stubs starts with what to do next, ends with the score and exits 1."""
    done = grader("check", "student")
    assert done.stdout.startswith("Next: exercise 0")
    assert done.stdout.rstrip().endswith(score_line(0))
    assert done.returncode == 1


def test_json_is_a_valid_card_and_nothing_else(tmp_path):
    """--json prints one scorecard that the published schema accepts; -o writes the same."""
    out = tmp_path / "card.json"
    done = grader("check", "solutions", "--json", "--seed", "7", "-o", out)
    card = json.loads(done.stdout)
    jsonschema.validate(card, json.loads(grader("schema").stdout))
    assert out.read_text(encoding="utf-8") == done.stdout
    assert card["run"]["seed"] == 7
    assert scorecard.loads(done.stdout).score == full_marks()


def test_one_exercise():
    """--exercise grades that exercise alone."""
    card = json.loads(grader("check", "solutions", "--json", "--exercise", "4").stdout)
    assert [each["number"] for each in card["exercises"]] == [4]
    assert card["max_score"] == 20


def test_unknown_exercise_is_a_usage_error():
    """--exercise 9 says which exercises there are and exits 2."""
    done = grader("check", "solutions", "--exercise", "9")
    assert done.returncode == 2
    assert "there is no exercise 9" in done.stderr


def test_student_audience_has_no_detail(tmp_path):
    """--audience student leaves out values, exception texts and prints."""
    for name in student_files():
        (tmp_path / name).write_bytes((ROOT / "solutions" / name).read_bytes())
    with (tmp_path / "diagnostics.py").open("a") as stream:
        stream.write("\n\ndef wavelengths(*_):\n    raise ValueError('hu' + 'sh')\n")
    for audience, expected in (("student", False), ("instructor", True)):
        done = grader("check", tmp_path, "--audience", audience)
        assert ("hush" in done.stdout) is expected


def student_files() -> tuple[str, ...]:
    """Return the names of the students' files."""
    from grader.registry import student_files

    return student_files()


@pytest.mark.parametrize("missing", ["nowhere", "nowhere.zip"])
def test_missing_submission_is_named(missing):
    """A path that does not exist is named, and the exit code is 3."""
    done = grader("check", missing)
    assert done.returncode == 3
    assert missing in done.stderr
    assert "Traceback" not in done.stderr


def test_archive_is_graded(tmp_path):
    """A zip archive of the files is graded like the folder."""
    archive = tmp_path / "submission.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for name in student_files():
            packed.write(ROOT / "solutions" / name, name)
    assert grader("check", archive).returncode == 0


def test_empty_folder_is_rejected(tmp_path):
    """A folder without the students' files is rejected with a reason and exit code 3."""
    done = grader("check", tmp_path)
    assert done.returncode == 3
    assert "Nothing could be graded" in done.stdout


def test_help_imports_nothing_slow():
    """--help needs neither torch nor pytest nor numpy."""
    code = (
        "import sys\nsys.argv = ['grader', '--help']\nfrom grader.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('torch', 'pytest', 'numpy', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_modules_of_the_current_folder_are_never_imported(tmp_path):
    """The grader does not import a click.py or torch.py from the current folder."""
    for name in ("click", "torch", "numpy", "pytest", "msgspec", "rich"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('shadowed')\n")
    done = grader("check", ROOT / "solutions", cwd=tmp_path)
    assert done.returncode == 0, done.stderr


def test_output_is_plain_in_a_pipe():
    """Output into a pipe has no escape sequence."""
    assert "\x1b" not in grader("check", "student").stdout


@pytest.mark.parametrize("width", ["40", "80"])
def test_lines_fit_the_terminal(width):
    """No line is longer than the terminal is wide."""
    done = grader("check", "student", COLUMNS=width)
    assert max(len(line) for line in done.stdout.splitlines()) <= int(width)


def test_doctor_names_every_layer():
    """doctor shows versions and every layer of isolation."""
    done = grader("doctor")
    assert done.returncode == 0
    for word in ("torch", "files", "network", "processes", "memory"):
        assert word in done.stdout


def test_output_that_cannot_be_written_is_named(tmp_path):
    """-o into a folder that does not exist names the file and exits 2."""
    done = grader("check", "solutions", "-o", tmp_path / "no" / "card.json")
    assert done.returncode == 2
    assert "cannot be written" in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="Windows has another way to send Ctrl-C")
@pytest.mark.parametrize("seconds", [0.3, 0.6])
def test_ctrl_c_shows_no_traceback(seconds):
    """Ctrl-C while torch is still being imported ends the check without a traceback."""
    check = subprocess.Popen(
        [sys.executable, "-m", "grader", "check", "solutions"],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    time.sleep(seconds)
    os.killpg(check.pid, signal.SIGINT)
    printed, _ = check.communicate(timeout=30)
    assert "Traceback" not in printed


LONG = "x" * 120


@pytest.mark.parametrize("kind", ["long", "missing"])
def test_any_temporary_folder_will_do(tmp_path, kind):
    """A TMPDIR too long for a socket, or one that is not there, does not stop check or batch."""
    folder = tmp_path / LONG
    if kind == "long":
        folder.mkdir()
    assert grader("check", "solutions", TMPDIR=str(folder)).returncode == 0
    shutil.copytree(ROOT / "solutions", tmp_path / "class" / "ana")
    arguments = ("batch", tmp_path / "class", "-o", tmp_path / "results", "--jobs", 1)
    done = grader(*arguments, "--accept-isolation", "none", TMPDIR=str(folder))
    assert done.returncode == 0, done.stderr


def test_folder_for_temporary_files_is_removed(tmp_path):
    """A check and a batch leave nothing in the temporary folder."""
    folder = tmp_path / "t"
    folder.mkdir()
    base = Path(tempfile.mkdtemp(dir="/tmp")) if os.name != "nt" else folder
    assert grader("check", "solutions", TMPDIR=str(base)).returncode == 0
    shutil.copytree(ROOT / "solutions", tmp_path / "class" / "ana")
    grader("batch", tmp_path / "class", "-o", tmp_path / "results", TMPDIR=str(base))
    left = list(base.iterdir())
    shutil.rmtree(base)
    assert left == []


@pytest.mark.skipif(os.name == "nt", reason="a name for no folder is made with /dev/null")
@pytest.mark.parametrize("command", ["check", "batch"])
def test_no_temporary_folder_is_said_in_one_sentence(tmp_path, command):
    """Where no folder can hold temporary files, check and batch say so and exit 4."""
    shutil.copytree(ROOT / "solutions", tmp_path / "class" / "ana")
    (tmp_path / "sitecustomize.py").write_text(NO_FOLDER)
    arguments = (tmp_path / "class", "-o", tmp_path / "results", "--accept-isolation", "none")
    arguments = ("solutions",) if command == "check" else arguments
    done = grader(command, *arguments, PYTHONPATH=str(tmp_path))
    assert done.returncode == 4
    assert done.stderr.startswith("grader: no folder for temporary files")
    assert done.stderr.count("\n") == 1


# Refuses every new folder in the places for temporary files, as a read-only system does.
NO_FOLDER = """
import errno, os
mkdir = os.mkdir
def refuse(path, *arguments, **named):
    if os.path.basename(path).startswith("grader-"):
        raise OSError(errno.EROFS, "Read-only file system", path)
    return mkdir(path, *arguments, **named)
os.mkdir = refuse
"""


def kit_beside_files(folder):
    """Write what someone hands in who adds a changed copy of the kit to the files."""
    shutil.copytree(ROOT / "grader", folder / "grader")
    for name in student_files():
        shutil.copy(ROOT / "solutions" / name, folder)
    with (folder / "grader" / "cli.py").open("a") as stream:
        stream.write("\nprint('a forged card')\n")


def test_copy_of_the_kit_in_a_submission_refuses_to_run(tmp_path):
    """A kit that is not the installed one, beside student files, exits 2 with one sentence."""
    kit_beside_files(tmp_path)
    done = grader("check", ".", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not the installed one" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "command",
    [[sys.executable, "-P", "-m", "grader"], [str(Path(sys.executable).with_name("grader"))]],
    ids=["-P -m", "script"],
)
def test_documented_commands_never_run_the_grader_of_a_submission(tmp_path, command):
    """In a submission with its own grader/, the script and -P run the installed one."""
    kit_beside_files(tmp_path)
    (tmp_path / "grader" / "__main__.py").write_text("print('a forged card')\n")
    done = subprocess.run(
        [*command, "check", "."], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert "forged" not in done.stdout


def test_make_runs_the_installed_grader_only():
    """No target of a Makefile starts the grader without -P."""
    for path in (ROOT / "Makefile", ROOT / "grader/handout/template/Makefile"):
        text = path.read_text()
        assert "-P -m grader" in text
        assert "python -m grader" not in text


def test_students_kit_runs_its_own_grader(tmp_path):
    """The kit, where grader/ stands beside student/, runs as a module in its own folder."""
    assert grader("handout", tmp_path / "kit").returncode == 0
    done = grader("check", "student", cwd=tmp_path / "kit")
    assert done.returncode == 1, done.stderr
    assert "Score 0/" in done.stdout
