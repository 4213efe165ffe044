"""Which names the exercises ask the student to define, read from the text of the suites."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..registry import student_files, suite_files, suites_folder


def names_asked(file: str) -> frozenset[str]:
    """Return the names that the suites take from one of the student's files.

    Only names written as `candidate.FILE.NAME` are found. A suite that looks a name up with
    getattr does not say which file the name belongs to.
    """
    owner = f"candidate.{file.removesuffix('.py')}"
    return frozenset(
        node.attr
        for node in _suite_nodes()
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == owner
    )


def all_names_asked() -> frozenset[str]:
    """Return the names that the suites take from any of the student's files."""
    return frozenset(name for file in student_files() for name in names_asked(file))


def names_mentioned() -> frozenset[str]:
    """Return every name that the suites may ask for.

    This includes every string that could be a name, because some suites keep names in strings and
    look them up with getattr.
    """
    strings = (
        node.value
        for node in _suite_nodes()
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return all_names_asked() | frozenset(filter(str.isidentifier, strings))


def _suite_nodes() -> Iterator[ast.AST]:
    for suite in suite_files(suites_folder()):
        yield from ast.walk(ast.parse(suite.read_bytes()))
