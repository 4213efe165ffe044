"""Choose the statements of a notebook's cells that become the submission.

Only the statements that the exercises' names need are taken. So plots, experiments, shell commands
and cells that fail do no harm, whatever they are.
"""

from __future__ import annotations

import ast
import symtable
import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..parsing import NOT_PYTHON, parsed
from ..places import HEAD, remark
from ..registry import student_files
from ..text import closest
from .ipython import Python, line_magic

# symtable lists comprehensions as functions with these names, although they run at once.
_COMPREHENSIONS = {"listcomp", "setcomp", "dictcomp", "genexpr"}
# A statement of these kinds may run without defining what it could define.
_MAY_DEFINE = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.TryStar, ast.With,
               ast.AsyncWith, ast.Match)  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """One statement, or several that share a line."""

    cell: int
    line: int
    text: str
    binds: frozenset[str]  # names that it may define
    surely: frozenset[str]  # those of them that it always defines
    defines: frozenset[str]  # those that it defines as a class or function
    imports: frozenset[str]  # those that it imports
    changes: frozenset[str]  # names whose object it changes
    asks: frozenset[str]  # names whose object it may change by calling a method
    now: frozenset[str]  # names that it looks up when it runs
    later: frozenset[str]  # names that its functions look up when they are called
    calls: bool  # whether it may call something when it runs
    file: str  # the student's file that it imports from, if it does
    always: bool  # whether it is taken even if no name needs it
    first: bool  # whether Python wants it before every other statement


def pieces_of(cells: Mapping[int, Python]) -> list[Piece]:
    """Return the statements of cells, each cell by its number, in the order in which they ran."""
    return [piece for number, cell in cells.items() for piece in _pieces(number, cell)]


def collect(pieces: Sequence[Piece], names: Collection[str]) -> str:
    """Return the source that defines `names`, which is their latest definitions and their needs.

    A remark above each part says from which cell and line it comes. A class or function that is
    nearly called like a name that no cell defines is taken too, so that a message can tell it.
    A name that is imported from one of the student's files is left to that file.

    Returns:
        The source, or "" if no name is defined.
    """
    own = [name for name in names if not imported_file(pieces, name)]
    chosen = _chosen(pieces, [*own, *_nearly(pieces, names)])
    if not chosen:
        return ""
    taken = chosen | {index for index, piece in enumerate(pieces) if piece.always}
    lines = [HEAD]
    for index in sorted(taken, key=lambda index: (not pieces[index].first, index)):
        piece = pieces[index]
        lines += [remark(piece.cell, piece.line), *piece.text.split("\n")]
    return "\n".join(lines) + "\n"


def imported_file(pieces: Sequence[Piece], name: str) -> tuple[int, str] | None:
    """Return the cell that imports a name from a student's file, and the file; else None."""
    binding = _binding(pieces, name, len(pieces))
    latest = pieces[binding[0]] if binding else None
    return (latest.cell, latest.file) if latest and latest.file else None


def _nearly(pieces: Sequence[Piece], names: Collection[str]) -> list[str]:
    """Return the classes and functions that may be meant by those names that are not defined."""
    bound = {name for piece in pieces for name in piece.binds}
    defined = {name for piece in pieces for name in piece.defines}
    found = (closest(name, defined - set(names)) for name in names if name not in bound)
    return [name for name in found if name]


def _chosen(pieces: Sequence[Piece], names: Iterable[str]) -> set[int]:
    """Return the indices of the pieces that define names, and of all that those need."""
    chosen: set[int] = set()
    seen = set()
    # Each entry is a name, the index of the piece that needs it (so only pieces before that one
    # can define it), and whether that piece calls it.
    wanted = [(name, len(pieces), False) for name in names]
    while wanted:
        name, before, called = want = wanted.pop()
        if want in seen:
            continue
        seen.add(want)
        binding = _binding(pieces, name, before)
        if not binding:
            continue  # a builtin, or not defined at all, which the import will report
        latest = pieces[binding[0]]
        # A call such as TABLE.update(…) changes what an assignment made. One like torch.seed() or
        # MyModule.extra_repr() has nothing to do with what the name stands for.
        lasting = name in latest.imports or name in latest.defines
        changing = (
            index
            for index in range(binding[-1] + 1, before)
            if name in pieces[index].changes or (name in pieces[index].asks and not lasting)
        )
        for index in (*binding, *changing):
            chosen.add(index)
            piece = pieces[index]
            wanted += [(each, index, piece.calls) for each in piece.now]
            wanted += [(each, len(pieces), False) for each in piece.later]
            if called or piece.calls:
                wanted += [(each, before if called else index, True) for each in piece.later]
    return chosen


def _binding(pieces: Sequence[Piece], name: str, before: int) -> list[int]:
    """Return the pieces before an index that may have defined a name last, from new to old."""
    found = []
    for index in reversed(range(before)):
        if name in pieces[index].binds:
            found.append(index)
            if name in pieces[index].surely:
                break
    return found


def _pieces(number: int, cell: Python) -> Iterator[Piece]:
    """Yield the statements of a cell; none if it is not valid Python, because it never ran."""
    lines = cell.text.split("\n")
    groups: list[list[ast.stmt]] = []
    for statement in cell.statements():
        if groups and _first_line(statement) <= (groups[-1][-1].end_lineno or 0):
            groups[-1].append(statement)  # on the same line, as in a = 1; b = 2
        else:
            groups.append([statement])
    for group in groups:
        first, last = _first_line(group[0]), group[-1].end_lineno or 0
        text = "\n".join(lines[first - 1 : last])
        magic = line_magic(group[0]) if len(group) == 1 else None
        if magic is not None:
            text, group = magic, parsed(magic).body
        if group and (piece := _piece(number, cell.lines[first - 1], text, group)):
            yield piece


def _piece(cell: int, line: int, text: str, group: list[ast.stmt]) -> Piece | None:
    """Return statements with what they define and need; None for what only IPython may run."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            table = symtable.symtable(text, "cell", "exec")
    except NOT_PYTHON:  # an await outside a function
        return None
    now, later = _looked_up(table)
    # symtable reports x += 1 as an assignment only, although it reads x too.
    now |= {
        each.target.id
        for each in group
        if isinstance(each, ast.AugAssign) and isinstance(each.target, ast.Name)
    }
    binds = frozenset(
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() or symbol.is_imported()
    )
    is_future = any(map(_is_future_import, group))
    return Piece(
        cell=cell,
        line=line,
        text=text,
        binds=binds,
        surely=binds if not any(map(_may_define, group)) else frozenset(),
        defines=frozenset(
            each.name
            for each in group
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        ),
        imports=frozenset(each.get_name() for each in table.get_symbols() if each.is_imported()),
        changes=frozenset(name for statement in group for name in _changed(statement)),
        asks=frozenset(map(_asked, group)),
        now=frozenset(now),
        later=frozenset(later),
        calls=not all(map(_calls_nothing, group)),
        file=next(filter(None, map(_file_of, group)), ""),
        always=is_future or any(map(_is_star_import, group)),
        first=is_future,
    )


def _may_define(statement: ast.stmt) -> bool:
    """Tell whether a statement may leave a name undefined that it assigns to somewhere."""
    if isinstance(statement, ast.AnnAssign):
        return statement.value is None
    return isinstance(statement, _MAY_DEFINE)


def _calls_nothing(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return not statement.decorator_list
    return isinstance(statement, ast.Import | ast.ImportFrom)


def _file_of(statement: ast.stmt) -> str:
    """Return the student's file that a statement imports from, "" if it does not."""
    module = (statement.module or "") if isinstance(statement, ast.ImportFrom) else ""
    file = f"{module.rpartition('.')[2]}.py"
    return file if file in student_files() else ""


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
    """Yield the names whose object a statement changes.

    It does so by X.forward = …, del X[0], setattr(X, …) or @add_to_class(X). What stands in a
    function is not run by the statement.
    """
    match statement:
        case ast.Expr(ast.Call(ast.Name("setattr" | "delattr"), [ast.Name(name), *_])):
            yield name
    for decorator in getattr(statement, "decorator_list", []):
        if isinstance(decorator, ast.Call):
            yield from (each.id for each in decorator.args if isinstance(each, ast.Name))
    for node in _run_at_once(statement):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            yield _owner(node)


def _asked(statement: ast.stmt) -> str:
    """Return X of a statement X.method(…), "" if it is none."""
    match statement:
        case ast.Expr(ast.Call(ast.Attribute() as method)):
            return _owner(method)
    return ""


def _run_at_once(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement, without the bodies of functions and classes in it."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield node
            waiting.extend(ast.iter_child_nodes(node))


def _owner(target: ast.expr) -> str:
    """Return X of X.a[0].b, "" if it does not begin with a name."""
    while isinstance(target, ast.Attribute | ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else ""


def _is_future_import(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.ImportFrom) and statement.module == "__future__"


def _is_star_import(statement: ast.stmt) -> bool:
    """Tell whether it is `from x import *`, of which nobody can say which names it defines."""
    return isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"
