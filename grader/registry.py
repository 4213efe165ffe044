"""The suites on disk: which exercises there are, and which of the student's files they use."""

from __future__ import annotations

import ast
import functools
import hashlib
from pathlib import Path

HERE = Path(__file__).parent


def suites_folder() -> Path:
    """Return the hidden suites' folder, or that of the visible examples where there are none."""
    hidden = HERE / "suites"
    return hidden if any(hidden.glob("test_*.py")) else HERE / "examples"


def suite_files(folder: Path) -> list[Path]:
    """Return the suites of a folder in the order of their exercises."""
    return sorted(folder.glob("test_[0-9]*_*.py"), key=exercise_number)


def exercise_number(suite: Path) -> int:
    """Return N of test_N_topic.py."""
    return int(suite.stem.split("_")[1])


@functools.cache
def suites_digest(folder: Path) -> str:
    """Return the SHA-256 over every file a grade depends on: the suites and what judges them."""
    whole = hashlib.sha256()
    judges = [HERE / f"{name}.py" for name in ("judge", "draw", "numerics", "probe", "observe")]
    judges += [file for file in sorted(folder.glob("*.py")) if file not in suite_files(folder)]
    judges += sorted(HERE.glob("misconceptions/*.py")) + sorted(HERE.glob("candidate/*.py"))
    for file in suite_files(folder) + judges:
        whole.update(file.name.encode() + b"\0" + file.read_bytes())
    return whole.hexdigest()


@functools.cache
def student_files() -> tuple[str, ...]:
    """Return the names of the files students hand in: the union of the suites' FILES."""
    names = [name for suite in suite_files(suites_folder()) for name in files_of(suite)]
    return tuple(dict.fromkeys(names))


@functools.cache
def files_of(suite: Path) -> tuple[str, ...]:
    """Return the student's files that one suite uses.

    Raises:
        ValueError: if the suite does not declare FILES.
    """
    for statement in ast.parse(suite.read_bytes()).body:
        if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "FILES":
            return tuple(ast.literal_eval(statement.value))
    raise ValueError(f"{suite.name}: declare FILES, the student's files it uses")
