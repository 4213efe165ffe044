"""The command line prints, writes and exits as promised, run in a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
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
        stream.write("\n\ndef wavelengths(*_):\n    raise ValueError('hush')\n")
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
