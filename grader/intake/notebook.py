"""Turn a Jupyter notebook into the files to grade, the same way for intake and for check()."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..errors import KitError
from ..places import HEAD, remark
from ..registry import main_file, student_files
from ..text import listed
from .asked import all_names_asked, names_mentioned
from .cells import Piece, collect, imported_file, pieces_of
from .encoding import decoded
from .ipython import Python, python_of
from .text import meant_file

MAX_NOTEBOOK_BYTES = 10_000_000  # more than for a .py file, because outputs hold pictures
_DEFINITION = re.compile(r"^[ \t]*(?:class|def)[ \t]+(\w+)", re.MULTILINE)


class NotebookError(KitError):
    """There is nothing to grade in this notebook; the message says why."""

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in place of a traceback, which is the message alone."""
        return [f"grader: {self}"]


@dataclass(frozen=True)
class NotebookFiles:
    """The files that a notebook's cells make, by the student's file names, and notices."""

    files: dict[str, bytes]
    notices: tuple[str, ...] = ()


def code_cells(content: bytes) -> dict[int, str]:
    """Return a notebook's code cells that are not empty, numbered from 1 in their order.

    These are the numbers that Jupyter shows after "Restart and Run All".

    Raises:
        ValueError: if it is not a notebook or holds no code.
    """
    try:
        notebook = json.loads(decoded(content), strict=False, parse_int=float)
    except (ValueError, RecursionError) as error:
        at = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        raise ValueError(
            f"not a readable notebook{at}: export it as .py and hand that in"
        ) from error
    texts = [_text(cell) for cell in _cells(notebook) if cell.get("cell_type") == "code"]
    code = [text for text in texts if text.strip()]
    if not code:
        raise ValueError("a notebook without code: hand in the .py files")
    return dict(enumerate(code, 1))


def notebook_files(
    cells: Mapping[int, str], names: Collection[str] | None = None, main: str | None = None
) -> NotebookFiles:
    """Return the files to grade that cells make.

    These are the files that `%%writefile` cells write, and one file of the statements that define
    what the exercises ask for, with all that those need.

    Args:
        cells: each cell as it was typed, by its number, in the order in which they ran.
        names: only these names (default: all that the exercises ask for).
        main: the file that stands for the cells (default: the first that no cell writes).

    Raises:
        NotebookError: if no cell defines anything that the exercises ask for.
    """
    read = {number: python_of(raw) for number, raw in cells.items()}
    pieces = pieces_of(read)
    written = _written(read)
    wanted = _names(pieces) if names is None else names
    defined = {name for text in written.values() for name in _DEFINITION.findall(text)}
    source = collect(pieces, [name for name in wanted if name not in defined])
    unread = _unread(cells, read, pieces)
    if not source and not written:
        raise NotebookError(
            f"no cell defines what the exercises ask for, {listed(sorted(all_names_asked()), 3)}: "
            + (unread[0] if unread else _where_else(pieces))
        )
    files = {name: text.encode("utf-8", "replace") for name, text in written.items()}
    free = [name for name in (main, main_file(), *student_files()) if name and name not in files]
    if source and free:
        files[free[0]] = source.encode("utf-8", "replace")
    return NotebookFiles(files, tuple(unread))


def _names(pieces: Sequence[Piece]) -> list[str]:
    """Return what to look for: all names asked, and others of the suites that cells define."""
    asked = all_names_asked()
    defined = {name for piece in pieces for name in piece.defines}
    return [*sorted(asked), *sorted((names_mentioned() - asked) & defined)]


def _where_else(pieces: Sequence[Piece]) -> str:
    """Return where the names may be that no cell defines."""
    for name in sorted(all_names_asked()):
        if found := imported_file(pieces, name):
            cell, file = found
            return f"cell {cell} imports from your {file}, and only cells are read here"
    return "is this the notebook with your classes and functions, and have their cells been run?"


def _cells(notebook: Any) -> Iterator[dict[str, Any]]:
    """Yield the cells of a notebook of any version that are what cells should be."""
    if isinstance(notebook, dict):
        sheets = notebook.get("worksheets")  # they group the cells before notebook format 4
        for part in (notebook, *(sheets if isinstance(sheets, list) else ())):
            cells = part.get("cells") if isinstance(part, dict) else None
            yield from (cell for cell in cells or () if isinstance(cell, dict))


def _text(cell: Mapping[str, Any]) -> str:
    """Return a cell's code, "" if it has none; it was called `input` before notebook format 4."""
    source = cell.get("source") or cell.get("input")
    if isinstance(source, list):
        source = "".join(line for line in source if isinstance(line, str))
    text = source if isinstance(source, str) else ""
    return text.encode("utf-8", "replace").decode().replace("\r\n", "\n").replace("\r", "\n")


def _written(read: Mapping[int, Python]) -> dict[str, str]:
    """Return the student's files that cells write, each with remarks on the cells it is from."""
    files: dict[str, str] = {}
    for number, cell in read.items():
        name = meant_file(cell.file) if cell.file else None
        if name is not None:
            above = remark(number, cell.lines[0])
            before = files[name] if cell.appends and name in files else HEAD + "\n"
            files[name] = f"{before}{above}\n{cell.text}"
    return files


def _unread(
    cells: Mapping[int, str], read: Mapping[int, Python], pieces: Sequence[Piece]
) -> list[str]:
    """Return a notice for each cell that is not Python and defines what no later cell does."""
    asked = all_names_asked()
    notices = []
    for number, cell in read.items():
        lost = asked.intersection(_DEFINITION.findall(cells[number])) if cell.problem else set()
        lost -= {name for piece in pieces if piece.cell > number for name in piece.binds}
        if lost:
            notices.append(
                f"cell {number}, line {cell.lines[0]}: {cell.problem}, so nothing of this cell"
                f" was read, and it defines {listed(sorted(lost))}"
            )
    return notices
