"""The RESULTS folder: whose it is, and who may write to it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from grader.classes.results import CARDS, ResultsError, opened
from grader.cli import main
from grader.report import words
from grader.terminal import NOTHING_GRADABLE
from tests.classes.class_kit import LINUX, OVERRIDES, Class, grade_here, until


def test_results_of_something_else(copy, tmp_path: Path) -> None:
    """Refuse a folder of something else, a locked one, and one with a damaged run.json."""
    other = tmp_path / "thesis"
    other.mkdir()
    (other / "chapter.txt").write_text("precious")
    with pytest.raises(ResultsError, match="holds something else"):
        grade_here(Class(copy.source, other))
    assert [path.name for path in other.iterdir()] == ["chapter.txt"]
    with opened(copy.folder), pytest.raises(ResultsError, match="another batch"):
        grade_here(copy)
    (copy.folder / "run.json").write_text("{")
    with pytest.raises(ResultsError, match=r"run\.json cannot be read"):
        grade_here(copy)


def test_report_after_a_first_batch_tells_no_change(copy) -> None:
    """`report` on a class that was graded once calls nobody new; after a re-grading it compares."""
    index = copy.folder / "report" / "index.html"
    for wanted in (False, True):
        done = CliRunner().invoke(main, ["report", str(copy.folder)])
        assert (done.exit_code, done.stderr) == (0, "")
        text = index.read_text(encoding="utf-8")
        assert ('id="moved"' in text) is wanted
        assert f"{words.NEW} (" not in text
        (copy.folder / "overrides.csv").write_text(f"{OVERRIDES}ana,3,1,agreed\n")
        grade_here(copy)


def test_report_without_a_place_is_one_sentence(copy) -> None:
    """A folder that cannot be written to ends `report` with one sentence and no traceback."""
    shutil.rmtree(copy.folder / "report")
    (copy.folder / "report").write_text("in the way")
    done = CliRunner().invoke(main, ["report", str(copy.folder)])
    assert done.exit_code == NOTHING_GRADABLE
    assert "The cards are safe: make room" in done.stderr
    assert "Traceback" not in done.output + done.stderr


@pytest.mark.skipif(not LINUX, reason="the folders are those of Linux's way to start processes")
@pytest.mark.parametrize("interrupted", [False, True])
def test_no_temporary_folder_stays(interrupted: bool, copy, tmp_path: Path) -> None:
    """Neither a whole run nor Ctrl-C in its middle leaves a folder for temporary files behind."""
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    out = tmp_path / "fresh"
    command = [sys.executable, "-m", "grader", "batch", copy.source, "-o", out, "--jobs", "2"]
    batch = subprocess.Popen(
        [*map(str, command), "--accept-isolation", "none"],
        env=os.environ | {"TMPDIR": str(temporary)},
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    if interrupted:
        until(lambda: any((out / CARDS).glob("*.json")) or batch.poll() is not None)
        batch.send_signal(signal.SIGINT)
    batch.wait(300)
    until(lambda: not any(temporary.iterdir()))
