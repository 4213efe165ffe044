"""Write the students' kit: what the allow-list names, no solution and no hidden suite."""

from __future__ import annotations

import ast
import os
import tempfile
from pathlib import Path

from ..errors import KitError
from ..registry import student_files, suite_files

ROOT = Path(__file__).resolve().parents[2]
TEMPLATE = Path(__file__).with_name("template")
# The kit's own files, by their names in the kit (a leading dot would hide them here).
OWN = {
    "README.md": "README.md",
    "Makefile": "Makefile",
    "pyproject.toml": "pyproject.toml",
    ".gitignore": "gitignore",
}
# What is copied from the repository; everything that is not named here stays at home.
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
    """No kit can be written: the message says why."""


def write(folder: Path) -> list[Path]:
    """Write the students' kit into a new or empty folder, whole or not at all.

    Returns:
        The files written.

    Raises:
        HandoutError: if the folder is not empty, or the repository is in no state to hand out.
    """
    kit = contents()
    folder = folder.resolve()
    try:
        if folder.exists() and any(folder.iterdir()):
            raise HandoutError(f"{folder} is not empty: name a folder that does not exist yet")
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as scratch:
            draft = Path(scratch, "kit")  # as readable as any other folder the user makes
            for name, content in kit.items():
                path = draft / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content)
            if folder.exists():
                folder.rmdir()
            os.replace(draft, folder)
    except OSError as error:
        raise HandoutError(f"{folder} cannot be written: {error.strerror}") from error
    return [folder / name for name in kit]


def contents() -> dict[str, bytes]:
    """Return the kit's files by their names.

    Raises:
        HandoutError: if something allowed is missing, or a stub is no stub any more.
    """
    if not (ROOT / "student").is_dir():
        raise HandoutError(f"{ROOT} holds no student/: write the kit from the repository itself")
    stubs = student_files()
    _refuse_unseen(stubs)
    kit = {name: (TEMPLATE / source).read_bytes() for name, source in OWN.items()}
    for pattern in (*ALLOWED, *(f"student/{name}" for name in stubs)):
        found = sorted(path for path in ROOT.glob(pattern) if path.is_file())
        if not found:
            raise HandoutError(f"{pattern} is missing from {ROOT}")
        kit |= {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in found}
    for name in stubs:
        _refuse_written(f"student/{name}", kit[f"student/{name}"])
    return dict(sorted(kit.items()))


def _refuse_unseen(stubs: tuple[str, ...]) -> None:
    """Without hidden suites the examples alone say which files there are to hand in."""
    seen = "".join(path.read_text("utf-8") for path in suite_files(ROOT / "grader/lesson/examples"))
    for name in stubs:
        if f'"{name}"' not in seen:
            raise HandoutError(
                f"no visible example uses {name}, so the kit would not know it: "
                "name it in the FILES of a suite in grader/lesson/examples/"
            )


def _refuse_written(name: str, source: bytes) -> None:
    """Whoever tries the exercises in their own checkout must not hand out what they wrote."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef):
            continue
        if ast.unparse(node.body[-1]) != "raise NotImplementedError":
            raise HandoutError(
                f"{name} is no stub any more, see line {node.lineno}: "
                "the kit would hand out a solution"
            )


__all__ = ["ALLOWED", "HandoutError", "contents", "write"]
