"""Run one batch in a process of its own, so that tests can interrupt and kill it."""

from __future__ import annotations

import argparse
import json
import signal
import sys
from pathlib import Path

from rich.console import Console

from grader.classes import run as batch
from grader.scorecard import Budgets

INTERRUPTED = 130


def main() -> None:
    """Read the arguments, run the batch, print its outcome as JSON."""
    # A shell ignores SIGINT in what it starts in the background, and this process inherits that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--jobs", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--deadline", type=float)
    parser.add_argument("--scheduler")
    given = parser.parse_args()
    options = batch.BatchOptions(
        jobs=given.jobs,
        seed=given.seed,
        budgets=None if given.deadline is None else Budgets(deadline_s=given.deadline),
        scheduler=given.scheduler,
        progress="json",
    )
    outcome = batch.run(given.source, given.results, options, Console(stderr=True))
    counts = {status.value: count for status, count in outcome.counts.items()}
    print(json.dumps({"counts": counts, "graded": outcome.graded, "reused": outcome.reused,
                      "failed": outcome.failed, "moved": outcome.moved}))  # fmt: skip
    sys.exit(INTERRUPTED if outcome.interrupted else 0)


if __name__ == "__main__":
    main()
