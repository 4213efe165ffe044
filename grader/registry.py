"""Find the suites on disk, the exercises they stand for, and the student's files they use."""

from __future__ import annotations

import ast
import functools
import hashlib
from pathlib import Path

from . import lesson
from .shortage import persist

HERE = Path(__file__).parent
# What these folders do happens before or after grading, and never changes a grade.
_WITHOUT_EFFECT = {
    HERE / name for name in "classes export handout intake local report selftest".split()
}


def suites_folder() -> Path:
    """Return the hidden suites' folder, or that of the visible examples where there are none."""
    hidden = persist(lambda: any(lesson.SUITES.glob("test_*.py")))
    return lesson.SUITES if hidden else lesson.EXAMPLES


def suite_files(folder: Path) -> list[Path]:
    """Return the suites of a folder in the order of their exercises."""
    return sorted(persist(lambda: list(folder.glob("test_[0-9]*_*.py"))), key=exercise_number)


def exercise_number(suite: Path) -> int:
    """Return N of test_N_topic.py."""
    return int(suite.stem.split("_")[1])


@functools.cache
def suites_digest(folder: Path) -> str:
    """Return the SHA-256 over the source files that a grade may depend on, with these suites.

    Every file of the kit counts, but for the folders that only read submissions or show cards: so
    nothing new can be forgotten here.
    """
    other_suites = ({lesson.SUITES, lesson.EXAMPLES} - {folder}) | _WITHOUT_EFFECT
    whole = hashlib.sha256()
    for file in sorted(persist(lambda: list(HERE.rglob("*.py")))):
        if other_suites.isdisjoint(file.parents):
            name = file.relative_to(HERE).as_posix()
            whole.update(name.encode() + b"\0" + persist(file.read_bytes))
    return whole.hexdigest()


@functools.cache
def student_files() -> tuple[str, ...]:
    """Return the names of the files students hand in: the union of the suites' FILES."""
    names = [name for suite in suite_files(suites_folder()) for name in files_of(suite)]
    return tuple(dict.fromkeys(names))


def main_file() -> str:
    """Return the name under which a submission of a single file, or a notebook, is graded."""
    return student_files()[0]


@functools.cache
def files_of(suite: Path) -> tuple[str, ...]:
    """Return the student's files that one suite uses.

    Raises:
        ValueError: if the suite does not declare FILES.
    """
    for statement in ast.parse(persist(suite.read_bytes)).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "FILES":
            return tuple(ast.literal_eval(statement.value))
    raise ValueError(f"{suite.name}: declare FILES, the student's files it uses")
