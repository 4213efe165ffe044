"""Kill a batch at random moments and run it again until it is done, then compare the cards.

Run `python -m tests.scripts.kill_loop --rounds 20` from the top of the repository.
"""

from __future__ import annotations

import argparse
import random
import signal
import tempfile
import time
from pathlib import Path

from grader.classes.results import CARDS
from grader.scorecard import Scorecard
from tests.classes.class_kit import Batch, all_gone, cards, descendants, make_class


def kill_once(source: Path, folder: Path, after: float, jobs: int) -> tuple[int, int]:
    """Start a batch, kill it after some seconds, and check that no process of it is left.

    Returns:
        The number of cards before and after.
    """
    before = len(_cards(folder))
    with Batch(source, folder, "--jobs", str(jobs)) as batch:
        time.sleep(after)
        seen = descendants(batch.pid)
        batch.send(signal.SIGKILL)
        batch.end()
    all_gone(seen)
    return before, len(_cards(folder))


def finish(source: Path, folder: Path, jobs: int = 1) -> dict[str, Scorecard]:
    """Run a batch to its end and return the cards."""
    with Batch(source, folder, "--jobs", str(jobs)) as batch:
        assert batch.end()[0] == 0
    return cards(folder)


def _cards(folder: Path) -> dict[str, Scorecard]:
    # A batch that was killed early has not made the folder.
    return cards(folder) if (folder / CARDS).is_dir() else {}


def main() -> None:
    """Run the rounds and print how each went."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    draw = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="kill-loop-") as name:
        source = make_class(Path(name, "class"))
        started = time.monotonic()
        undisturbed = finish(source, Path(name, "undisturbed"), jobs=2)
        took = time.monotonic() - started
        folder = Path(name, "killed-0")
        for number in range(1, rounds + 1):
            after, jobs = draw.uniform(0.1, took), draw.choice((1, 2))
            before, now = kill_once(source, folder, after, jobs)
            assert now >= before, "a card was lost"
            print(f"round {number}: {jobs} jobs, killed after {after:.1f} s, {before} -> {now}")
            if now == len(undisturbed) or number % 4 == 0 or number == rounds:
                assert finish(source, folder) == undisturbed, "the cards differ"
                print("finished: the same cards as undisturbed", flush=True)
                folder = Path(name, f"killed-{number}")


if __name__ == "__main__":
    main()
