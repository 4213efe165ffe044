"""Grade one submission in a process of its own, and put results in place whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from grader.files import write_text
from grader.scorecard import Budgets, Scorecard, Status, dumps, loads

LIMIT, DEADLINE = "GRADER_LIMIT_S", "GRADER_DEADLINE_S"


@dataclass(frozen=True)
class Limits:
    """How long grading may take in all, and the budgets of the submission."""

    wall_s: float
    budgets: Budgets


def limits(wall_s: float, memory_mb: int = Budgets().memory_mb) -> Limits:
    """Return a platform's limits; GRADER_LIMIT_S and GRADER_DEADLINE_S override the times.

    Args:
        wall_s: seconds for everything, well below what the platform allows.
        memory_mb: what a submission may take on top of PyTorch itself.
    """
    deadline_s = float(os.environ.get(DEADLINE, Budgets().deadline_s))
    return Limits(
        float(os.environ.get(LIMIT, wall_s)), Budgets(deadline_s=deadline_s, memory_mb=memory_mb)
    )


def grade(submission: Path, limits: Limits) -> Scorecard | None:
    """Return the scorecard of a submission, None if the grader died or took too long.

    Grading has a process of its own, so that this one survives whatever happens there. If there is
    no card, stderr says why.
    """
    with tempfile.TemporaryDirectory(prefix="grading-") as folder:
        card = Path(folder, "card.json")
        command = [sys.executable, "-P", "-m", "integrations", str(submission.absolute())]
        command += [str(card), json.dumps([limits.budgets.deadline_s, limits.budgets.memory_mb])]
        # The process ends when its standard input closes, so it does not outlive this one.
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=sys.stderr, cwd=folder, start_new_session=True
        )
        try:
            code = process.wait(limits.wall_s)
        except subprocess.TimeoutExpired:
            print(f"grader: not finished after {limits.wall_s:g} s", file=sys.stderr)
            return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        try:
            return loads(card.read_bytes())
        except (OSError, ValueError) as error:
            print(f"grader: ended with status {code} and no card ({error})", file=sys.stderr)
            return None


def graded(card: Scorecard | None) -> Scorecard | None:
    """Return the card if it holds a grade, None if the grader itself failed."""
    return None if card is None or card.run.status is Status.GRADER_ERROR else card


def put(path: Path, result: dict[str, Any]) -> None:
    """Write a result as JSON, replacing an earlier file in one step."""
    write_text(path, json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False) + "\n")


def clear(path: Path) -> None:
    """Remove what a student may have put where a result will be written."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def main() -> None:
    """Grade in this process and write the card; `grade()` starts it.

    The command line gives the submission, the card's path, and [deadline_s, memory_mb] as JSON.
    """
    threading.Thread(target=_end_with_parent, name="lifeline", daemon=True).start()
    from grader.candidate.server import start_server

    start_server()  # its process imports torch while this one imports the rest
    from grader.candidate.lockcheck import probe
    from grader.grade import Settings
    from grader.grade import grade as grade_here
    from grader.intake import IntakeError, open_submission
    from grader.submission import Submission

    folder, card, numbers = sys.argv[1:]
    deadline_s, memory_mb = json.loads(numbers)
    budgets = Budgets(deadline_s=deadline_s, memory_mb=memory_mb)
    try:
        submission = open_submission(Path(folder))
    except IntakeError:  # some platforms make no folder if nothing was handed in
        submission = Submission(Path(folder).name, rejected="nothing was handed in")
    isolation = probe(budgets)
    for layer in isolation.layers:
        if not layer.on:
            print(f"isolation: {layer.name} is off ({layer.detail})", file=sys.stderr)
    settings = Settings(secrets.randbits(53), budgets)
    write_text(Path(card), dumps(grade_here(submission, settings, isolation)))


def _end_with_parent() -> None:
    """Wait until standard input is closed, then kill this process and all that it started."""
    while os.read(0, 1):
        pass
    if os.getpgrp() == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
