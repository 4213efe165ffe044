"""Notice imports of libraries that may not be there where a submission is graded."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping

from .. import lesson
from ..parsing import NOT_PYTHON, parsed
from ..places import place
from ..registry import student_files
from ..text import listed
from .text import one_line

MAX_LISTED = 3  # places of one library


def library_notices(files: Mapping[str, bytes]) -> list[str]:
    """Return a notice for each library that files import beside those that exercises may use.

    Args:
        files: source by the names of the student's files.
    """
    own = {name.removesuffix(".py") for name in (*student_files(), *files)} | {"student"}
    known = own | sys.stdlib_module_names | set(lesson.LIBRARIES)
    places: dict[str, list[str]] = {}
    for name, source in files.items():
        for library, line in _imports(source):
            if library not in known:
                places.setdefault(library, []).append(place(name, source, line))
    return [
        f"{one_line(library)} is imported ({listed(dict.fromkeys(where), MAX_LISTED)}), and only"
        f" Python's own modules, {' and '.join(lesson.LIBRARIES)} are sure to be there when this is"
        " graded: where it is missing, code that uses it fails"
        for library, where in places.items()
    ]


def _imports(source: bytes) -> Iterator[tuple[str, int]]:
    """Yield each library that a source imports, and the line; nothing if it is not Python."""
    if b"import" not in source:
        return
    try:
        waiting: list[ast.AST] = list(parsed(source).body)
    except NOT_PYTHON:
        return
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module.partition(".")[0], node.lineno
        elif isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
            waiting += [
                each
                for each in ast.iter_child_nodes(node)
                if isinstance(each, ast.stmt | ast.ExceptHandler | ast.match_case)
            ]
