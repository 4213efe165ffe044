"""Write the students' kit: only what the allow-list names, so no solution and no hidden suite."""

from __future__ import annotations

import ast
from pathlib import Path

from .. import lesson
from ..errors import KitError
from ..files import write_folder
from ..registry import student_files, suite_files

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = Path(__file__).with_name("template")
# The kit's own files: their names in the kit, and here (where a leading dot would hide them).
OWN = {
    "README.md": "README.md",
    "Makefile": "Makefile",
    "pyproject.toml": "pyproject.toml",
    ".gitignore": "gitignore",
}
# The allow-list: what is copied from the repository. A file or folder that is not named here is not
# handed out, so a new folder under grader/ stays at home until somebody adds it.
ALLOWED = (
    "LICENSE",
    "exercises*.md",
    "student/__init__.py",
    "grader/*.py",
    "grader/candidate/*.py",
    "grader/checks/*.py",
    "grader/intake/*.py",
    "grader/lesson/*.py",
    "grader/lesson/examples/*.py",
    "grader/lesson/mistakes/*.py",
    "grader/lesson/pictures/*.py",
    "grader/lesson/pytest.ini",
    "grader/local/*.py",
    "grader/report/*.py",
    "grader/report/templates/*",
    "grader/worker/*.py",
)


class HandoutError(KitError):
    """No kit can be written; the message says why."""


def write(folder: Path) -> list[Path]:
    """Write the students' kit into a new or empty folder, whole or not at all.

    Returns:
        The files written.

    Raises:
        HandoutError: if the folder is not empty or cannot be written, or `contents()` refuses.
    """
    kit = contents()
    folder = folder.resolve()
    try:
        if folder.exists() and any(folder.iterdir()):
            raise HandoutError(f"{folder} is not empty: name a folder that does not exist yet")
        write_folder(folder, kit)
    except OSError as error:
        raise HandoutError(f"{folder} cannot be written: {error.strerror}") from error
    return [folder / name for name in kit]


def contents() -> dict[str, bytes]:
    """Return the contents of the kit's files by their names.

    Raises:
        HandoutError: if something on the allow-list is missing, a stub has been filled in, or no
            visible example uses a stub.
    """
    if not (ROOT / "student").is_dir():
        raise HandoutError(f"{ROOT} holds no student/: write the kit from the repository itself")
    stubs = student_files()
    _refuse_without_example(stubs)
    kit = {name: (TEMPLATE / source).read_bytes() for name, source in OWN.items()}
    for pattern in (*ALLOWED, *(f"student/{name}" for name in stubs)):
        found = sorted(path for path in ROOT.glob(pattern) if path.is_file())
        if not found:
            raise HandoutError(f"{pattern} is missing from {ROOT}")
        kit |= {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in found}
    for name in stubs:
        _refuse_solved(f"student/{name}", kit[f"student/{name}"])
    return dict(sorted(kit.items()))


def _refuse_without_example(stubs: tuple[str, ...]) -> None:
    """Refuse a stub that no visible example uses.

    The kit has no hidden suites, so only its examples say which files are to be handed in.
    """
    examples = "".join(path.read_text("utf-8") for path in suite_files(lesson.EXAMPLES))
    for name in stubs:
        if f'"{name}"' not in examples:
            raise HandoutError(
                f"no visible example uses {name}, so the kit would not know it: "
                "name it in the FILES of a suite in grader/lesson/examples/"
            )


def _refuse_solved(name: str, source: bytes) -> None:
    """Refuse a stub that is not a stub any more.

    Instructors may try the exercises in student/ themselves, and would hand out what they wrote.
    """
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef):
            continue
        if ast.unparse(node.body[-1]) != "raise NotImplementedError":
            raise HandoutError(
                f"{name} is no stub any more, see line {node.lineno}: "
                "the kit would hand out a solution"
            )


__all__ = ["ALLOWED", "HandoutError", "contents", "write"]
