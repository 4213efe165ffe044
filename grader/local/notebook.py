"""Grade what the cells of a notebook define: `from grader.notebook import check`, then `check()`.

The cells' own text is graded, as a submission of one file. It is cut down to what the exercises'
names need, so that experiments in other cells, and cells that fail, do no harm.
"""

from __future__ import annotations

import ast
import functools
import re
import secrets
import symtable
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from rich.console import Console

from .. import render
from ..candidate.lockcheck import Isolation, probe
from ..candidate.server import start_server
from ..errors import KitError
from ..grade import Settings, grade
from ..registry import exercise_number, suite_files, suites_folder
from ..scorecard import Budgets, Outcome, Scorecard, TestResult
from ..submission import FILES, Submission
from .asked import names_asked

FILE = FILES[0]  # the one file that all cells become
WIDTH = 100
# Their body runs in the notebook's own namespace, like any other cell's.
_RUNS_ITS_BODY = re.compile(r"\s*%%(?:time|capture|prun)\b[^\n]*")
_COMPREHENSIONS = {"listcomp", "setcomp", "dictcomp", "genexpr"}
_IN_CELLS = "Run the cells from the top: is everything it needs defined before it?"


class NotebookError(KitError):
    """There is nothing to grade: the message says why."""

    def _render_traceback_(self) -> list[str]:
        """Tell IPython to show the message alone."""
        return [f"grader: {self}"]


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
    start_server()  # torch is imported over there while the cells are read
    cells = {
        number: _python(raw, shell.transform_cell)
        for number, raw in enumerate(shell.history_manager.input_hist_raw)
    }
    code = collect(cells, _names(shell.user_ns, objects))
    read = Submission("notebook", {FILE: code.source.encode(errors="replace")})
    card = in_cells(grade(read, settings, _isolation()), code)
    # Notebooks show a terminal's colours; rich's own way would set every line in a box of its own.
    console = Console(
        highlight=False, emoji=False, width=WIDTH, force_jupyter=False, force_terminal=True,
        color_system="standard",
    )  # fmt: skip
    with console.capture() as report:
        render.show(card, console)
    print(report.get(), end="", flush=True)  # in one piece: a notebook keeps every write apart
    shell.display_formatter.formatters["text/plain"].for_type(Scorecard, _briefly)
    return card


# ---------------------------------------------------------------- from cells to one file


@dataclass(frozen=True)
class Code:
    """The source of some names, and where each of its lines stands."""

    source: str
    places: tuple[tuple[int, int], ...]  # cell and line there

    def place(self, line: int) -> str:
        """Return where a line of the source is in the notebook."""
        cell, there = self.places[line - 1]
        return f"cell {cell}, line {there}"


@dataclass(frozen=True)
class _Piece:
    """One statement on lines of its own."""

    cell: int
    line: int
    text: str
    binds: frozenset[str]
    changes: frozenset[str]  # names whose object it alters
    now: frozenset[str]  # names it looks up when it is run
    later: frozenset[str]  # names its functions look up when they are called
    calls: bool  # whether it may call something when it is run
    kind: str  # future, star or empty


def collect(cells: Mapping[int, str], names: Iterable[str]) -> Code:
    """Return the code that defines `names`: the latest definitions and all they need.

    Args:
        cells: the source of each cell by its number, in the order they were run.
        names: what to define; those that no cell defines are left out.

    Raises:
        NotebookError: if no name is defined, or one comes from a file.
    """
    pieces = [piece for number, text in cells.items() for piece in _pieces(number, text)]
    chosen = _chosen(pieces, names)
    if not chosen:
        raise NotebookError(
            f"no cell defines what the exercises ask for, {', '.join(sorted(_surely_asked()))} "
            "and so on: run the cells with your classes and functions first"
        )
    general = {index for index, piece in enumerate(pieces) if piece.kind}
    # Python wants these imports first.
    order = sorted(chosen | general, key=lambda index: (pieces[index].kind != "future", index))
    lines: list[str] = []
    places: list[tuple[int, int]] = []
    for piece in (pieces[index] for index in order):
        _refuse_files(piece)
        own = piece.text.split("\n")
        lines += own
        places += [(piece.cell, piece.line + offset) for offset in range(len(own))]
    return Code("\n".join(lines) + "\n", (*places, places[-1]))


def _chosen(pieces: Sequence[_Piece], names: Iterable[str]) -> set[int]:
    """Return the indices of the pieces that define names, and of all that those need."""
    chosen: set[int] = set()
    seen = set()
    # A name, the piece that must find it defined by the pieces before, and whether it calls it.
    wanted = [(name, len(pieces), False) for name in names]
    while wanted:
        name, before, called = want = wanted.pop()
        binding = next((i for i in reversed(range(before)) if name in pieces[i].binds), None)
        if binding is None or want in seen:
            continue  # a builtin, or nothing at all: the import will tell
        seen.add(want)
        altering = [i for i in range(binding + 1, before) if name in pieces[i].changes]
        for index in (binding, *altering):
            chosen.add(index)
            piece = pieces[index]
            wanted += [(each, index, piece.calls) for each in piece.now]
            wanted += [(each, len(pieces), False) for each in piece.later]
            if called or piece.calls:
                wanted += [(each, before if called else index, True) for each in piece.later]
    return chosen


def _pieces(cell: int, text: str) -> Iterator[_Piece]:
    """Yield the statements of a cell; one that is no Python was never run either."""
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return
    lines = text.split("\n")
    groups: list[list[ast.stmt]] = []
    for statement in statements:
        if groups and _first_line(statement) <= (groups[-1][-1].end_lineno or 0):
            groups[-1].append(statement)  # a = 1; b = 2
        else:
            groups.append([statement])
    for group in groups:
        first, last = _first_line(group[0]), group[-1].end_lineno or 0
        own = "\n".join(lines[first - 1 : last])
        try:
            table = symtable.symtable(own, "cell", "exec")
        except SyntaxError:  # an await outside a function, say
            continue
        now, later = _looked_up(table)
        # The table takes x += 1 for an assignment alone.
        now |= {
            each.target.id
            for each in group
            if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
        }
        yield _Piece(
            cell=cell,
            line=first,
            text=own,
            binds=frozenset(
                symbol.get_name()
                for symbol in table.get_symbols()
                if symbol.is_assigned() or symbol.is_imported()
            ),
            changes=frozenset(name for statement in group for name in _altered(statement)),
            now=frozenset(now),
            later=frozenset(later),
            calls=not all(map(_is_quiet, group)),
            kind=next((kind for kind in map(_kind, group) if kind), ""),
        )


def _is_quiet(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return not statement.decorator_list
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _looked_up(table: symtable.SymbolTable, *, called: bool = False) -> tuple[set[str], set[str]]:
    """Return the global names a piece looks up when it is run, and when what it defines is."""
    found: tuple[set[str], set[str]] = (set(), set())
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (table.get_type() == "module" or symbol.is_global()):
            found[called].add(symbol.get_name())
    for child in table.get_children():
        is_body = child.get_type() == "function" and child.get_name() not in _COMPREHENSIONS
        for ours, theirs in zip(found, _looked_up(child, called=called or is_body), strict=True):
            ours |= theirs
    return found


def _altered(statement: ast.stmt) -> Iterator[str]:
    """Yield the names whose object a statement alters: X.forward = …, @add_to_class(X)."""
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign | ast.Delete):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign):
        targets = [statement.target]
    for target in targets:
        owner = target
        while isinstance(owner, ast.Attribute | ast.Subscript):
            owner = owner.value
        if isinstance(owner, ast.Name) and owner is not target:
            yield owner.id
    for decorator in getattr(statement, "decorator_list", []):
        if isinstance(decorator, ast.Call):
            yield from (each.id for each in decorator.args if isinstance(each, ast.Name))


def _kind(statement: ast.stmt) -> str:
    if not isinstance(statement, ast.ImportFrom):
        return ""
    if statement.module == "__future__":
        return "future"
    return "star" if statement.names[0].name == "*" else ""


def _refuse_files(piece: _Piece) -> None:
    for node in ast.walk(ast.parse(piece.text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            file = f"{node.module.rpartition('.')[2]}.py"
            if file in FILES:
                raise NotebookError(
                    f"cell {piece.cell} imports from your {file}, and check() reads cells only: "
                    "grade files with `!python -m grader check student`"
                )


def _python(raw: str, transform: Callable[[str], str]) -> str:
    """Return a cell as plain Python, its lines where they were."""
    text = _RUNS_ITS_BODY.sub("", raw, count=1) if _RUNS_ITS_BODY.match(raw) else raw
    blank = len(text) - len(text.lstrip("\n"))
    return "\n" * blank + transform(text.lstrip("\n"))


# ---------------------------------------------------------------- names


def _surely_asked() -> frozenset[str]:
    return frozenset(name for file in FILES for name in names_asked(file))


def _mentioned() -> frozenset[str]:
    """Return every name that may be one the suites ask for: some hand it to getattr, as a text."""
    texts = (
        node.value
        for suite in suite_files(suites_folder())
        for node in ast.walk(ast.parse(suite.read_bytes()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return _surely_asked() | frozenset(filter(str.isidentifier, texts))


def _names(namespace: Mapping[str, Any], objects: Sequence[object]) -> list[str]:
    """Return the names to grade that the notebook holds something callable under."""
    asked = sorted(name for name in _mentioned() if callable(namespace.get(name)))
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
    if exercise is None:
        return None
    chosen = frozenset([exercise] if isinstance(exercise, int) else exercise)
    known = [exercise_number(file) for file in suite_files(suites_folder())]
    if unknown := chosen - set(known):
        raise NotebookError(f"there is no exercise {min(unknown)}; there are {known}")
    return chosen


# ---------------------------------------------------------------- the card


def in_cells(card: Scorecard, code: Code) -> Scorecard:
    """Return the card with every place in the one file told as a place in a cell."""
    exercises = tuple(
        msgspec.structs.replace(
            exercise, tests=tuple(_test_in_cells(test, code) for test in exercise.tests)
        )
        for exercise in card.exercises
    )
    # The notices tell that names were found in this file: here there is no other.
    submission = msgspec.structs.replace(card.submission, notices=())
    return msgspec.structs.replace(card, exercises=exercises, submission=submission)


def _test_in_cells(test: TestResult, code: Code) -> TestResult:
    message, hint = test.message, test.hint
    file = re.escape(FILE)
    match test.outcome:
        case Outcome.IMPORT_ERROR:
            hint = _IN_CELLS
            message = re.sub(
                rf"{file} cannot be imported: (\w+)(?:, line (\d+))?\.",
                lambda told: (
                    f"Your cells cannot be run: {told[1]}"
                    f"{f' in {code.place(int(told[2]))}' if told[2] else ''}."
                ),
                message,
            )
        case Outcome.MISSING:
            message = re.sub(r" is missing: .*", " is missing: no cell defines it.", message)
    message = re.sub(
        rf"\({file}, line (\d+)\)", lambda told: f"({code.place(int(told[1]))})", message
    )
    return msgspec.structs.replace(test, message=message, hint=hint)


def _briefly(card: Scorecard, printer: Any, cycle: bool) -> None:
    """Show a card as a cell's result: the report has been printed already."""
    printer.text(f"Scorecard: {card.score:g} of {card.max_score:g} points")


# ---------------------------------------------------------------- the notebook


def _shell() -> Any:
    """Return the shell that runs the cells.

    Raises:
        NotebookError: outside IPython.
    """
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is None:
        raise NotebookError(
            "check() grades the cells of a notebook, and this is none: "
            "grade files with `python -m grader check student`"
        )
    return shell


@functools.cache
def _isolation() -> Isolation:
    return probe(Budgets())
