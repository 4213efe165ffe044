"""python -m bench: run every scenario, write bench/results.json and docs/performance.md."""

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

from . import classes, peers, workers
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
        "isolation": isolation(arguments.rounds),
        "classes": [classes.grade(size, jobs) for size in arguments.sizes for jobs in (1, 2)],
        "peers": peers.measure(arguments.rounds),
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


def page(results: dict[str, Any]) -> str:
    """Return docs/performance.md."""
    where = results["environment"]
    fresh = results["cold"]["pytest in one process"]["seconds"]["median"]
    added = 1000 * (
        results["isolation"]["locked"]["seconds"]["median"]
        - results["isolation"]["unlocked"]["seconds"]["median"]
    )
    lines = [
        "# Performance",
        "",
        "Written by `make bench`; the numbers are in `bench/results.json`. Ratios count, not",
        "seconds: what is compared ran in turn in one run.",
        "",
        f"{where['cores']} cores, {where['system']}, Python {where['python']}, "
        f"torch {where['torch']}, pytest {where['pytest']}; {results['rounds']} rounds; "
        f"load before: {where['load_before']}.",
        "",
        "## One submission, cold process",
        "",
        "| command | median s | ratio to `import torch` (min-max) |",
        "|---|---:|---|",
    ]
    for name, each in results["cold"].items():
        ratio = each["ratio"]
        lines.append(
            f"| {name} | {each['seconds']['median']:.2f} | "
            f"{ratio['median']:.2f} ({ratio['min']:.2f}-{ratio['max']:.2f}) |"
        )
    lines += [
        "",
        "`pytest in one process` runs the same suites with the student's code in the same process.",
        "",
        "## A class",
        "",
        "| submissions | jobs | ms each | of a fresh pytest | start s | largest process MiB "
        "| examiner growth MiB | descriptors |",
        "|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for each in results["classes"]:
        times = fresh / (each["seconds_each"] * each["jobs"])
        lines.append(
            f"| {each['size']} | {each['jobs']} | {1000 * each['seconds_each']:.0f} | "
            f"1/{times:.1f} per core | {each['start_seconds']:.1f} | "
            f"{each['largest_process_mib']:.0f} | {each['growth_mib']:.0f} | "
            f"{each['most_descriptors']} |"
        )
    lines += [
        "",
        "Of ten submissions five are right, three wrong, which costs a closer look, one is hostile",
        "and one odd (renamed files in a folder too deep). Growth is that of the largest examiner",
        "from the second quarter of the run to its second half.",
        "",
        "## Other graders",
        "",
        "| grader | version | median s a submission | times `grader batch` (min-max) |",
        "|---|---|---:|---|",
    ]
    for name, each in results["peers"].items():
        if "skipped" in each:
            lines.append(f"| {name} | skipped: {each['skipped']} | | |")
            continue
        ratio = each["ratio"]
        lines.append(
            f"| {name} | {each['version']} | {each['seconds']['median']:.2f} | "
            f"{ratio['median']:.1f} ({ratio['min']:.1f}-{ratio['max']:.1f}) |"
        )
    lines += [
        "",
        "All run the same tests on the same right and wrong submissions and find as many passed;",
        "the others run the student's code in the grader's process, unlocked. `grader batch` (one",
        "job), `otter.api` and `nbgrader autograde` grade many in one run, and their start is not",
        "counted; the others start anew for each submission, check50 with a process a core.",
        "`bench/peers.py` says what each is asked; `make peers` installs them.",
        "",
        "## Isolation",
        "",
        f"Locking a worker in adds {added:.1f} ms to its start "
        f"({1000 * results['isolation']['unlocked']['seconds']['median']:.1f} ms without).",
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
