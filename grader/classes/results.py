"""The RESULTS folder of a class: its layout, its run.json and the lock that one batch holds."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, TextIO

import msgspec

from ..errors import KitError
from ..files import write_text
from ..scorecard import Budgets, Struct
from ..shortage import persist
from .late import LatePolicy

RUN = "run.json"
CARDS = "scorecards"
SNAPSHOTS = "pictures"
PREVIOUS = "previous"


class ResultsError(KitError):
    """RESULTS, or a file in it, cannot be used. The message names the file and what to do."""


class RunFile(Struct, frozen=True):
    """run.json: what the next run needs to know so that it continues this one."""

    seed: int
    budgets: Budgets
    late: LatePolicy | None = None  # what late work loses; None takes no points
    regrading: bool = False  # the cards in previous/ belong to a re-grading that has not finished
    schema: Literal["batch/v1"] = "batch/v1"


def read_run(results: Path) -> RunFile | None:
    """Return the run that a folder belongs to, or None if the folder is missing or empty.

    Raises:
        ResultsError: if it is not a folder, holds something else, or its run.json is damaged.
    """
    if not results.exists():
        return None
    if not results.is_dir():
        raise ResultsError(f"{results} is not a folder: give another place for the results")
    path = results / RUN
    if not path.exists():
        if any(not entry.startswith(".") for entry in persist(os.listdir, results)):
            raise ResultsError(
                f"{results} holds something else than results of this grader"
                f" (it has no {RUN}): give a new or an empty folder"
            )
        return None
    try:
        return msgspec.json.decode(persist(path.read_bytes), type=RunFile)
    except (OSError, msgspec.MsgspecError) as error:
        raise ResultsError(
            f"{path} cannot be read: {error}. Grade into a new folder, or put the file right"
        ) from error


def write_run(results: Path, run: RunFile) -> None:
    """Write run.json, which marks the folder as RESULTS, and make the folders inside it.

    Raises:
        ResultsError: if run.json cannot be written.
    """
    text = msgspec.json.format(msgspec.json.encode(run), indent=2).decode()
    write_file(results / RUN, text + "\n")
    for folder in (CARDS, SNAPSHOTS, PREVIOUS):
        (results / folder).mkdir(exist_ok=True)


def write_file(path: Path, text: str) -> None:
    """Write a file of RESULTS whole or not at all.

    Raises:
        ResultsError: if it cannot be written.
    """
    try:
        persist(write_text, path, text)
    except OSError as error:
        raise ResultsError(f"{path} cannot be written: {error.strerror}") from error


@contextlib.contextmanager
def opened(results: Path) -> Iterator[None]:
    """Make the folder, lock it against other batches, and delete half-written files.

    A batch that was killed in the middle of a write leaves the temporary file behind.

    Raises:
        ResultsError: if the folder cannot be written to, or another batch is using it.
    """
    with contextlib.ExitStack() as stack:
        try:
            results.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context(persist((results / ".lock").open, "a"))
        except OSError as error:
            raise ResultsError(f"{results} cannot be written to: {error.strerror}") from error
        _lock(lock, results)
        for folder in (results, *(results / name for name in (CARDS, SNAPSHOTS, PREVIOUS))):
            for leftover in persist(
                lambda folder: [*folder.glob(".*.json.*"), *folder.glob(".*.csv.*")], folder
            ):
                leftover.unlink(missing_ok=True)
        yield


def _lock(stream: TextIO, results: Path) -> None:
    """Hold a lock while the stream is open. The system releases it even if we are killed."""
    try:
        import fcntl
    except ImportError:
        return  # Windows has no flock, so there the teacher must not start two batches
    try:
        fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise ResultsError(f"another batch is writing to {results}: wait until it ends") from error
