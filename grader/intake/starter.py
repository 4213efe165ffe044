"""Tell starters that were handed in unchanged, and repositories without work, from a try."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from ..parsing import NOT_PYTHON, functions_in, is_unwritten, parsed
from .tree import Tree

_MAX_STARTER = 50_000  # bytes; no starter is longer, and parsing what is costs time
# What a platform or a template puts into an empty repository.
_NOT_WORK = re.compile(r"(?i)(\.[^/]*|readme(\.(md|rst))?|licen[sc]e(\.md)?)")


def is_untouched(sources: Iterable[bytes]) -> bool:
    """Tell whether nothing was written: each function only raises NotImplementedError."""
    counts = [_functions_left(source) for source in sources]
    return bool(counts) and None not in counts and sum(filter(None, counts)) > 0


def holds_no_work(tree: Tree) -> bool:
    """Tell whether a tree holds no files, or only those that a new, empty repository has."""
    return (
        not tree.refused
        and not tree.remarks
        and all(_NOT_WORK.fullmatch(file.path.rpartition("/")[2]) for file in tree.files)
    )


def _functions_left(source: bytes) -> int | None:
    """Return how many functions a source leaves unwritten, None if anything in it is written."""
    if len(source) > _MAX_STARTER:
        return None
    if b"NotImplementedError" not in source:
        return 0 if not source.strip() else None
    try:
        module = parsed(source)
    except NOT_PYTHON:
        return None
    functions = functions_in(module)
    top = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.Expr, ast.Assign)
    written = not all(isinstance(node, top) for node in module.body)
    return None if written or not all(map(is_unwritten, functions)) else len(functions)
