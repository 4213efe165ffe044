"""Where a worker process begins. The examiner can name this function without importing torch."""

from typing import Any


def launch(*arguments: Any) -> None:
    """Run the worker (see worker.main for the arguments)."""
    from . import preload  # noqa: F401 (imports torch in the cheap way, so it must come first)
    from .worker import main

    main(*arguments)
