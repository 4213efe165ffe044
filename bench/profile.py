"""Print how long each stage of grading takes: python -m bench.profile [REPETITIONS]."""

from __future__ import annotations

import contextlib
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from bench import workers
from grader import grade as grading
from grader import scorecard, wire
from grader.candidate import process
from grader.candidate.client import Client
from grader.candidate.lockcheck import Isolation, probe
from grader.examine import Examiner
from grader.grade import Settings
from grader.scorecard import Budgets
from grader.selftest.corpus import solution_files
from grader.submission import Submission

ROOT = Path(__file__).resolve().parent.parent
EMPTY = '@points(1)\ndef test_{}(candidate, draw):\n    """Nothing."""\n\n\n'


def main() -> None:
    """Grade the solutions several times, and print the mean duration of every stage."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    started = time.perf_counter()
    isolation = probe(Budgets())
    print(f"{1000 * (time.perf_counter() - started):7.0f} ms  once: import torch, check the locks")
    started = time.perf_counter()
    tests = len(grading.examiner().declared())
    print(f"{1000 * (time.perf_counter() - started):7.0f} ms  once: collect {tests} tests")
    submission = Submission(id="solutions", files=solution_files(ROOT / "solutions"))
    grading.grade(submission, Settings(1), isolation)
    with _empty_suite(tests) as empty:
        spent, questions = _grade(submission, isolation, count, empty)
    start = spent["fork"] + spent["first answer"]
    asked = sum(each for name, each in spent.items() if name.startswith("ask"))
    locked, protocol = spent["locked"] - spent["unlocked"], spent["empty"]
    stages = {
        "fork and first answer": start - locked,
        "isolation": locked,
        "import of the student's files": spent["ask Import"],
        f"{questions // count} questions": asked - spent["ask Import"],
        "end of the worker": spent["end"],
        f"pytest's protocol, {tests} empty tests": protocol,
        "drawing, expected values, comparing": spent["examine"] - start - asked - protocol,
        "card": spent["grade"] - spent["examine"] - spent["end"],
    }
    for name, mean in stages.items():
        print(f"{1000 * mean:7.2f} ms  {100 * mean / spent['grade']:3.0f} %  {name}")
    print(f"{1000 * spent['grade']:7.2f} ms  100 %  a submission, in one examiner")
    _after(grading.grade(submission, Settings(1), isolation))


def _grade(
    submission: Submission, isolation: Isolation, count: int, empty: Callable[[], Any]
) -> tuple[Mapping[str, float], int]:
    """Return mean seconds by stage, and how many questions were asked in all.

    Each grading is followed by one run of empty tests, one unlocked worker and one locked one, so
    that a busy machine slows everything that is compared.
    """
    spent: defaultdict[str, float] = defaultdict(float)
    started_workers: set[process.WorkerProcess] = set()
    questions = 0

    def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def run(*args: Any, **kwargs: Any) -> Any:
            started = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                spent[name] += (time.perf_counter() - started) / count

        return run

    ask = process.WorkerProcess.ask

    def asked(worker: process.WorkerProcess, question: wire.Question, deadline: float) -> Any:
        nonlocal questions
        first = worker not in started_workers
        started_workers.add(worker)
        questions += not first
        name = "first answer" if first else f"ask {type(question).__name__}"
        return timed(name, ask)(worker, question, deadline)

    for _ in range(count):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(process.WorkerProcess, "ask", asked)
            patch.setattr(
                process.WorkerProcess, "__init__", timed("fork", process.WorkerProcess.__init__)
            )
            patch.setattr(Client, "close", timed("end", Client.close))
            patch.setattr(Examiner, "examine", timed("examine", Examiner.examine))
            timed("grade", grading.grade)(submission, Settings(1), isolation)
        timed("empty", empty)()
        timed("unlocked", workers.start)(locked=False)
        timed("locked", workers.start)(locked=True)
    return spent, questions


@contextlib.contextmanager
def _empty_suite(tests: int) -> Iterator[Callable[[], Any]]:
    """Yield a function that runs this many empty tests, as pytest's own share of the time."""
    with tempfile.TemporaryDirectory() as folder:
        body = "".join(EMPTY.format(number) for number in range(tests))
        text = f'"""Nothing"""\nfrom grader.checks.marks import points\n\n\n{body}'
        Path(folder, "test_0_empty.py").write_text(text)
        examiner, nobody = Examiner(Path(folder)), Client({}, Budgets())
        examiner.examine(nobody, seed=1)
        yield lambda: examiner.examine(nobody, seed=1)
        examiner.close()


def _after(card: scorecard.Scorecard) -> None:
    """Print how long writing the card takes, which comes after grading."""
    started = time.perf_counter()
    scorecard.dumps(card)
    print(f"{1000 * (time.perf_counter() - started):7.2f} ms  then: the card as JSON")


if __name__ == "__main__":
    main()
