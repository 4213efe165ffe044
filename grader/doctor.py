"""Say which versions are installed and which layers of isolation hold on this computer."""

from __future__ import annotations

import importlib.metadata
import platform
from collections.abc import Iterator

from . import __version__
from .candidate.lockcheck import probe
from .scorecard import Budgets

PACKAGES = ("torch", "numpy", "pytest", "pytest-json-report")


def lines() -> Iterator[str]:
    """Yield what `grader doctor` prints, line by line."""
    yield f"grader {__version__}"
    yield f"python {platform.python_version()} on {platform.system()} {platform.machine()}"
    for name in PACKAGES:
        yield f"{name} {importlib.metadata.version(name)}"
    isolation = probe(Budgets())
    yield f"isolation: {isolation.level}"
    for layer in isolation.layers:
        yield f"  {'on ' if layer.on else 'OFF'} {layer.name}: {layer.detail}"
