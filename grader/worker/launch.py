"""The first line of a candidate process: names the worker without importing torch to do so."""

from typing import Any


def launch(*arguments: Any) -> None:
    """Run the worker (see worker.main for the arguments)."""
    from . import preload  # noqa: F401 (imports torch with care, so before the worker does)
    from .worker import main

    main(*arguments)
