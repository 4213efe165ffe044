"""Read source as Python, whatever it holds, and tell functions that are not written yet."""

from __future__ import annotations

import ast
import warnings

# What ast.parse raises for what is not Python, or is nested so deeply that Python does not read it.
NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)


def parsed(text: str | bytes) -> ast.Module:
    """Return the syntax tree of a source, without Python's warnings about it.

    Raises:
        SyntaxError, ValueError, RecursionError, MemoryError: as in NOT_PYTHON.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # for example about "\d" in a student's string
        return ast.parse(text)


def functions_in(tree: ast.Module) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return every function and method of a source."""
    return [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def is_unwritten(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Tell whether a function is as a starter has it.

    It ends in `raise NotImplementedError`, and has nothing before but its docstring and
    super().__init__().
    """
    *before, last = function.body
    raised = ast.unparse(last) if isinstance(last, ast.Raise) else ""
    harmless = all(
        isinstance(node, ast.Expr)
        and (isinstance(node.value, ast.Constant) or ast.unparse(node) == "super().__init__()")
        for node in before
    )
    return harmless and raised.startswith("raise NotImplementedError")
