"""What every command does with the terminal: exit codes, one-sentence errors, consoles."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from .errors import KitError
from .shortage import is_shortage

if TYPE_CHECKING:  # rich takes time to import, and --help does without it
    from rich.console import Console

ALL_PASSED, SOME_FAILED, USAGE, NOTHING_GRADABLE, GRADER_FAULT = range(5)
INTERRUPTED = 130  # the exit code that shells give to a command ended by Ctrl-C

JOBS = click.option(
    "--jobs", type=click.IntRange(1), help="Examiner processes (default: one a core)."
)
SEED = click.option(
    "--seed", type=click.IntRange(0), help="Repeat the inputs of an earlier run (see its card)."
)


def stop(message: str, code: int) -> NoReturn:
    """Print a message to stderr and end the command."""
    click.echo(f"grader: {message}", err=True)
    sys.exit(code)


@contextlib.contextmanager
def exit_codes(codes: Mapping[type[KitError], int]) -> Iterator[None]:
    """End the command with the message of a KitError and the code of the first class it fits.

    Commands differ in these codes, so each command gives its own. An error of no class listed is
    raised as it is.
    """
    try:
        yield
    except KitError as error:
        for kind, code in codes.items():
            if isinstance(error, kind):
                stop(str(error), code)
        raise


@contextlib.contextmanager
def one_sentence() -> Iterator[None]:
    """End the program with one sentence, not a traceback, if the computer refuses what it needs.

    A KitError gets here from the commands that give no code of their own for it.
    """
    try:
        yield
    except KitError as error:
        stop(str(error), GRADER_FAULT)
    except (OSError, MemoryError, RuntimeError) as error:
        if not is_shortage(error):
            raise
        stop(f"the computer has run out of something ({error or 'memory'})", GRADER_FAULT)


def need_torch() -> None:
    """End the command with one sentence if torch is missing."""
    if importlib.util.find_spec("torch") is None:
        stop(
            "PyTorch is not installed. Install it with: pip install torch "
            "(the CPU build: see pytorch.org/get-started)",
            GRADER_FAULT,
        )


def write(path: Path, text: str) -> None:
    """Write a file whole, or end the command with one sentence if it cannot be written."""
    from .files import write_text

    try:
        write_text(path, text)
    except OSError as error:
        stop(f"{path} cannot be written: {error.strerror}", USAGE)


def console(stderr: bool = False) -> Console:
    """Return a console on stdout or stderr that shows text as it is written."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, emoji=False, soft_wrap=False)
