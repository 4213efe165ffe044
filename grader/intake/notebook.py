"""Turn a Jupyter notebook into Python source."""

from __future__ import annotations

import re

import msgspec

MAX_NOTEBOOK_BYTES = 10_000_000  # more than for a .py file, because outputs hold pictures
# An indented IPython command: %magic, %%magic or !shell.
_COMMAND = re.compile(r"\s+(?:%{1,2}[A-Za-z]|!(?!=))")


class _Cell(msgspec.Struct, gc=False):
    cell_type: str = ""
    source: str | list[str] = ""
    input: str | list[str] = ""  # what `source` was called before notebook format 4


class _Worksheet(msgspec.Struct):  # groups the cells before notebook format 4
    cells: list[_Cell] = []


class _Notebook(msgspec.Struct):
    cells: list[_Cell] = []
    worksheets: list[_Worksheet] = []


def notebook_source(content: bytes) -> bytes:
    """Return a notebook's code cells as one source, without IPython's commands (%magic, !shell).

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
    """Return a cell's Python lines; a cell that begins with %% is in another language."""
    source = cell.source or cell.input
    text = source if isinstance(source, str) else "".join(source)
    if text.lstrip().startswith("%%"):
        return ""
    lines = []
    for line in text.split("\n"):
        if line.startswith(("%", "!")):
            continue
        # Put `pass` in place of an indented command, because it may be its block's only line.
        indent = line[: len(line) - len(line.lstrip())]
        lines.append(indent + "pass" if _COMMAND.match(line) else line)
    return "\n".join(lines).rstrip()
