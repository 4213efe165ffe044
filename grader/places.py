"""Name a line of a student's file the way the student knows it: by its cell in a notebook.

The source that is made from a notebook carries remarks that say which cell and line the lines below
came from. So the places survive packing and any other way in which a submission travels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from .scorecard import TestResult

HEAD = "# Made from the cells of a notebook; each remark says where the lines below it stand."
_REMARK = re.compile(r"# cell (\d{1,6}), line (\d{1,6})")
_LACKING = re.compile(r"\b\w+\.py (?:does not define it|was not handed in)")


def remark(cell: int, line: int) -> str:
    """Return the line of source that stands above what came from this cell and line."""
    return f"# cell {cell}, line {line}"


def is_from_notebook(source: bytes) -> bool:
    """Tell whether a source was made from the cells of a notebook."""
    return source.startswith(HEAD.encode())


def place(name: str, source: bytes, line: int) -> str:
    """Return "cell 9, line 2" for a line of a source made from cells, else "NAME, line 12".

    Args:
        name: the file's name.
        source: the whole file.
        line: counted from 1.
    """
    if is_from_notebook(source):
        above = source.decode("utf-8", "replace").split("\n")[:line]
        for back, text in enumerate(reversed(above)):
            if found := _REMARK.fullmatch(text):
                return f"cell {found[1]}, line {max(int(found[2]) + back - 1, 1)}"
    return f"{name}, line {line}"


def told_in_cells(test: TestResult, files: Mapping[str, bytes]) -> TestResult:
    """Return a test's result with every line of a file made from cells named by its cell."""
    message, hint = test.message, test.hint
    made = {name: source for name, source in files.items() if is_from_notebook(source)}
    for name, source in made.items():
        message, hint = (_told(text, name, source) for text in (message, hint))
    if made and len(made) == len(files):
        message = _LACKING.sub("no cell defines it", message)
    return msgspec.structs.replace(test, message=message, hint=hint)


def _told(text: str, name: str, source: bytes) -> str:
    """Replace "NAME, line 12", also with other words of the same sentence in between."""

    def said(found: re.Match[str]) -> str:
        where = place(name, source, int(found[2]))
        return where if found[1] == ", " else f"the notebook{found[1]}{where}"

    between = r"((?:(?!\. )[^()\n]){0,80}?)"
    text = re.sub(rf"\b{re.escape(name)}{between}\bline (\d{{1,7}})", said, text)
    return text[:1].upper() + text[1:] if text.startswith("the notebook") else text
