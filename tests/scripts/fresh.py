"""Set the students' kit up with its own commands in a new environment, and use it.

Run it with `python -m tests.scripts.fresh`; TORCH=... chooses PyTorch's package. It takes minutes
because it installs PyTorch, so `make test` uses the libraries of its own environment instead.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from grader import handout, scorecard
from tests.handout.kit import environment, leaks, solve


def main() -> int:
    """Do what a student does on the first and the last day; return how many steps went wrong."""
    torch = os.environ.get("TORCH", "torch")
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        kit = Path(scratch, "exercises")
        print(f"{len(handout.write(kit))} files, leaks: {leaks(kit) or 'none'}")
        wrong += bool(leaks(kit))
        # make exits with 2 if the grader exits with 1, because not all points were earned.
        for target, expected in (("setup", 0), ("check", 2), ("demo", 0)):
            wrong += not _make(kit, target, expected, f"TORCH={torch}")
        wrong += not _points(kit, 0.0)
        solve(kit)
        for target in ("check", "submission"):
            wrong += not _make(kit, target, 0)
        wrong += not _points(kit, 1.0)
        wrong += not (kit / "submission.zip").is_file()
    print("all as promised" if not wrong else f"{wrong} steps went wrong")
    return wrong


def _make(kit: Path, target: str, expected: int, *variables: str) -> bool:
    started = time.monotonic()
    done = subprocess.run(
        ["make", target, f"PYTHON={sys.executable}", *variables], cwd=kit, env=environment(),
        capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip
    good = done.returncode == expected
    print(
        f"make {target}: {time.monotonic() - started:.1f} s, {'as' if good else 'NOT as'} promised"
    )
    if not good:
        print(done.stdout + done.stderr)
    return good


def _points(kit: Path, share: float) -> bool:
    card = scorecard.loads((kit / "scorecard.json").read_bytes())
    print(f"{card.score:g} of {card.max_score:g} points, {card.run.status}")
    good: bool = card.score == share * card.max_score and card.run.status == "provisional"
    return good


if __name__ == "__main__":
    sys.exit(main())
