"""Measure the grader side by side with other ways, and write docs/performance.md."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import platform
import sys
from pathlib import Path
from typing import Any

from grader.scorecard import write_text

from . import classes, diagnosis, peers, warm, workers
from .page import page
from .timing import in_turn, seconds

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "bench/results.json"
PAGE = ROOT / "docs/performance.md"


def main() -> None:
    """Parse the arguments and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 50, 200, 500])
    arguments = parser.parse_args()
    results = {
        "environment": environment(),
        "rounds": arguments.rounds,
        "cold": cold(arguments.rounds),
        "warm": warm.measure(arguments.rounds),
        "peers": peers.measure(arguments.rounds),
        "isolation": isolation(arguments.rounds),
        "diagnosis": diagnosis.measure(),
        "classes": [
            classes.grade_repeatedly(size, jobs, mixed)
            for mixed in (False, True)
            for size in arguments.sizes
            for jobs in (1, 2)
        ],
    }
    write_text(RESULTS, json.dumps(results, indent=1) + "\n")
    write_text(PAGE, page(results))
    print(PAGE.read_text())


def environment() -> dict[str, Any]:
    """Say what was measured on."""
    return {
        "cores": os.cpu_count(),
        "load_before": round(os.getloadavg()[0], 2),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "torch": importlib.metadata.version("torch"),
        "pytest": importlib.metadata.version("pytest"),
    }


def cold(rounds: int) -> dict[str, Any]:
    """Time whole processes: a check, importing torch, and plain pytest over the same checks."""
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
