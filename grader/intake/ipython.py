"""Turn one cell of a notebook into plain Python, through IPython's own transformer."""

from __future__ import annotations

import ast
import difflib
import functools
import shlex
import warnings
from collections.abc import Sequence
from dataclasses import dataclass

from ..parsing import NOT_PYTHON, parsed

MAX_NESTED = 10  # cell magics in one another, as %%time above %%capture
_WRITES = ("writefile", "file")  # IPython gives the same magic both names


@dataclass(frozen=True)
class Python:
    """A cell's Python.

    `lines` holds, for each line of `text`, the line of the cell that it came from. If the cell
    only writes a file, `file` is that file's name and `text` its content. `problem` says why the
    cell is not Python, and is empty otherwise.
    """

    text: str
    lines: tuple[int, ...]
    file: str = ""
    appends: bool = False
    problem: str = ""

    def statements(self) -> list[ast.stmt]:
        """Return the top-level statements; none if the cell is not Python."""
        return [] if self.file or self.problem else parsed(self.text).body


def python_of(raw: str) -> Python:
    """Return a cell as plain Python, without what only IPython understands.

    A cell magic that runs its cell as Python is taken off, any other leaves nothing.
    """
    body, above = raw.rstrip("\n"), 0  # as IPython's history keeps a cell
    for _ in range(MAX_NESTED):
        try:
            statements = parsed(body).body
            text = body
        except NOT_PYTHON:
            try:
                text = _transformed(body)
                statements = parsed(text).body
            except NOT_PYTHON as error:
                return _not_python(error, above)
        magic = cell_magic(statements)
        lines = tuple(above + line for line in _origins(body.split("\n"), text.split("\n")))
        if magic is None:
            return Python(text, lines)
        name, options, inner = magic
        head = body[: len(body) - len(body.lstrip())] + body.lstrip().partition("\n")[0]
        body, above = inner, above + head.count("\n") + 1
        if name in _WRITES:
            return _written(options, inner, above)
        if not _runs_python(name):
            return Python("", ())
    return Python("", ())


def cell_magic(statements: Sequence[ast.stmt]) -> tuple[str, str, str] | None:
    """Return name, options and body of the magic that a whole cell is, None if it is none."""
    if len(statements) == 1 and (texts := _magic_texts(statements[0], "run_cell_magic", 3)):
        return texts[0], texts[1], texts[2]
    return None


def line_magic(statement: ast.stmt) -> str | None:
    """Return the Python that a line magic runs, as "x = f()" of `%time x = f()`.

    Returns:
        "" if the statement is a magic that runs no Python, None if it is no magic.
    """
    texts = _magic_texts(statement, "run_line_magic", 2)
    if texts is None:
        return None
    try:
        parsed(texts[1])
    except NOT_PYTHON:
        return ""
    return texts[1] if texts[0] in _running_magics()["line"] else ""


def _magic_texts(statement: ast.stmt, method: str, count: int) -> list[str] | None:
    """Return the texts that a statement gives to this method of IPython's shell.

    If the statement is not a call of that method with as many texts, return None.
    """
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Call(ast.Name("get_ipython")), name), arguments)):
            texts = [each.value for each in arguments if isinstance(each, ast.Constant)]
            if name == method and len(texts) == count:
                return [str(text) for text in texts]
    return None


def _transformed(cell: str) -> str:
    """Return what IPython makes of a cell before it hands it to Python.

    Raises:
        SyntaxError: if IPython cannot make anything of it.
    """
    from IPython.core.inputtransformer2 import TransformerManager

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            manager = TransformerManager()  # type: ignore[no-untyped-call]  # it has no types
            return str(manager.transform_cell(cell))
    except Exception as error:  # it is made for what people type, and raises many kinds
        raise SyntaxError("IPython cannot read it") from error


@functools.cache
def _running_magics() -> dict[str, frozenset[str]]:
    """Return the magics by which IPython itself runs Python, of a line and of a cell."""
    from IPython.core.magics.execution import ExecutionMagics

    return {kind: frozenset(ExecutionMagics.magics[kind]) for kind in ("line", "cell")}


@functools.cache
def _other_magics() -> frozenset[str]:
    """Return IPython's cell magics for other languages, for files and for commands."""
    from IPython.core import magics
    from IPython.core.magics.script import ScriptMagics

    classes = [getattr(magics, name) for name in dir(magics) if name.endswith("Magics")]
    names = {name for each in classes for name in each.magics.get("cell", ())}
    # An object of this class has a magic for each language, such as %%bash and %%perl.
    names |= set(ScriptMagics().magics["cell"])  # type: ignore[no-untyped-call]  # it has no types
    return frozenset(names - _running_magics()["cell"])


def _runs_python(name: str) -> bool:
    """Tell whether a cell magic may run its cell as Python.

    Magics of extensions, such as %%px, may. If one does not, its cell is hardly ever Python that
    defines what an exercise asks for.
    """
    return name not in _other_magics()


def _written(options: str, body: str, above: int) -> Python:
    """Return the file that `%%writefile [-a] NAME` writes."""
    try:
        words = shlex.split(options)
    except ValueError:
        words = options.split()
    names = [word for word in words if not word.startswith("-")]
    lines = tuple(range(above + 1, above + len(body.split("\n")) + 1))
    name = names[-1].replace("\\", "/").rpartition("/")[2] if names else "?"
    return Python(body, lines, name, appends=len(names) < len(words))


def _origins(before: list[str], after: list[str]) -> list[int]:
    """Return for each line of a transformed cell the line it was made from, counted from 1."""
    if len(before) == len(after) or before == after[:-1]:
        return [min(index, len(before)) for index in range(1, len(after) + 1)]
    found = [1] * len(after)
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=True)
    for _, start, end, first, last in matcher.get_opcodes():
        # A command over several lines becomes one line, so lines correspond from a block's end.
        for index in range(first, last):
            found[index] = max(start, end - (last - index)) + 1
    return found


def _not_python(error: BaseException, above: int) -> Python:
    kind = "SyntaxError" if isinstance(error, ValueError) else type(error).__name__
    line = getattr(error, "lineno", None) or 1
    return Python("", (above + line,), problem=kind)
