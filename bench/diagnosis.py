"""Measure what naming the mistake costs: gathering evidence from wrong submissions."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.timing import spread
from grader.candidate.client import Client
from grader.candidate.lockcheck import probe
from grader.checks import Topic
from grader.examine import Examiner
from grader.lesson import evidence
from grader.registry import suites_folder
from grader.scorecard import Budgets, Outcome
from grader.selftest.corpus import load

ROOT = Path(__file__).resolve().parent.parent
GATHERERS = ("counting", "ownership", "composition", "sinusoid", "overflow", "tying")


def measure(every: int = 12) -> dict[str, Any]:
    """Grade some wrong submissions, and time the evidence and the naming after failed tests.

    Args:
        every: 12 takes every twelfth wrong submission.

    Returns:
        The numbers of submissions and of failed tests; median, min and max over the submissions of
        the seconds that diagnosis takes, and of those for the whole grading.
    """
    probe(Budgets())  # starts the server, so that no submission's time includes its start
    spent = [0.0]
    with pytest.MonkeyPatch.context() as patch:
        for gather in GATHERERS:
            patch.setattr(evidence, gather, _timed(getattr(evidence, gather), spent))
        patch.setattr(Topic, "diagnose", _timed(Topic.diagnose, spent))
        # Make the examiner only now, because its suites import the patched functions by name.
        examiner = Examiner(suites_folder())
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
