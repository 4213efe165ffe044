"""Tell starters that were handed in unchanged, and repositories without work, from a try."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from .tree import Tree

_MAX_STARTER = 50_000  # bytes; no starter is longer, and parsing what is costs time
# What a platform or a template puts into an empty repository.
_NOT_WORK = re.compile(r"(?i)(\.[^/]*|readme(\.(md|rst))?|licen[sc]e(\.md)?)")


def is_untouched(sources: Iterable[bytes]) -> bool:
    """Tell whether nothing was written: each function only raises NotImplementedError."""
    counts = [_functions_left(source) for source in sources]
    return bool(counts) and None not in counts and sum(filter(None, counts)) > 0


def holds_no_work(tree: Tree) -> bool:
    """Tell whether there is no file in a tree but those of an empty repository."""
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
        module = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    functions = [
        node
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    top = (ast.Import, ast.ImportFrom, ast.ClassDef, ast.FunctionDef, ast.Expr, ast.Assign)
    written = not all(isinstance(node, top) for node in module.body)
    return None if written or not all(map(_is_unwritten, functions)) else len(functions)


def _is_unwritten(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    *before, last = function.body
    raised = ast.unparse(last) if isinstance(last, ast.Raise) else ""
    harmless = all(
        isinstance(node, ast.Expr)
        and (isinstance(node.value, ast.Constant) or ast.unparse(node) == "super().__init__()")
        for node in before
    )
    return harmless and raised.startswith("raise NotImplementedError")
