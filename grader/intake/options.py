"""What the user may say about how a class is to be read."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from ..scorecard import Struct

AttemptPolicy = Literal["newest-files", "newest"]


class ClassOptions(Struct, frozen=True):
    """How a class is to be read; the defaults decide by the structure of the download.

    `read_as` names one reading, `layout` is a regular expression with the named groups `person`,
    `attempt` and `file` for whole paths. `results` is a folder that is no submission, wherever it
    lies.
    """

    read_as: str = ""
    layout: str = ""
    attempts: AttemptPolicy = "newest-files"
    results: Path | None = None


DEFAULT = ClassOptions()
