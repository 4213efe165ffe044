"""Change the solutions in one place at a time: a grader that is awake fails what then behaves
differently."""

from __future__ import annotations

import ast
import copy
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
    """One changed file.

    Args:
        id: file, line and what changed, stable as long as the line is.
        file: the file's name.
        source: its changed source.
    """

    id: str
    file: str
    source: bytes


def mutants(file: str, source: bytes) -> Iterator[Mutant]:
    """Yield every change of one source, docstrings and annotations aside."""
    tree = ast.parse(source)
    skipped = _untouched(tree)
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


def _untouched(tree: ast.AST) -> set[int]:
    """Return the nodes that change nothing a program does: docstrings and annotations."""
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
    return next(node for position, node in enumerate(ast.walk(tree)) if position == index)


def _changes(node: ast.AST) -> int:
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
            _replace(tree, node)


def _replace(tree: ast.AST, statement: ast.AST) -> None:
    for parent in ast.walk(tree):
        body = getattr(parent, "body", None)
        if isinstance(body, list) and statement in body:
            body[body.index(statement)] = ast.Pass()
