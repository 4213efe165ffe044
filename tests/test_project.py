"""The repository keeps its own promises."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from grader import lesson, registry
from grader.lesson import feedback
from grader.selftest.mutants import mutants
from tests.kit import NUMBERS, ROOT, full_marks

FILES = registry.student_files()


def signatures(path: Path) -> dict[str, str]:
    """Return the public names of a module with their arguments, as text."""
    found = {}
    for node in ast.parse(path.read_bytes()).body:
        if isinstance(node, ast.FunctionDef) and node.name[0] != "_":
            found[node.name] = f"{ast.unparse(node.args)} -> {ast.unparse(node.returns)}"
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    name = f"{node.name}.{method.name}"
                    found[name] = f"{ast.unparse(method.args)} -> {ast.unparse(method.returns)}"
    return found


@pytest.mark.parametrize("name", FILES)
def test_stub_and_solution_have_the_same_signatures(name):
    """A stub asks for exactly the names and arguments its solution has."""
    assert signatures(ROOT / "student" / name) == signatures(ROOT / "solutions" / name)


@pytest.mark.parametrize("name", FILES)
def test_stub_is_typed_documented_and_unsolved(name):
    """Every stub has a docstring with an example, a TODO and nothing but NotImplementedError."""
    text = (ROOT / "student" / name).read_text()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef):
            assert ast.unparse(node.body[-1]) == "raise NotImplementedError"
    assert text.count("# TODO: exercises.md") == text.count("raise NotImplementedError")
    assert text.count(">>>") >= text.count("\nclass ")


def test_examples_in_stub_docstrings_are_true(tmp_path):
    """The examples in the stubs' docstrings hold for the solutions."""
    code = (
        "import doctest, sys, torch, importlib\nfrom torch import nn\nfailed = 0\n"
        f"for name in {[name.removesuffix('.py') for name in FILES]}:\n"
        "    stub = importlib.import_module(f'student.{name}')\n"
        "    names = {'torch': torch, 'nn': nn}\n"
        f"    for other in {[name.removesuffix('.py') for name in FILES]}:\n"
        "        names |= vars(importlib.import_module(f'solutions.{other}'))\n"
        "    failed += doctest.testmod(stub, extraglobs=names, optionflags=0).failed\n"
        "sys.exit(failed)\n"
    )
    # Run against the solutions: the stubs' own names must not hide them.
    code = code.replace("failed = 0", "failed = 0; sys.modules['student.embeddings'] = "
                        "importlib.import_module('solutions.embeddings')", 1)  # fmt: skip
    code = code.replace("extraglobs=names", "globs=names")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_nothing_is_orphaned():
    """Every file a suite uses has a stub and a solution, and every stub is used."""
    for folder in ("student", "solutions"):
        assert {path.name for path in (ROOT / folder).glob("[a-z]*.py")} == set(FILES)
    for folder in (lesson.SUITES, lesson.EXAMPLES):
        numbers = [registry.exercise_number(file) for file in registry.suite_files(folder)]
        assert numbers == list(range(len(NUMBERS)))
    headings = re.findall(r"^## (\d+) ", (ROOT / "exercises.md").read_text(), re.MULTILINE)
    assert headings == list(map(str, NUMBERS))


def test_feedback_page_is_current():
    """docs/feedback.md shows every sentence as the code has it (make docs writes it)."""
    assert (ROOT / "docs/feedback.md").read_text(encoding="utf-8") == feedback.page()


def test_equivalent_mutants_exist_and_have_reasons():
    """Every mutant excused as equivalent is one, and says why."""
    known = {
        mutant.id
        for name in FILES
        for mutant in mutants(name, (ROOT / "solutions" / name).read_bytes())
    }
    for line in (ROOT / "tests/submissions/equivalent_mutants.txt").read_text().splitlines():
        if line and line[0] != "#":
            identifier, dash, reason = line.partition(" — ")
            assert identifier in known
            assert dash
            assert reason


def test_misconceptions_have_a_wrong_program():
    """Every entry of the catalogue has a wrong program that makes the mistake."""
    from grader.lesson.mistakes import TOLD_AT_ONCE, TOPICS
    from grader.selftest.corpus import load

    wrong = load(ROOT / "tests/submissions/wrong", ROOT / "solutions")
    made = {name for known in wrong for name in known.labels["misconception"].split("|")}
    entries = {entry.id for topic in TOPICS for entry in topic.entries}
    assert entries | {entry.id for entry in TOLD_AT_ONCE} == made - {"none"}


SUITE = '''"""Rotate the pairs"""

from grader.checks import Client, Draw, expect_close, expect_tensor, points

FILES = ("rotary.py",)


@points(5)
def test_length_is_kept(candidate: Client, draw: Draw) -> None:
    """Rotation keeps the length of every vector.

    What does a rotation do to a length?
    """
    T, D = draw.integer(4, 9), draw.even(4, 12)
    x = draw.normal(T, D)
    rotated = expect_tensor(candidate.rotary.rotate(x), "rotate(x)", (T, D))
    expect_close((rotated**2).sum(1), (x**2).sum(1), 1e-4, "the squared lengths")
'''


def test_a_sixth_exercise_takes_four_files(tmp_path):
    """One stub, one solution, one suite and one section make a sixth exercise, nothing else."""
    for folder in ("grader", "student", "solutions"):
        ignore = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignore)
    text = "def rotate(x):\n    {}\n"
    (tmp_path / "student/rotary.py").write_text(text.format("raise NotImplementedError"))
    (tmp_path / "solutions/rotary.py").write_text(text.format("return x.flip(-1)"))
    (tmp_path / f"grader/lesson/suites/test_{len(NUMBERS)}_rotary.py").write_text(SUITE)
    shutil.copy(ROOT / "exercises.md", tmp_path / "exercises.md")
    for folder, score in (("solutions", full_marks() + 5), ("student", 0)):
        # The scratch copy, not the installed kit, must be the one that runs.
        code = (
            f"import sys; sys.path.insert(0, {str(tmp_path)!r}); "
            "from grader.cli import main; main(['check', sys.argv[1], '--json'])"
        )
        done = subprocess.run(
            [sys.executable, "-S", "-c", f"import site; site.main(); {code}", folder],
            cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120,
            env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(tmp_path)},
        )  # fmt: skip
        card = json.loads(done.stdout)
        assert (card["score"], card["max_score"]) == (score, full_marks() + 5), done.stderr
        assert card["exercises"][-1]["title"] == "Rotate the pairs"


def test_readme_commands_exist():
    """Every grader and make command of the README exists."""
    readme = (ROOT / "README.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"make ([a-z-]+)", readme):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    help_text = subprocess.run(
        [sys.executable, "-m", "grader", "--help"], capture_output=True, text=True, check=True
    ).stdout
    for command in re.findall(r"grader ([a-z]+)", readme):
        if command not in ("for", "is", "itself", "fault"):
            assert re.search(rf"^  {command} ", help_text, re.MULTILINE), command


def test_no_import_cycle():
    """The modules of the grader import each other in one direction only."""
    paths = list((ROOT / "grader").rglob("*.py"))
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in paths]
    modules = {name.removesuffix(".__init__") for name in names}
    imports: dict[str, set[str]] = {}
    for path in (ROOT / "grader").rglob("*.py"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        imports[module] = set()
        for node in ast.parse(path.read_bytes()).body:
            if isinstance(node, ast.ImportFrom) and (
                node.level or node.module.startswith("grader")
            ):
                base = package.split(".")[: len(package.split(".")) - node.level + 1]
                home = ".".join([*base, node.module] if node.module else base)
                home = home if node.level else node.module
                # `from . import page` imports the module page, `from .page import show` its home.
                imports[module] |= {
                    f"{home}.{alias.name}" if f"{home}.{alias.name}" in modules else home
                    for alias in node.names
                }
    known = {name: targets & imports.keys() - {name} for name, targets in imports.items()}
    done: set[str] = set()
    while len(done) < len(known):
        ready = {name for name, targets in known.items() if name not in done and targets <= done}
        assert ready, f"a cycle among {sorted(known.keys() - done)}"
        done |= ready
