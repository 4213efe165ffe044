"""Measure other graders on the same submissions and the same checks.

Every other grader runs the tests of the hidden suites in one process with the student's code
(`bench/inprocess`). Each test is worth one point, and is written in the form that costs the grader
least:

- pytest runs the suites as they are, in a new process per submission.
- gradescope-utils gets one unittest method per test. Its JSON runner is a new process per
  submission.
- otter-grader gets one test file per exercise and one test case per test. A submission is a zip
  with the files and a notebook without cells. `otter run` is a new process per submission, while
  `otter.api` grades all in one process; both start a Jupyter kernel per submission.
- nbgrader gets a notebook with one test cell per exercise, which gives partial credit. One
  `nbgrader autograde` grades the class and starts a Jupyter kernel per submission.
- check50 gets one check per test. `check50 --dev` is a new process per submission, and runs its
  checks in forks of itself, as many at once as there are cores.

If one process grades many submissions, as `grader batch --jobs 1` does, the first submission is not
counted, because its time includes the start. In every run, each submission must pass as many tests
as `grader batch` says.
"""

from __future__ import annotations

import csv
import functools
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.timing import in_turn, seconds
from grader.examine import Examiner
from grader.registry import suites_folder
from grader.selftest.corpus import load, solution_files

ROOT = Path(__file__).resolve().parent.parent
SOLUTIONS, KNOWN = ROOT / "solutions", ROOT / "tests/submissions/wrong"
FORMS, INSTALLED = ROOT / "bench/peer_graders", ROOT / ".peers"
OURS = "grader batch"
WRONG = ("comp_eval_skips_positions", "cos_absolute")

Graded = tuple[float, list[float]]  # seconds per submission, and how many tests each one passed
Grade = Callable[[Path, Path], Graded]  # takes the folder of its programs, and a scratch folder


def measure(rounds: int) -> dict[str, Any]:
    """Time the installed graders in turn.

    Returns:
        For each grader its version and what `in_turn` returns, in seconds per submission and
        against `grader batch`; or why the grader was skipped.

    Raises:
        RuntimeError: if a grader passes another number of a submission's tests than it should.
    """
    results: dict[str, Any] = {}
    contestants: dict[str, Callable[[], float]] = {}
    passed = _expected()
    for name, (package, grade) in GRADERS.items():
        home = INSTALLED / package if (FORMS / package).exists() else Path(sys.prefix)
        version = _version(home, package)
        if version is None:
            results[name] = {"skipped": _reason(package)}
        else:
            results[name] = {"version": version}
            contestants[name] = functools.partial(_checked, name, grade, home / "bin", passed)
    for name, measured in in_turn(contestants, rounds, OURS).items():
        results[name] |= measured
    return results


def _expected() -> list[int]:
    """Return how many tests the solutions and the wrong submissions should pass."""
    with tempfile.TemporaryDirectory() as scratch:
        _, passed = _ours(Path(sys.prefix) / "bin", Path(scratch))
    expected = [int(number) for number in passed[: len(_submissions())]]
    if expected[0] != sum(_tests().values()) or max(expected[1:]) >= expected[0]:
        raise RuntimeError(f"{OURS} finds {expected} tests passed")
    return expected


def _checked(name: str, grade: Grade, programs: Path, expected: list[int]) -> float:
    """Return the seconds per submission, if each passes as many tests as it should."""
    with tempfile.TemporaryDirectory() as scratch:
        elapsed, passed = grade(programs, Path(scratch))
    for number, count in enumerate(passed):
        if count != expected[number % len(expected)]:
            raise RuntimeError(f"{name} finds {passed} tests passed, not {expected}, in turn")
    return elapsed


@functools.cache
def _submissions() -> list[dict[str, bytes]]:
    """Return the files of one right submission and of the wrong ones."""
    known = {each.submission.id: each.submission.files for each in load(KNOWN, SOLUTIONS)}
    return [solution_files(SOLUTIONS), *(dict(known[name]) for name in WRONG)]


@functools.cache
def _tests() -> Counter[int]:
    """Return how many tests each exercise has."""
    examiner = Examiner(suites_folder())
    try:
        return Counter(test.exercise for test in examiner.declared())
    finally:
        examiner.close()


def _write_class(folder: Path, size: int, inside: str = "") -> list[Path]:
    """Write `size` submissions, all different, and return their folders.

    The right and the wrong ones repeat in turn, with a number at the end of each file.
    """
    folders = [folder / f"s{number:04}" / inside for number in range(size)]
    for number, student in enumerate(folders):
        student.mkdir(parents=True)
        for name, source in _submissions()[number % len(_submissions())].items():
            (student / name).write_bytes(source + f"\n# {number}\n".encode())
    return folders


def _ours(programs: Path, scratch: Path) -> Graded:
    students = _write_class(scratch / "class", 8 * len(_submissions()) + 1)
    command = [str(programs / "python"), "-m", "grader", "batch", str(scratch / "class")]
    seconds([*command, "-o", str(scratch / "results"), "--jobs", "1", "--seed", "1"], scratch)
    cards = [scratch / f"results/scorecards/{student.name}.json" for student in students]
    passed: list[float] = []
    for card in cards:
        exercises = json.loads(card.read_text())["exercises"]
        outcomes = [test["outcome"] for exercise in exercises for test in exercise["tests"]]
        passed.append(outcomes.count("passed"))
    return _between(cards), passed


def plain_pytest(report: str) -> list[str]:
    """Return the command that runs the suites with pytest in one process with the submission."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--json-report"]
    command += [f"--json-report-file={report}", "--import-mode=importlib", "-c", os.devnull]
    command += ["--rootdir", str(ROOT), "-p", "bench.inprocess.conftest"]
    return command + [
        str(path) for path in sorted((ROOT / "grader/lesson/suites").glob("test_*.py"))
    ]


def _pytest(programs: Path, scratch: Path) -> Graded:
    def grade(folder: Path, report: Path) -> float:
        command = plain_pytest(str(report))
        return seconds(command, SUBMISSION=str(folder), PYTHONPATH=str(ROOT))

    return _one_by_one(scratch, grade, lambda report: report["summary"].get("passed", 0))


def _gradescope(programs: Path, scratch: Path) -> Graded:
    script = FORMS / "gradescope-utils/run_tests.py"
    return _one_by_one(
        scratch,
        lambda folder, report: _run(folder, [programs / "python", script, report]),
        lambda report: sum(test["score"] for test in report["tests"]),
    )


def _otter_run(programs: Path, scratch: Path) -> Graded:
    autograder = _otter_autograder(scratch)

    def grade(folder: Path, report: Path) -> float:
        command = [programs / "otter", "run", _otter_zip(folder), "-a", autograder]
        return _run(folder, [*command, "-o", report.parent, "--no-logo"])

    return _one_by_one(
        scratch, grade, lambda report: sum(test.get("score", 0) for test in report["tests"])
    )


def _otter_api(programs: Path, scratch: Path) -> Graded:
    zips = [
        _otter_zip(folder) for folder in _write_class(scratch / "class", len(_submissions()) + 1)
    ]
    report = scratch / "results.json"
    script = FORMS / "otter-grader/in_process.py"
    _run(scratch, [programs / "python", script, report, _otter_autograder(scratch), *zips])
    graded = json.loads(report.read_text())
    return statistics.mean(s for s, _ in graded[1:]), [passed for _, passed in graded]


def _otter_autograder(scratch: Path) -> Path:
    """Write the autograder's zip, with its configuration and one test file per exercise."""
    form = (FORMS / "otter-grader/exercise.py").read_text()
    with zipfile.ZipFile(scratch / "autograder.zip", "w") as archive:
        archive.writestr("otter_config.json", "{}")
        for exercise in _tests():
            source = form.replace("NUMBER", str(exercise))
            archive.writestr(f"tests/exercise_{exercise}.py", source)
    return scratch / "autograder.zip"


def _otter_zip(folder: Path) -> Path:
    """Write a submission as otter expects it, and return the zip."""
    target = folder.with_suffix(".zip")
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("exercises.ipynb", _notebook([]))
        for path in folder.iterdir():
            archive.write(path, path.name)
    return target


def _nbgrader(programs: Path, scratch: Path) -> Graded:
    course = scratch / "course"
    source = course / "source/embeddings"
    source.mkdir(parents=True)
    cells = [_test_cell(exercise, tests) for exercise, tests in _tests().items()]
    (source / "exercises.ipynb").write_text(_notebook(cells))
    nbgrader = programs / "nbgrader"
    _run(course, [nbgrader, "generate_assignment", "embeddings"])
    students = _write_class(course / "submitted", len(_submissions()) + 1, inside="embeddings")
    for student in students:
        shutil.copy(course / "release/embeddings/exercises.ipynb", student)
    _run(course, [nbgrader, "autograde", "embeddings"])
    graded = sorted(course.glob("autograded/*/embeddings/exercises.ipynb"))
    _run(course, [nbgrader, "export", "--to", "grades.csv"])
    with (course / "grades.csv").open() as rows:
        scores = {row["student_id"]: float(row["score"]) for row in csv.DictReader(rows)}
    return _between(graded), [scores[student.parent.name] for student in students]


def _check50(programs: Path, scratch: Path) -> Graded:
    command = [programs / "check50", "--dev", FORMS / "check50", "--output", "json"]
    return _one_by_one(
        scratch,
        lambda folder, report: _run(folder, [*command, "--output-file", report]),
        lambda report: sum(check["passed"] is True for check in report["results"]),
    )


def _one_by_one(
    scratch: Path,
    grade: Callable[[Path, Path], float],
    passed: Callable[[dict[str, Any]], float],
) -> Graded:
    """Grade each submission in a new process, then read its results.json outside the timing."""
    report, times, counts = scratch / "results.json", [], []
    for folder in _write_class(scratch / "class", len(_submissions())):
        times.append(grade(folder, report))
        counts.append(passed(json.loads(report.read_text())))
        report.unlink()
    return statistics.mean(times), counts


def _between(results: list[Path]) -> float:
    """Return the mean seconds between results, so that the first with the start is left out."""
    times = sorted(path.stat().st_mtime for path in results)
    return (times[-1] - times[0]) / (len(times) - 1)


def _run(folder: Path, command: Sequence[object]) -> float:
    """Time another grader's command in a folder, with its own environment and settings."""
    home = INSTALLED / "home"
    home.mkdir(exist_ok=True)
    path = f"{Path(str(command[0])).parent}{os.pathsep}{os.environ['PATH']}"
    own = {"HOME": str(home), "PATH": path, "PYTHONPATH": str(ROOT)}
    return seconds(list(map(str, command)), folder, **own)


def _test_cell(exercise: int, tests: int) -> dict[str, Any]:
    """Return nbgrader's cell for an exercise; the value of its last line is the points."""
    name = f"exercise_{exercise}"
    marks = {"schema_version": 3, "locked": True, "solution": False, "task": False}
    return {
        "cell_type": "code",
        "id": name,
        "execution_count": None,
        "metadata": {"nbgrader": marks | {"grade": True, "grade_id": name, "points": tests}},
        "outputs": [],
        "source": f"from bench.inprocess.checks import passed\npassed({exercise})",
    }


def _notebook(cells: list[dict[str, Any]]) -> str:
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel}}
    return json.dumps(notebook | {"nbformat": 4, "nbformat_minor": 5})


def _version(home: Path, package: str) -> str | None:
    """Return the version of a package in an environment, None if it is not installed."""
    ask = f"import importlib.metadata as m; print(m.version({package!r}))"
    try:
        command = [str(home / "bin/python"), "-c", ask]
        return subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL).strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def _reason(package: str) -> str:
    """Return why a package is missing: pip's last error, or that nobody installed it."""
    log = INSTALLED / f"{package}.log"
    said = log.read_text().splitlines() if log.exists() else []
    errors = [line for line in said if line.startswith("ERROR")]
    return errors[-1] if errors else "not installed; see `make peers`"


GRADERS: dict[str, tuple[str, Grade]] = {
    OURS: ("embedding-grader", _ours),
    "pytest": ("pytest", _pytest),
    "gradescope-utils": ("gradescope-utils", _gradescope),
    "otter run": ("otter-grader", _otter_run),
    "otter.api": ("otter-grader", _otter_api),
    "nbgrader autograde": ("nbgrader", _nbgrader),
    "check50 --dev": ("check50", _check50),
}
