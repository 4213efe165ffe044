"""Make mutants of the solutions, one change each, so the self-test sees that suites catch them."""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_SWAPPED_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
}
_SWAPPED_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Gt: (ast.GtE, ast.Lt),
    ast.Lt: (ast.LtE, ast.Gt),
    ast.Eq: (ast.NotEq,),
    ast.GtE: (ast.Gt,),
    ast.LtE: (ast.Lt,),
}
_SWAPPED_NAMES = {
    "sin": "cos",
    "cos": "sin",
    "sum": "mean",
    "mean": "sum",
    "normal_": "uniform_",
    "normalize": "softmax",
    "float64": "float16",
    "parameters": "buffers",
}


@dataclass(frozen=True)
class Mutant:
    """One solution file with one change.

    Args:
        id: file, line and what was changed; the same for as long as the line stays the same.
        file: the file's name.
        source: the source with the change.
    """

    id: str
    file: str
    source: bytes


def mutants(file: str, source: bytes) -> Iterator[Mutant]:
    """Yield every mutant of one source; docstrings and annotations are left as they are."""
    tree = ast.parse(source)
    skipped = _without_effect(tree)
    count = sum(1 for _ in ast.walk(tree))
    seen = {ast.unparse(tree)}
    for index in range(count):
        node = _nth(tree, index)
        if id(node) in skipped:
            continue
        for change in range(_changes(node)):
            copied = copy.deepcopy(tree)
            target = _nth(copied, index)
            before = ast.unparse(target) if not isinstance(target, ast.cmpop) else ""
            _apply(target, change, copied)
            after = ast.unparse(ast.fix_missing_locations(copied))
            line = getattr(node, "lineno", 0)
            name = f"{file}:{line}: {' '.join(before.split())[:60]} #{change + 1}"
            if after not in seen:
                seen.add(after)
                yield Mutant(name, file, after.encode())


def _without_effect(tree: ast.AST) -> set[int]:
    """Return the ids of the nodes that do not change what a program computes.

    These are docstrings, annotations and formatted strings, which only word error messages.
    """
    found: set[int] = set()
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            parts = [node]
        elif isinstance(node, ast.arg):
            parts = [node.annotation]
        elif isinstance(node, ast.FunctionDef):
            parts = [node.returns]
        elif isinstance(node, ast.JoinedStr):
            parts = [node]
        for part in filter(None, parts):
            found.update(id(each) for each in ast.walk(part))
    return found


def _nth(tree: ast.AST, index: int) -> ast.AST:
    return next(itertools.islice(ast.walk(tree), index, None))


def _changes(node: ast.AST) -> int:
    """Return in how many ways `_apply` can change a node."""
    match node:
        case ast.BinOp(op=op):
            return int(type(op) in _SWAPPED_OPERATORS)
        case ast.Compare(ops=[op]):
            return len(_SWAPPED_COMPARISONS.get(type(op), ()))
        case ast.Constant(value=bool()):
            return 1
        case ast.Constant(value=int() | float()):
            return 2
        case ast.Attribute(attr=name) if name in _SWAPPED_NAMES:
            return 1
        case ast.UnaryOp(op=ast.USub()):
            return 1
        case ast.If():
            return 2
        case ast.Return(value=value) if value is not None:
            return 1
        case ast.Assign() | ast.Expr(value=ast.Call()) | ast.Raise():
            return 1
        case ast.Slice():
            return 1
        case ast.comprehension(ifs=[_, *_]):
            return 1
        case _:
            return 0


def _apply(node: Any, change: int, tree: ast.AST) -> None:
    """Change a node of a tree in place, in the way with this number, counted from 0."""
    match node:
        case ast.BinOp():
            node.op = _SWAPPED_OPERATORS[type(node.op)]()
        case ast.Compare():
            node.ops = [_SWAPPED_COMPARISONS[type(node.ops[0])][change]()]
        case ast.Constant(value=bool()):
            node.value = not node.value
        case ast.Constant(value=int() | float() as number):
            node.value = number + 1 if change == 0 else number - 1
        case ast.Attribute():
            node.attr = _SWAPPED_NAMES[node.attr]
        case ast.UnaryOp():
            node.op = ast.UAdd()
        case ast.If():
            node.test = ast.Constant(value=bool(change))
        case ast.Return():
            node.value = ast.Constant(value=None)
        case ast.Slice():
            node.lower, node.upper = node.upper, node.lower
        case ast.comprehension():
            node.ifs = []
        case _:
            _remove(tree, node)


def _remove(tree: ast.AST, statement: ast.AST) -> None:
    """Put `pass` in the place of a statement."""
    for parent in ast.walk(tree):
        body = getattr(parent, "body", None)
        if isinstance(body, list) and statement in body:
            body[body.index(statement)] = ast.Pass()
