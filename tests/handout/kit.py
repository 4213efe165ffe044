"""Scan a students' kit for what must not be in it, set it up and run it."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path

from grader import lesson, registry
from tests.kit import ROOT

SHORTEST_TELLING_LINE = 20  # characters; lines such as "return table" give nothing away


def leaks(folder: Path) -> list[str]:
    """Return every line of a solution and every name of a hidden test found under a folder."""
    secrets = [*solution_lines(), *hidden_tests()]
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and ".venv" not in path.parts:
            text = plain(path.read_text("utf-8", "replace"))
            name = path.relative_to(folder)
            found += [f"{name}: {each}" for each in secrets if plain(each) in text]
    return found


def solution_lines() -> set[str]:
    """Return the solutions' lines of code that are in no stub and long enough to matter."""
    stubs = {
        plain(line)
        for stub in (ROOT / "student").glob("*.py")
        for line in stub.read_text("utf-8").splitlines()
    }
    lines = {
        line
        for solution in (ROOT / "solutions").glob("*.py")
        for line in code_lines(solution.read_text("utf-8"))
    }
    return {line for line in lines - stubs if len(line) >= SHORTEST_TELLING_LINE}


def code_lines(source: str) -> Iterator[str]:
    """Yield a source's lines of code, without imports, docstrings and comments."""
    silent: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_docstring or isinstance(node, (ast.Import, ast.ImportFrom)):
            silent |= set(range(node.lineno, (node.end_lineno or 0) + 1))
    for number, line in enumerate(source.splitlines(), 1):
        code = plain(re.sub(r"(^|\s\s)#.*", "", line))
        if number not in silent and code:
            yield code


def hidden_tests() -> set[str]:
    """Return the names of the hidden tests that no visible test has."""
    hidden, visible = (
        {
            node.name
            for suite in registry.suite_files(folder)
            for node in ast.parse(suite.read_bytes()).body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        }
        for folder in (lesson.SUITES, lesson.EXAMPLES)
    )
    return hidden - visible


def plain(text: str) -> str:
    """Return text with single spaces in place of all white space."""
    return " ".join(text.split())


def environment(**more: str) -> Mapping[str, str]:
    """Return this process's environment without what points back to this repository."""
    ours = {"PYTHONPATH", "VIRTUAL_ENV", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
    return {name: value for name, value in os.environ.items() if name not in ours} | more


def run(folder: Path, *command: object) -> subprocess.CompletedProcess[str]:
    """Run a command in a kit, as a student does."""
    return subprocess.run(
        [str(part) for part in command], cwd=folder, env=environment(), capture_output=True,
        text=True, timeout=120, stdin=subprocess.DEVNULL, check=False,
    )  # fmt: skip


def python(folder: Path) -> Path:
    """Return the interpreter of a kit's virtual environment."""
    return folder / ".venv" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def make_environment(folder: Path) -> None:
    """Do what `make setup` does, but use the libraries of the environment we run in.

    Installing PyTorch would take minutes.
    """
    run(folder, sys.executable, "-m", "venv", "--without-pip", ".venv").check_returncode()
    where = run(
        folder, python(folder), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"
    )
    # A .pth file adds the libraries of our environment, but not its editable install of this
    # repository, which would hide what the kit lacks.
    borrowed = Path(where.stdout.strip(), "borrowed.pth")
    borrowed.write_text(sysconfig.get_path("purelib") + "\n")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    done = run(folder, python(folder), "-m", "pip", "install", *options, "--editable", ".")
    assert done.returncode == 0, done.stderr


def solve(folder: Path) -> None:
    """Write the solutions into a kit, as a student who has solved everything."""
    for solution in (ROOT / "solutions").glob("[a-z]*.py"):
        shutil.copy(solution, folder / "student")
