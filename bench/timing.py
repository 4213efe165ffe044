"""Time commands in turn, and compare them round by round."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


def seconds(command: list[str], folder: Path | None = None, **environment: str) -> float:
    """Return how many seconds a command takes; exit codes 0 and 1 are fine.

    Python may write compiled files, as it does by default, even if this environment forbids it.

    Raises:
        RuntimeError: if the command ends with any other exit code.
    """
    started = time.perf_counter()
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | {"PYTHONDONTWRITEBYTECODE": ""} | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    elapsed = time.perf_counter() - started
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command} ended with {done.returncode}: {done.stderr[-500:]}")
    return elapsed


def in_turn(
    contestants: Mapping[str, Callable[[], float]], rounds: int, against: str
) -> dict[str, Any]:
    """Run every contestant once in each round, and compare all of them with one.

    Args:
        contestants: functions that return seconds, by name.
        rounds: the number of rounds; one more runs first and is not counted.
        against: the contestant whose seconds all others are divided by, round by round.

    Returns:
        For each name, median, min and max of its seconds and of its ratio.
    """
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for number in range(rounds + 1):
        for name, run in contestants.items():
            elapsed = run()
            if number:
                times[name].append(elapsed)
    return {
        name: {
            "seconds": spread(measured),
            "ratio": spread([a / b for a, b in zip(measured, times[against], strict=True)]),
        }
        for name, measured in times.items()
    }


def spread(values: list[float]) -> dict[str, float]:
    """Return median, min and max, rounded to four decimals."""
    return {
        "median": round(statistics.median(values), 4),
        "min": round(min(values), 4),
        "max": round(max(values), 4),
    }
