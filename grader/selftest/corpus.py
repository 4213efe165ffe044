"""The known submissions the grader is tried on: right, wrong and hostile, each with its label."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ..submission import FILES, Submission

_LABEL = re.compile(r"^(\w+): (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Known:
    """A submission whose grade is known."""

    submission: Submission
    summary: str
    labels: dict[str, str]


def load(folder: Path, solutions: Path) -> list[Known]:
    """Read a folder of known submissions.

    A folder in it is a whole submission, its labels in label.txt. A file that it lacks, and of
    which it mentions no name, comes from the solutions: so it need not change when an exercise is
    added. A file is a variant: it redefines names of the solutions, and is appended to the file
    that owns them, where the later definition wins; its labels stand in its docstring.

    Args:
        folder: tests/submissions/KIND.
        solutions: the right files that variants vary.
    """
    return sorted(_read(folder, solutions), key=lambda known: known.submission.id)


def solution_files(solutions: Path) -> dict[str, bytes]:
    """Return the solutions' files by name."""
    return {name: (solutions / name).read_bytes() for name in FILES}


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
            owner = _owner(source, owners)
            files = right | {owner: right[owner] + b"\n\n" + source}
            text = ast.get_docstring(ast.parse(source)) or ""
        elif entry.is_dir():
            own = {name: (entry / name).read_bytes() for name in FILES if (entry / name).exists()}
            said = b"\n".join(own.values())
            files = own | {
                name: source
                for name, source in right.items()
                if name not in own
                and not any(each.encode() in said for each in owners if owners[each] == name)
            }
            label = entry / "label.txt"
            text = label.read_text(encoding="utf-8") if label.exists() else ""
        else:
            continue
        submission = Submission(entry.stem, files)
        yield Known(submission, text.partition("\n")[0], dict(_LABEL.findall(text)))


def _owner(source: bytes, owners: dict[str, str]) -> str:
    """Return the solution file whose names a variant redefines."""
    for statement in ast.walk(ast.parse(source)):
        names = [getattr(statement, "name", ""), getattr(statement, "id", "")]
        for name in names:
            stored = not isinstance(statement, ast.Name) or isinstance(statement.ctx, ast.Store)
            if name in owners and stored:
                return owners[name]
    return FILES[0]
