"""Turning a Jupyter notebook into Python source."""

from __future__ import annotations

import re

import msgspec

MAX_NOTEBOOK_BYTES = 10_000_000  # pictures among the outputs make notebooks large
_COMMAND = re.compile(r"\s+(?:%{1,2}[A-Za-z]|!(?!=))")


class _Cell(msgspec.Struct, gc=False):
    cell_type: str = ""
    source: str | list[str] = ""
    input: str | list[str] = ""  # the name of `source` before notebook format 4


class _Worksheet(msgspec.Struct):
    cells: list[_Cell] = []


class _Notebook(msgspec.Struct):
    cells: list[_Cell] = []
    worksheets: list[_Worksheet] = []


def notebook_source(content: bytes) -> bytes:
    """Return a notebook's code cells as one source, without the notebook's own commands.

    Raises:
        ValueError: if it is not a notebook or holds no code.
    """
    try:
        notebook = msgspec.json.decode(content.removeprefix(b"\xef\xbb\xbf"), type=_Notebook)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ValueError("not a readable notebook: export it as .py and hand that in") from error
    cells = [*notebook.cells, *(cell for sheet in notebook.worksheets for cell in sheet.cells)]
    code = [_code(cell) for cell in cells if cell.cell_type == "code"]
    parts = [part for part in code if part.strip()]
    if not parts:
        raise ValueError("a notebook without code: hand in the .py files")
    return ("\n\n".join(parts) + "\n").encode("utf-8", "replace")


def _code(cell: _Cell) -> str:
    source = cell.source or cell.input
    text = source if isinstance(source, str) else "".join(source)
    if text.lstrip().startswith("%%"):
        return ""
    lines = []
    for line in text.split("\n"):
        if line.startswith(("%", "!")):
            continue
        # A block whose only line is a command needs another in its place.
        indent = line[: len(line) - len(line.lstrip())]
        lines.append(indent + "pass" if _COMMAND.match(line) else line)
    return "\n".join(lines).rstrip()
