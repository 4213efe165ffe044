"""Time commands in turn and compare them round by round."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


def seconds(command: list[str], folder: Path | None = None, **environment: str) -> float:
    """Return how long a command takes; one that is not found or crashes is an error.

    Compiled files are kept as they are by default, whatever this machine is told.
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
    """Run every contestant once a round, in turn, and compare with one of them.

    Args:
        contestants: functions that return seconds, by name.
        rounds: how often; a first round is not counted.
        against: the name that the others are divided by.

    Returns:
        For each name: median, min and max in seconds, and the same of the ratio.
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
    """Return median, min and max with four digits."""
    return {
        "median": round(statistics.median(values), 4),
        "min": round(min(values), 4),
        "max": round(max(values), 4),
    }
