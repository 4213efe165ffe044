"""The hidden suites' tests as plain functions, for graders that do not run pytest."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench.inprocess.conftest import InProcess, load
from grader.candidate.failure import CandidateFailure
from grader.checks.draw import Draw, torch_seed
from grader.checks.finding import Finding
from grader.registry import exercise_number, suite_files, suites_folder

Check = Callable[[], None]
EXERCISES = {exercise_number(suite): suite.stem for suite in suite_files(suites_folder())}
WRONG = (Finding, CandidateFailure)


@functools.cache
def checks(exercise: int) -> dict[str, Check]:
    """Return an exercise's tests by name, each ready to run on the submission in this folder."""
    suite = importlib.import_module(f"grader.lesson.suites.{EXERCISES[exercise]}")
    found: dict[str, Check] = {}
    for name, test in vars(suite).items():
        if not name.startswith("test_"):
            continue
        for arguments in _arguments(test):
            full = "_".join(
                [suite.__name__.rpartition(".")[2], name, *map(str, arguments.values())]
            )
            found[full] = functools.partial(_run, test, full, arguments)
    return found


def passed(exercise: int) -> int:
    """Return how many tests of an exercise the submission in this folder passes."""
    count = 0
    for check in checks(exercise).values():
        try:
            check()
        except WRONG:
            continue
        count += 1
    return count


@functools.cache
def _here() -> InProcess:
    return load(Path.cwd())


def _run(test: Callable[..., None], name: str, arguments: dict[str, Any]) -> None:
    draw, candidate = Draw(1, name), _here()
    candidate.begin(torch_seed(1, name))
    test(candidate=candidate, draw=draw, **arguments)


def _arguments(test: Callable[..., None]) -> list[dict[str, Any]]:
    """Return the arguments of each run of a parametrized test, without its fixtures."""
    for mark in getattr(test, "pytestmark", []):
        if mark.name == "parametrize":
            name, values = mark.args
            return [{name: value} for value in values]
    return [{}]
