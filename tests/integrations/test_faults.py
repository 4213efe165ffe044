"""If the grader is killed, late or broken, the fallback stays and no process goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import jsonschema
import pytest

from grader.export import to_gradescope, to_prairielearn
from tests.integrations.kit import (
    PLATFORMS,
    SUBMISSIONS,
    failed_card,
    gradescope_root,
    outside,
    processes,
)
from tests.integrations.schemas import GRADESCOPE, PRAIRIELEARN

FILES = {"gradescope": "results.json", "prairielearn": "results.json", "github": "summary.md"}


def fallback(platform: str) -> dict[str, object]:
    """Return what the platform's exporter makes of a card without a grade."""
    if platform == "gradescope":
        result = to_gradescope(failed_card())
        del result["execution_time"]
        return result
    return to_prairielearn(failed_card())


def wait_for(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until a condition holds."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends
        time.sleep(0.02)


def test_a_killed_grader_leaves_the_fallback(archives: dict[str, Path], tmp_path: Path) -> None:
    """After kill -9 during a grading, the fallback stays and no process goes on."""
    command = gradescope_root(archives["gradescope"], tmp_path, SUBMISSIONS["hangs"])
    results = tmp_path / "results/results.json"
    with subprocess.Popen(
        [str(command)], cwd=tmp_path, env=outside(AUTOGRADER_ROOT=str(tmp_path)),
        stderr=subprocess.DEVNULL, start_new_session=True,
    ) as process:  # fmt: skip
        wait_for(lambda: any(_grades(pid) for pid in processes(str(tmp_path))))
        assert json.loads(results.read_text()) == fallback("gradescope")
        os.killpg(process.pid, signal.SIGKILL)
    wait_for(lambda: not processes(str(tmp_path)))
    assert json.loads(results.read_text()) == fallback("gradescope")
    assert [path.name for path in results.parent.iterdir()] == ["results.json"]


def _grades(pid: int) -> bool:
    try:
        return b"-m\0integrations\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


@pytest.mark.parametrize("platform", ["gradescope", "prairielearn"])
def test_a_late_grader_leaves_the_fallback(
    platform: str, archives: dict[str, Path], tmp_path: Path
) -> None:
    """A grader over its time limit is ended, and the fallback says that nothing was graded."""
    run = PLATFORMS[platform]
    ran = run(archives[platform], tmp_path, SUBMISSIONS["hangs"], GRADER_LIMIT_S="0.5")
    data = json.loads(ran.files["results.json"])
    jsonschema.validate(data, GRADESCOPE if platform == "gradescope" else PRAIRIELEARN)
    assert data == fallback(platform)
    assert "not finished after 0.5 s" in ran.stderr
    assert not processes(str(tmp_path))


@pytest.mark.parametrize("platform", ["gradescope", "prairielearn", "github"])
def test_a_broken_installation_leaves_the_fallback(
    platform: str, archives: dict[str, Path], tmp_path: Path
) -> None:
    """If Python or the kit cannot even start, the fallback is there nevertheless."""
    run = PLATFORMS[platform]
    ran = run(archives[platform], tmp_path, SUBMISSIONS["right"], PYTHONHOME=str(tmp_path))
    text = ran.files[FILES[platform]]
    if platform == "github":
        assert text.startswith("## Not graded")
        assert ran.status != 0
    else:
        assert json.loads(text) == fallback(platform)
        assert ran.status == 0


@pytest.mark.parametrize("platform", ["classroom50", "github"])
def test_a_late_grader_fails_the_job(
    platform: str, archives: dict[str, Path], tmp_path: Path
) -> None:
    """A job without a grade fails, and a result that the student has put there is removed."""
    run = PLATFORMS[platform]
    ran = run(archives[platform], tmp_path, SUBMISSIONS["hangs"], GRADER_LIMIT_S="0.5")
    assert ran.status == 4
    assert "result.json" not in ran.files
    if platform == "github":
        assert ran.files["summary.md"].startswith("## Not graded")
        assert ran.stdout.startswith("::error title=Not graded::")
