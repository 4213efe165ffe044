"""Measure the grader beside other ways to grade, and write docs/performance.md."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench import classes, diagnosis, peers, warm, workers
from bench.page import page
from bench.timing import in_turn, seconds
from grader.files import write_text

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results.json"
PAGE = ROOT / "docs/performance.md"
SIZES = (10, 50, 200, 500)


def main() -> None:
    """Measure the chosen parts, and write each one's results as soon as they are there."""
    parts: dict[str, Callable[[int], Any]] = {
        "cold": cold,
        "warm": warm.measure,
        "peers": peers.measure,
        "isolation": isolation,
        "diagnosis": lambda _: diagnosis.measure(),
        "classes": lambda _: classes.measure(SIZES),
        "jobs": classes.two_jobs,
    }
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", choices=parts, nargs="+", default=list(parts))
    arguments = parser.parse_args()
    for part in arguments.only:
        measured = parts[part](arguments.rounds)
        results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
        results |= {"environment": environment(), "rounds": arguments.rounds, part: measured}
        write_text(RESULTS, json.dumps(results, indent=1) + "\n")
    write_text(PAGE, page(results))
    print(PAGE.read_text())


def environment() -> dict[str, Any]:
    """Return what the measurements ran on."""
    return {
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "torch": importlib.metadata.version("torch"),
        "pytest": importlib.metadata.version("pytest"),
    }


def cold(rounds: int) -> dict[str, Any]:
    """Time whole processes: `import torch`, `grader check`, and pytest with the same checks."""
    python = sys.executable
    solutions = ROOT / "solutions"
    plain = peers.plain_pytest("none")
    return in_turn(
        {
            "import torch": lambda: seconds([python, "-c", "import torch"]),
            "grader check": lambda: seconds([python, "-m", "grader", "check", str(solutions)]),
            "pytest in one process": lambda: seconds(
                plain, SUBMISSION=str(solutions), PYTHONPATH=str(ROOT)
            ),
        },
        rounds,
        "import torch",
    )


def isolation(rounds: int) -> dict[str, Any]:
    """Time a worker's start with and without its locks, ten starts a round."""
    contestants = {
        "unlocked": lambda: sum(workers.start(locked=False) for _ in range(10)) / 10,
        "locked": lambda: sum(workers.start(locked=True) for _ in range(10)) / 10,
    }
    return in_turn(contestants, rounds, "unlocked")


if __name__ == "__main__":
    main()
