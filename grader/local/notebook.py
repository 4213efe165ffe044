"""Grade what the cells of a notebook define, and print the report.

Students write `from grader.notebook import check`, then `check()`. The text of the cells is graded
as a submission of one file.
"""

from __future__ import annotations

import functools
import re
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from rich.console import Console

from .. import render
from ..candidate.lockcheck import Isolation, probe
from ..candidate.server import start_server
from ..grade import Settings, grade
from ..registry import exercise_number, main_file, suite_files, suites_folder
from ..scorecard import Budgets, Outcome, Scorecard, TestResult
from ..submission import Submission
from .asked import names_mentioned
from .cells import Code, NotebookError, collect, python_of

__all__ = ["NotebookError", "check"]

WIDTH = 100
HINT_IN_CELLS = "Run the cells from the top: is everything it needs defined before it?"


def check(
    *objects: object, exercise: int | Iterable[int] | None = None, seed: int | None = None
) -> Scorecard:
    """Grade the classes and functions of this notebook, and print the report.

    Args:
        objects: only these classes and functions (default: all that the exercises ask for).
        exercise: only this exercise, or these.
        seed: repeat the inputs of an earlier run (see its card's `run.seed`).

    Raises:
        NotebookError: outside a notebook, or if no cell defines anything to grade.
    """
    shell = _shell()
    settings = Settings(
        secrets.randbits(53) if seed is None else seed, exercises=_exercises(exercise)
    )
    start_server()  # so that its process imports torch while we read the cells
    cells = {
        number: python_of(raw, shell.transform_cell)
        for number, raw in enumerate(shell.history_manager.input_hist_raw)
    }
    code = collect(cells, _names(shell.user_ns, objects))
    read = Submission("notebook", {main_file(): code.source.encode(errors="replace")})
    card = in_cells(grade(read, settings, _isolation()), code)
    _print(card)
    shell.display_formatter.formatters["text/plain"].for_type(Scorecard, _show_briefly)
    return card


def _shell() -> Any:
    """Return the IPython shell that runs the cells.

    Raises:
        NotebookError: outside IPython.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        raise NotebookError(
            "check() grades the cells of a notebook, and this is none: "
            "grade files with `grader check student`"
        )
    return shell


@functools.cache
def _isolation() -> Isolation:
    return probe(Budgets())


# ---------------------------------------------------------------- what to grade


def _names(namespace: Mapping[str, Any], objects: Sequence[object]) -> list[str]:
    """Return the names to grade, which are those that the notebook holds something callable under.

    Args:
        namespace: the notebook's variables.
        objects: only the names of these; empty means all.

    Raises:
        NotebookError: if one of `objects` has none of the names that the exercises ask for.
    """
    asked = sorted(name for name in names_mentioned() if callable(namespace.get(name)))
    strangers = [each for each in objects if all(namespace[name] is not each for name in asked)]
    if strangers:
        kind = type(strangers[0]).__name__
        called = getattr(strangers[0], "__name__", f"a {kind}")
        raise NotebookError(
            f"{called} is none of the names that the exercises ask for; this notebook has "
            f"{', '.join(asked) or 'none of them'}"
        )
    if not objects:
        return asked
    return [name for name in asked if any(namespace[name] is each for each in objects)]


def _exercises(exercise: int | Iterable[int] | None) -> frozenset[int] | None:
    """Return the chosen exercises, None if that is all of them."""
    if exercise is None:
        return None
    chosen = frozenset([exercise] if isinstance(exercise, int) else exercise)
    known = [exercise_number(file) for file in suite_files(suites_folder())]
    if unknown := chosen - set(known):
        raise NotebookError(f"there is no exercise {min(unknown)}; there are {known}")
    return chosen


# ---------------------------------------------------------------- the card


def in_cells(card: Scorecard, code: Code) -> Scorecard:
    """Return the card with every line of the one file named as a line of a cell."""
    exercises = tuple(
        msgspec.structs.replace(
            exercise, tests=tuple(_test_in_cells(test, code) for test in exercise.tests)
        )
        for exercise in card.exercises
    )
    # Notices say that names were found in this file instead of others. A notebook has no others.
    submission = msgspec.structs.replace(card.submission, notices=())
    return msgspec.structs.replace(card, exercises=exercises, submission=submission)


def _test_in_cells(test: TestResult, code: Code) -> TestResult:
    message, hint = test.message, test.hint
    file = re.escape(main_file())
    match test.outcome:
        case Outcome.IMPORT_ERROR:
            hint = HINT_IN_CELLS
            message = re.sub(
                rf"{file} cannot be imported: (\w+)(?:, line (\d+))?\.",
                lambda found: (
                    f"Your cells cannot be run: {found[1]}"
                    f"{f' in {code.place(int(found[2]))}' if found[2] else ''}."
                ),
                message,
            )
        case Outcome.MISSING:
            message = re.sub(r" is missing: .*", " is missing: no cell defines it.", message)
    message = re.sub(
        rf"\({file}, line (\d+)\)", lambda found: f"({code.place(int(found[1]))})", message
    )
    return msgspec.structs.replace(test, message=message, hint=hint)


def _print(card: Scorecard) -> None:
    # Notebooks show the colours of a terminal. With its own support for Jupyter, rich would put
    # every line in a box of its own.
    console = Console(
        highlight=False, emoji=False, width=WIDTH, force_jupyter=False, force_terminal=True,
        color_system="standard",
    )  # fmt: skip
    with console.capture() as report:
        render.show(card, console)
    # Print once, because a notebook shows each write as an output of its own.
    print(report.get(), end="", flush=True)


def _show_briefly(card: Scorecard, printer: Any, cycle: bool) -> None:
    """Show a card as the result of a cell in one line, because the report is printed already."""
    printer.text(f"Scorecard: {card.score:g} of {card.max_score:g} points")
