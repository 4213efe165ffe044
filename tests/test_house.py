"""The folders keep what they promise: which code may import which, and what each may know."""

from __future__ import annotations

import ast
import functools
import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import grader
from grader import errors, lesson
from grader.candidate.client import Client
from grader.candidate.failure import CandidateFailure
from grader.scorecard import Budgets
from tests.kit import ROOT

KIT = ROOT / "grader"
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(KIT.rglob("*.py"))
    if "template" not in path.parts
}
# What only shows or writes cards may import: the card itself, text, files, and what is drawn.
RECORDS = {
    "grader.scorecard",
    "grader.text",
    "grader.files",
    "grader.errors",
    "grader.lesson.title",
}
# Names of this lesson, which the engine must not know.
LESSON_WORDS = re.compile(
    r"embedding|sinusoid|wavelength|\btying\b|\btied\b|\btokens?\b|\bpositions?\b(?!:)|\bpositional\b",
    re.IGNORECASE,
)
MAX_LINES, MAX_FUNCTION_LINES = 350, 60


@functools.cache
def imports(module: str) -> frozenset[str]:
    """Return the kit's modules that a module imports, inside functions too.

    Imports that only a type checker makes do not count: they never happen.
    """
    path = MODULES[module]
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = set()
    for node in walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*parts, *([node.module] if node.module else [])])
            base = base if node.level else node.module or ""
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                found.add(whole if whole in MODULES else base)
    return frozenset(found & MODULES.keys())


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node but those under `if TYPE_CHECKING:`."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield node
            yield from walk(node)


def within(module: str, *folders: str) -> bool:
    """Tell whether a module is one of these, or lies in one of them."""
    return any(
        module == f"grader.{name}" or module.startswith(f"grader.{name}.") for name in folders
    )


def strangers(folders: tuple[str, ...], allowed: set[str]) -> list[tuple[str, str]]:
    """Return who in these folders imports what outside of them that is not allowed."""
    return [
        (module, imported)
        for module in MODULES
        if within(module, *folders)
        for imported in sorted(imports(module) - allowed)
        if not within(imported, *folders)
    ]


def test_worker_imports_only_the_wire_and_the_reference_modules():
    """Code of the student's process needs nothing of the kit but the wire and what it may make."""
    allowed = {"grader.wire", "grader.lesson.reference", "grader.lesson.title"}
    assert strangers(("worker",), allowed) == []
    assert imports("grader.wire") == frozenset()
    assert imports("grader.lesson.reference") == frozenset()


def test_only_who_starts_or_attacks_a_worker_imports_its_code():
    """Outside its folder, the student's process is known to its start and to the lock check."""
    users = {
        module
        for module in MODULES
        if not within(module, "worker") and any(within(each, "worker") for each in imports(module))
    }
    assert users == {"grader.candidate.process", "grader.candidate.lockcheck"}


def test_what_shows_cards_reads_cards_and_nothing_else():
    """The terminal, the pages and the exports work from cards alone."""
    for folder in ("render", "report", "export"):
        assert strangers((folder,), RECORDS) == []


def test_a_suite_does_not_know_the_wire():
    """Who writes a check needs checks and the lesson, never how questions travel."""
    suites = [module for module in MODULES if within(module, "lesson.suites", "lesson.examples")]
    assert suites
    for module in suites:
        assert "grader.wire" not in imports(module), module


def test_engine_asks_a_lesson_only_through_its_interface():
    """Outside the lesson's folder nobody imports a module inside it, but for the worker's parts."""
    allowed = {"grader.lesson", "grader.lesson.title", "grader.lesson.reference"}
    reached = {
        (module, imported)
        for module in MODULES
        if not within(module, "lesson")
        for imported in imports(module) - allowed
        if within(imported, "lesson")
    }
    assert reached == set()


def engine_files() -> list[Path]:
    """Return the files of the kit that must work for any lesson."""
    files = [path for path in sorted(KIT.rglob("*")) if path.is_file()]
    return [
        path
        for path in files
        if path.suffix in {".py", ".html", ".css", ".js", ".ini", ".toml"}
        and not path.is_relative_to(KIT / "lesson")
        and not path.is_relative_to(
            KIT / "handout/template"
        )  # the students' README is the lesson's
    ]


def test_engine_holds_no_name_of_this_lesson():
    """No file outside the lesson's folder holds one of its words or one of its titles."""
    titles = [
        ast.get_docstring(ast.parse(path.read_bytes())) for path in lesson.SUITES.glob("test_*.py")
    ]
    assert len(titles) > 5
    found = []
    for path in engine_files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if LESSON_WORDS.search(line) or any(title in line for title in titles):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()}")
    assert found == []


def test_there_is_no_import_cycle():
    """No module needs itself, however far around, imports inside functions included."""
    done: set[str] = set()

    def visit(module: str, way: tuple[str, ...]) -> None:
        assert module not in way, " -> ".join([*way[way.index(module) :], module])
        if module not in done:
            # A function that travels to a cluster node imports its own module there.
            for imported in sorted(imports(module) - {module}):
                visit(imported, (*way, module))
            done.add(module)

    for module in MODULES:
        visit(module, ())


def test_no_module_and_no_function_is_too_long():
    """A module fits in one's head and a function on one screen; data may be longer."""
    for module, path in MODULES.items():
        source = path.read_text(encoding="utf-8")
        assert source.count("\n") <= MAX_LINES, module
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                length = (node.end_lineno or 0) - node.lineno + 1
                assert length <= MAX_FUNCTION_LINES, f"{module}.{node.name}"


def test_examiner_never_imports_torch():
    """After a whole submission was graded, its examiner's process has no torch."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from grader.candidate.lockcheck import Isolation\n"
        "from grader.grade import Settings, grade\n"
        "from grader.intake import open_submission\n"
        "card = grade(open_submission(Path('solutions')), Settings(1), Isolation(()))\n"
        "print(card.score == card.max_score, 'torch' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120,
        check=True,
    )  # fmt: skip
    assert done.stdout.split() == ["True", "False"]


def test_worker_never_imports_what_judges():
    """In the student's process there is no pytest, no check, no suite, no formula."""
    source = (
        b"import sys\n"
        b"def modules():\n"
        b"    raise ValueError(' '.join(n for n in sys.modules if n[:6] in ('grader', 'pytest')))\n"
    )
    with Client({"a.py": source}, Budgets()) as candidate, pytest.raises(CandidateFailure) as told:
        candidate.a.modules()
    names = {name for name in told.value.failure.text.split() if name.count(".")}
    worker = {name for name in names if within(name, "worker")}
    assert names - worker == {"grader.wire", "grader.lesson", "grader.lesson.reference",
                              "grader.lesson.title"}  # fmt: skip
    assert "grader.worker.worker" in worker
    assert "pytest" not in told.value.failure.text.split()


def test_every_exception_stands_in_the_tree():
    """The drawing in grader/errors.py shows every exception of the kit, under its base."""
    for module in pkgutil.walk_packages(grader.__path__, "grader."):
        # The worker's modules import torch, and conftest needs a pytest session.
        if not within(module.name, "__main__", "worker", "lesson.reference", "lesson.examples"):
            importlib.import_module(module.name)
    drawn = re.findall(r"^ {4}([│ ]*(?:[├└]── )?)(\w+)", errors.__doc__ or "", re.MULTILINE)
    parents, tree = {0: "Exception"}, {}
    for lead, name in drawn[1:]:
        depth = len(lead) // 4
        tree[name] = parents[depth - 1]
        parents[depth] = name
    real = {
        value.__name__: value.__base__.__name__
        for name, module in sys.modules.items()
        if name.startswith("grader.")
        for value in vars(module).values()
        if inspect.isclass(value)
        and issubclass(value, Exception)
        and value.__module__.startswith("grader.")
    }
    assert real == tree
