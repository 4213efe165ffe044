"""Read the corpus: right, wrong and hostile submissions whose grade is known."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..registry import main_file, student_files
from ..submission import Submission

_LABEL = re.compile(r"^(\w+): (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Known:
    """A submission whose grade is known.

    `labels` says what is known, as `exercise: 3` does, and is empty for right submissions.
    """

    submission: Submission
    summary: str
    labels: dict[str, str]


def load(folder: Path, solutions: Path) -> list[Known]:
    """Read a folder of known submissions, sorted by id.

    Each folder in it is a whole submission, with its labels in label.txt. A file that it lacks is
    taken from the solutions if the submission mentions none of that file's names. So these folders
    need no new file when an exercise is added.

    Each Python file in it is a variant, which redefines names of the solutions. It is appended to
    every solution that defines one of them, because the later definition wins. Its labels stand in
    its docstring.

    Args:
        folder: tests/submissions/KIND.
        solutions: the folder of the solutions.
    """
    return sorted(_read(folder, solutions), key=lambda known: known.submission.id)


def solution_files(solutions: Path) -> dict[str, bytes]:
    """Return the contents of the solutions' files by name."""
    return {name: (solutions / name).read_bytes() for name in student_files()}


def _read(folder: Path, solutions: Path) -> Iterator[Known]:
    right = solution_files(solutions)
    owners = {
        statement.name: name
        for name, source in right.items()
        for statement in ast.parse(source).body
        if isinstance(statement, (ast.ClassDef, ast.FunctionDef)) and statement.name[0] != "_"
    }
    for entry in sorted(folder.iterdir()):
        if entry.suffix == ".py":
            source = entry.read_bytes()
            files = right | {
                owner: right[owner] + b"\n\n" + source for owner in _owners(source, owners)
            }
            text = ast.get_docstring(ast.parse(source)) or ""
        elif entry.is_dir():
            own = {
                name: (entry / name).read_bytes()
                for name in student_files()
                if (entry / name).exists()
            }
            text_of_all = b"\n".join(own.values())
            files = own | {
                name: source
                for name, source in right.items()
                if name not in own
                and not any(each.encode() in text_of_all for each in owners if owners[each] == name)
            }
            label = entry / "label.txt"
            text = label.read_text(encoding="utf-8") if label.exists() else ""
        else:
            continue
        submission = Submission(entry.stem, files)
        yield Known(submission, text.partition("\n")[0], dict(_LABEL.findall(text)))


def _owners(source: bytes, owners: dict[str, str]) -> set[str]:
    """Return the solution files whose names a variant redefines, or the main one."""
    found = set()
    for statement in ast.walk(ast.parse(source)):
        for name in (getattr(statement, "name", ""), getattr(statement, "id", "")):
            is_read = isinstance(statement, ast.Name) and not isinstance(statement.ctx, ast.Store)
            if name in owners and not is_read:
                found.add(owners[name])
    return found or {main_file()}
