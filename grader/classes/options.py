"""What the user may say about how a class is to be graded."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..intake import ClassOptions
from ..scorecard import Budgets
from .late import NO_CHANGE, LateOptions
from .pool import IsolationLevel
from .progress import ProgressKind


@dataclass(frozen=True)
class BatchOptions:
    """How to grade a class."""

    jobs: int | None = None  # None takes one for each core that this process may use
    scheduler: str | None = None  # address of a dask scheduler; `jobs` does not matter then
    seed: int | None = None  # None takes that of the last run into the same RESULTS
    budgets: Budgets | None = None  # None takes those of the last run
    late: LateOptions = NO_CHANGE  # what it leaves out is as in the last run
    accept_isolation: IsolationLevel = "full"
    progress: ProgressKind = "auto"
    reading: ClassOptions | None = None  # None decides by the structure of the download
    roster: Path | None = None  # names the people of the class
    only: str = ""  # the id of the submission for which SOURCE is a later attempt
    undo: str = ""  # the id of the submission whose later attempt is taken back
