"""Grade what the cells of a notebook define, and print the report.

Students write `from grader.notebook import check`, then `check()`. The text of the cells is graded
as a submission of one file.
"""

from __future__ import annotations

import ast
import functools
import secrets
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console

from .. import render
from ..candidate.lockcheck import Isolation, probe
from ..candidate.server import start_server
from ..grade import Settings, grade
from ..intake.asked import names_mentioned
from ..intake.notebook import NotebookError, NotebookFiles, notebook_files
from ..places import place
from ..registry import exercise_number, student_files, suite_files, suites_folder
from ..scorecard import Budgets, Scorecard
from ..submission import Submission

__all__ = ["NotebookError", "check"]

WIDTH = 100


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
    cells = dict(enumerate(shell.history_manager.input_hist_raw))
    made = notebook_files(cells, _names(shell.user_ns, objects))
    _refuse_other_files(made)
    read = Submission("notebook", made.files, notices=made.notices)
    card = grade(read, settings, _isolation())
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


def _names(namespace: Mapping[str, Any], objects: Sequence[object]) -> list[str] | None:
    """Return the names of some objects; None, which means all names, if there are none.

    Args:
        namespace: the notebook's variables.
        objects: what to grade.

    Raises:
        NotebookError: if one of `objects` has none of the names that the exercises ask for.
    """
    if not objects:
        return None
    asked = sorted(name for name in names_mentioned() if callable(namespace.get(name)))
    strangers = [each for each in objects if all(namespace[name] is not each for name in asked)]
    if strangers:
        kind = type(strangers[0]).__name__
        called = getattr(strangers[0], "__name__", f"a {kind}")
        raise NotebookError(
            f"{called} is none of the names that the exercises ask for; this notebook has "
            f"{', '.join(asked) or 'none of them'}"
        )
    return [name for name in asked if any(namespace[name] is each for each in objects)]


def _refuse_other_files(made: NotebookFiles) -> None:
    """Refuse cells that import one of the student's files, because only cells are graded here."""
    for name, source in made.files.items():
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.ImportFrom):
                continue
            file = f"{(node.module or '').rpartition('.')[2]}.py"
            if file in student_files() and file not in made.files:
                raise NotebookError(
                    f"{place(name, source, node.lineno)} imports from your {file}, and check() "
                    "reads cells only: grade files with `!grader check student`"
                )


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
