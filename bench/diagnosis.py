"""What naming the mistake costs: the time spent on closer looks at wrong submissions."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.timing import spread
from grader.candidate.client import Client
from grader.candidate.lockcheck import probe
from grader.examine import Examiner
from grader.lesson import evidence as observe
from grader.lesson import mistakes
from grader.registry import suites_folder
from grader.scorecard import Budgets, Outcome
from grader.selftest.corpus import load

ROOT = Path(__file__).resolve().parent.parent
LOOKS = ("counting", "ownership", "composition", "sinusoid", "overflow", "tying")


def measure(every: int = 12) -> dict[str, Any]:
    """Grade every twelfth wrong submission and time what only a failed test asks for.

    Returns:
        Seconds of diagnosis and of grading a submission, spread over the submissions, and the
        number of failed tests.
    """
    probe(Budgets())  # the server is warm afterwards
    spent = [0.0]
    with pytest.MonkeyPatch.context() as patch:
        for look in LOOKS:
            patch.setattr(observe, look, _timed(getattr(observe, look), spent))
        patch.setattr(mistakes, "diagnose", _timed(mistakes.diagnose, spent))
        examiner = Examiner(suites_folder())  # its suites import what was patched
        diagnosed, graded, failed = [], [], 0
        for known in load(ROOT / "tests/submissions/wrong", ROOT / "solutions")[::every]:
            spent[0] = 0.0
            started = time.perf_counter()
            client = Client(known.submission.files, Budgets())
            tests = examiner.examine(client, seed=1)
            client.close()
            graded.append(time.perf_counter() - started)
            diagnosed.append(spent[0])
            failed += sum(test.outcome is not Outcome.PASSED for test in tests)
        examiner.close()
    return {
        "submissions": len(graded),
        "failed_tests": failed,
        "diagnosis_seconds": spread(diagnosed),
        "grading_seconds": spread(graded),
    }


def _timed(function: Callable[..., Any], spent: list[float]) -> Callable[..., Any]:
    def timed(*args: Any, **kwargs: Any) -> Any:
        started = time.perf_counter()
        try:
            return function(*args, **kwargs)
        finally:
            spent[0] += time.perf_counter() - started

    return timed
