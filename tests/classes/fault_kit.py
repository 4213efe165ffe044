"""Batches on a computer that refuses a call once: run one, and say what must still be true."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from grader.scorecard import Scorecard, Status
from grader.selftest.corpus import solution_files
from tests.classes.class_kit import SEED, cards, put
from tests.kit import ROOT

ROLES = ("batch", "examiner", "server")


class BrokenPromiseError(AssertionError):
    """Something that must hold on a computer short of everything does not."""


def faulty_batch(
    folder: Path, source: Path, role: str, kinds: tuple[str, ...] = (), nth: int = 0
) -> tuple[dict[str, Scorecard], list[str]]:
    """Grade a class while calls of one process are refused.

    Args:
        folder: a new one, for the plan and RESULTS.
        source: the class.
        role: the process: batch, examiner or server.
        kinds: which calls are refused; none means all.
        nth: the n-th place that asks is refused; 0 refuses each place once.

    Returns:
        The cards, and the places that were refused.
    """
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "tests/faults/sitecustomize.py", folder)
    plan = {"role": role, "kinds": kinds, "nth": nth}
    (folder / "plan.json").write_text(json.dumps(plan))
    done = subprocess.run(
        [sys.executable, "-P", "-m", "grader", "batch", str(source), "-o", str(folder / "results"),
         "--jobs", "1", "--seed", str(SEED), "--accept-isolation", "none"],
        env=os.environ | {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}, capture_output=True,
        text=True, timeout=180, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    log = folder / "log"
    refused = log.read_text().splitlines() if log.exists() else []
    graded = (folder / "results/scorecards").is_dir()
    if "Traceback" in done.stderr or done.returncode not in (0, 4) or not graded:
        raise BrokenPromiseError(f"{refused}: exit {done.returncode}\n{done.stdout}\n{done.stderr}")
    return cards(folder / "results"), refused


def expect_right(found: dict[str, Scorecard], right: dict[str, Scorecard], refused: object) -> None:
    """Require the right card of each submission, or a grader_error for one at most."""
    faults = [id for id, card in found.items() if card.run.status is Status.GRADER_ERROR]
    wrong = [id for id in right if id not in faults and found.get(id) != right[id]]
    if wrong or len(faults) > 1:
        raise BrokenPromiseError(f"{refused}: wrong cards {wrong}, grader errors {faults}")


def small_class(folder: Path) -> None:
    """Write a class of a right submission, a wrong one and one without code."""
    right = solution_files(ROOT / "solutions")
    put(folder / "ana", right)
    put(folder / "bo", right | {"diagnostics.py": b"def wavelengths(d_model, base=1e4): return []"})
    put(folder / "empty", {"readme.txt": b"I could not do it"})
