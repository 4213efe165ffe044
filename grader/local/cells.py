"""Choose the statements of a notebook's cells that become the submission.

Only the statements that the exercises' names need are taken. Experiments in other cells, and cells
that fail, therefore do no harm.
"""

from __future__ import annotations

import ast
import re
import symtable
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..errors import KitError
from ..registry import student_files
from .asked import all_names_asked

# These cell magics run the rest of the cell in the notebook's own namespace, as if the magic's
# line were not there.
_RUNS_ITS_BODY = re.compile(r"\s*%%(?:time|capture|prun)\b[^\n]*")
# symtable lists comprehensions as functions with these names, although they run at once.
_COMPREHENSIONS = {"listcomp", "setcomp", "dictcomp", "genexpr"}


class NotebookError(KitError):
    """There is nothing to grade in this notebook; the message says why."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in place of a traceback, which is the message alone."""
        return [f"grader: {self}"]


@dataclass(frozen=True)
class Code:
    """The source that defines some names, and the place in the notebook of each of its lines."""

    source: str
    places: tuple[tuple[int, int], ...]  # for each line, its cell and its line in that cell

    def place(self, line: int) -> str:
        """Return where a line of the source, counted from 1, stands in the notebook."""
        cell, line_in_cell = self.places[line - 1]
        return f"cell {cell}, line {line_in_cell}"


@dataclass(frozen=True)
class _Piece:
    """One statement, or several that share a line."""

    cell: int
    line: int
    text: str
    binds: frozenset[str]  # names that it defines
    changes: frozenset[str]  # names whose object it changes
    now: frozenset[str]  # names that it looks up when it runs
    later: frozenset[str]  # names that its functions look up when they are called
    calls: bool  # whether it may call something when it runs
    always: bool  # whether it is taken even if no name needs it
    first: bool  # whether Python wants it before every other statement


def python_of(raw: str, transform: Callable[[str], str]) -> str:
    """Return a cell as plain Python, every line where it was.

    Args:
        raw: the cell as it was typed, with magics and shell commands.
        transform: IPython's own transformer of cells. It drops blank lines at the top.
    """
    text = _RUNS_ITS_BODY.sub("", raw, count=1) if _RUNS_ITS_BODY.match(raw) else raw
    body = text.lstrip("\n")
    return "\n" * (len(text) - len(body)) + transform(body)


def collect(cells: Mapping[int, str], names: Iterable[str]) -> Code:
    """Return the code that defines `names`, which is their latest definitions and all these need.

    Args:
        cells: the source of each cell by its number, in the order in which they were run.
        names: what to define; names that no cell defines are left out.

    Raises:
        NotebookError: if no name is defined, or one comes from one of the student's files.
    """
    pieces = [piece for number, text in cells.items() for piece in _pieces(number, text)]
    chosen = _chosen(pieces, names)
    if not chosen:
        raise NotebookError(
            f"no cell defines what the exercises ask for, {', '.join(sorted(all_names_asked()))} "
            "and so on: run the cells with your classes and functions first"
        )
    taken = chosen | {index for index, piece in enumerate(pieces) if piece.always}
    lines: list[str] = []
    places: list[tuple[int, int]] = []
    for index in sorted(taken, key=lambda index: (not pieces[index].first, index)):
        piece = pieces[index]
        _refuse_files(piece)
        own = piece.text.split("\n")
        lines += own
        places += [(piece.cell, piece.line + offset) for offset in range(len(own))]
    # Python may name the empty line after the last one, so that line has a place too.
    return Code("\n".join(lines) + "\n", (*places, places[-1]))


def _chosen(pieces: Sequence[_Piece], names: Iterable[str]) -> set[int]:
    """Return the indices of the pieces that define names, and of all that those need."""
    chosen: set[int] = set()
    seen = set()
    # Each entry is a name, the index of the piece that needs it (so only pieces before that one
    # can define it), and whether that piece calls it.
    wanted = [(name, len(pieces), False) for name in names]
    while wanted:
        name, before, called = want = wanted.pop()
        binding = next((i for i in reversed(range(before)) if name in pieces[i].binds), None)
        if binding is None or want in seen:
            continue  # a builtin, or not defined at all, which the import will report
        seen.add(want)
        changing = [i for i in range(binding + 1, before) if name in pieces[i].changes]
        for index in (binding, *changing):
            chosen.add(index)
            piece = pieces[index]
            wanted += [(each, index, piece.calls) for each in piece.now]
            wanted += [(each, len(pieces), False) for each in piece.later]
            if called or piece.calls:
                wanted += [(each, before if called else index, True) for each in piece.later]
    return chosen


def _pieces(cell: int, text: str) -> Iterator[_Piece]:
    """Yield the statements of a cell; none if it is not valid Python, because it never ran."""
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError):
        return
    lines = text.split("\n")
    groups: list[list[ast.stmt]] = []
    for statement in statements:
        if groups and _first_line(statement) <= (groups[-1][-1].end_lineno or 0):
            groups[-1].append(statement)  # on the same line, as in a = 1; b = 2
        else:
            groups.append([statement])
    for group in groups:
        first, last = _first_line(group[0]), group[-1].end_lineno or 0
        own = "\n".join(lines[first - 1 : last])
        try:
            table = symtable.symtable(own, "cell", "exec")
        except SyntaxError:  # for example an await outside a function, which IPython allows
            continue
        now, later = _looked_up(table)
        # symtable reports x += 1 as an assignment only, although it reads x too.
        now |= {
            each.target.id
            for each in group
            if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
        }
        is_future = any(map(_is_future_import, group))
        yield _Piece(
            cell=cell,
            line=first,
            text=own,
            binds=frozenset(
                symbol.get_name()
                for symbol in table.get_symbols()
                if symbol.is_assigned() or symbol.is_imported()
            ),
            changes=frozenset(name for statement in group for name in _changed(statement)),
            now=frozenset(now),
            later=frozenset(later),
            calls=not all(map(_calls_nothing, group)),
            always=is_future or any(map(_is_star_import, group)),
            first=is_future,
        )


def _calls_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return not statement.decorator_list
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _first_line(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(decorator.lineno for decorator in decorators)])


def _looked_up(table: symtable.SymbolTable, *, called: bool = False) -> tuple[set[str], set[str]]:
    """Return two sets of global names that a piece looks up.

    The first are looked up when the piece runs, the second when a function it defines is called.
    With `called`, everything in `table` counts as part of a function.
    """
    found: tuple[set[str], set[str]] = (set(), set())
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (table.get_type() == "module" or symbol.is_global()):
            found[called].add(symbol.get_name())
    for child in table.get_children():
        is_body = child.get_type() == "function" and child.get_name() not in _COMPREHENSIONS
        for ours, theirs in zip(found, _looked_up(child, called=called or is_body), strict=True):
            ours |= theirs
    return found


def _changed(statement: ast.stmt) -> Iterator[str]:
    """Yield the names whose object a statement changes, as X.forward = … and @add_to_class(X)."""
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


def _is_future_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _is_star_import(statement: ast.stmt) -> bool:
    """Tell whether it is `from x import *`, of which nobody can say which names it defines."""
    return isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"


def _refuse_files(piece: _Piece) -> None:
    """Refuse code that imports one of the student's files, because only cells are graded here."""
    for node in ast.walk(ast.parse(piece.text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            file = f"{node.module.rpartition('.')[2]}.py"
            if file in student_files():
                raise NotebookError(
                    f"cell {piece.cell} imports from your {file}, and check() reads cells only: "
                    "grade files with `!grader check student`"
                )
