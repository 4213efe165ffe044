"""Pack a submission: see that the student's files are there and import, and zip them."""

from __future__ import annotations

import ast
import io
import os
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..candidate.client import CandidateFailure, Client
from ..checks.finding import failure_finding
from ..errors import KitError
from ..intake import IntakeError, open_submission
from ..registry import suite_files, suites_folder
from ..scorecard import Budgets, Outcome
from ..submission import FILES

EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment a zip archive can tell


class PackError(KitError):
    """There is nothing to hand in yet: the message says why, one problem a line."""


def pack(folder: Path, out: Path) -> list[str]:
    """Write a submission's files, as the grader reads them, into an archive.

    Args:
        folder: the student's folder (or one file, or a notebook).
        out: the archive; the same files always make the same bytes.

    Returns:
        What went in and what did not, as lines to show.

    Raises:
        PackError: if a file is missing or cannot be imported; `out` is left as it was.
    """
    if folder.is_dir() and out.resolve().is_relative_to(folder.resolve()):
        raise PackError(f"{out} is inside {folder} and would be handed in with it next time")
    try:
        read = open_submission(folder)
    except IntakeError as error:
        raise PackError(str(error)) from error
    problems = [read.rejected] if read.rejected else list(_problems(read.files))
    if problems:
        raise PackError("\n".join(problems))
    try:
        _write(out, archive(read.files))
    except OSError as error:
        raise PackError(f"{out} cannot be written: {error.strerror}") from error
    lines = [_line(name, source) for name, source in read.files.items()]
    lines += [f"note: {notice}" for notice in read.notices]
    return lines + [f"left out: {name}" for name in read.ignored if name != "__init__.py"]


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of these files, without anything that depends on place or time."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name, source in sorted(files.items()):
            info = zipfile.ZipInfo(name, EARLIEST)
            info.create_system = 3  # Unix, wherever it is packed
            info.external_attr = 0o100644 << 16
            # Stored: another zlib would compress to other bytes.
            zipped.writestr(info, source, zipfile.ZIP_STORED)
    return buffer.getvalue()


def names_asked(file: str) -> frozenset[str]:
    """Return the names that the suites take from one of the student's files, as far as they say.

    They are read from `candidate.FILE.NAME` in the suites' text.
    """
    return frozenset(
        node.attr
        for suite in suite_files(suites_folder())
        for node in ast.walk(ast.parse(suite.read_bytes()))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node.value) == f"candidate.{file.removesuffix('.py')}"
    )


def _problems(files: Mapping[str, bytes]) -> Iterator[str]:
    """Import every file where it can do no harm, and tell what is wrong."""
    client = Client(files, Budgets())
    try:
        for name in FILES:
            if name in files:
                yield from _import_problem(client, name)
                continue
            # Everything in fewer files is fine, as long as it is somewhere.
            lacking = sorted(each for each in names_asked(name) if not client.defines(name, each))
            if lacking:
                yield f"{name} is missing, and no other file defines {', '.join(lacking)}"
    finally:
        client.close()


def _import_problem(client: Client, name: str) -> Iterator[str]:
    try:
        client.call_name(name, "a name that nobody can define", ())
    except CandidateFailure as failure:
        if failure.outcome is not Outcome.MISSING:
            finding = failure_finding(failure)
            yield "\n".join(filter(None, (finding.message, finding.detail)))


def _line(name: str, source: bytes) -> str:
    unwritten = sum(
        any(
            isinstance(inner, ast.Raise) and "NotImplementedError" in ast.unparse(inner)
            for inner in ast.walk(node)
        )
        for node in ast.parse(source).body
    )
    count = f", {unwritten} part{'s' * (unwritten > 1)} not written yet" if unwritten else ""
    return f"{name}: {len(source)} bytes{count}"


def _write(path: Path, content: bytes) -> None:
    """Write a file whole or not at all: to a temporary neighbour, then rename."""
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.") as scratch:
        draft = Path(scratch, "draft")
        draft.write_bytes(content)
        os.replace(draft, path)
