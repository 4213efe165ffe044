"""The lesson: the only folder that knows what the exercises are about.

The engine (everything outside this folder) asks a lesson for what stands in this module and for
nothing else, so another lesson is another folder with the same names. Functions import what they
need when they are called: the worker imports this module too, and must not meet a suite or a
formula on the way.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from .title import DISTRIBUTION, TITLE

if TYPE_CHECKING:
    from rich.console import Console

    from ..candidate.client import Client
    from ..report.figure import Figure

__all__ = [
    "DISTRIBUTION",
    "EXAMPLES",
    "LIBRARIES",
    "PYTEST_INI",
    "SUITES",
    "TITLE",
    "demo",
    "draw",
    "take_snapshot",
]

_HERE = Path(__file__).parent
SUITES = _HERE / "suites"  # the hidden tests; a handed-out kit lacks this folder
EXAMPLES = _HERE / "examples"  # the visible tests, in the same form
LIBRARIES = ("torch", "numpy")  # what students may import beside Python's own modules
PYTEST_INI = _HERE / "pytest.ini"


def take_snapshot(client: Client) -> bytes:
    """Ask a submission for everything its pictures show; return it as JSON.

    Whatever the student's code does, this does not fail: a part that cannot be had says why.
    """
    import msgspec

    from .pictures.take import take

    return msgspec.json.encode(take(client))


def draw(snapshot: bytes) -> tuple[Figure, ...]:
    """Draw the pictures of a snapshot.

    Raises:
        msgspec.MsgspecError: if these bytes are not a snapshot of this version.
    """
    import msgspec

    from .pictures import figures
    from .pictures.snapshot import Snapshot

    return figures(msgspec.json.decode(snapshot, type=Snapshot))


def demo(files: Mapping[str, bytes], console: Console) -> None:
    """Print the lesson's own numbers, computed by the code in these files."""
    from .demo import demo as show

    show(files, console)
