"""Pack a submission: check that the student's files are there and can be imported, and zip them."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..candidate.client import CandidateFailure, Client
from ..checks.finding import failure_finding
from ..errors import KitError
from ..files import write_bytes
from ..intake import IntakeError, open_submission
from ..intake.asked import names_asked
from ..registry import student_files
from ..scorecard import Budgets

EARLIEST = (1980, 1, 1, 0, 0, 0)  # the earliest time that a zip archive can record


class PackError(KitError):
    """There is nothing to hand in yet; the message gives every reason, one a line."""


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
    obstacles = [read.rejected] if read.rejected else list(_obstacles(read.files))
    if obstacles:
        raise PackError("\n".join(obstacles))
    try:
        write_bytes(out, archive(read.files))
    except OSError as error:
        raise PackError(f"{out} cannot be written: {error.strerror}") from error
    lines = [_line(name, source) for name, source in read.files.items()]
    lines += [f"note: {notice}" for notice in read.notices]
    return lines + [f"left out: {name}" for name in read.ignored if name != "__init__.py"]


def archive(files: Mapping[str, bytes]) -> bytes:
    """Return a zip archive of these files; equal files give equal bytes on every machine."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as zipped:
        for name, source in sorted(files.items()):
            info = zipfile.ZipInfo(name, EARLIEST)
            info.create_system = 3  # Unix, also if it is packed on Windows
            info.external_attr = 0o100644 << 16
            # Do not compress, because another version of zlib would give other bytes.
            zipped.writestr(info, source, zipfile.ZIP_STORED)
    return buffer.getvalue()


def _obstacles(files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield why these files should not be handed in; nothing if they may be."""
    client = Client(files, Budgets())
    try:
        for file in student_files():
            if file in files:
                failure = client.import_failure(file)
                if failure is not None:
                    yield _failure_text(failure)
                continue
            # A file may be left out if the other files define all that is asked of it.
            lacking = sorted(name for name in names_asked(file) if not client.defines(file, name))
            if lacking:
                yield f"{file} is missing, and no other file defines {', '.join(lacking)}"
    finally:
        client.close()


def _failure_text(failure: CandidateFailure) -> str:
    finding = failure_finding(failure)
    return "\n".join(filter(None, (finding.message, finding.detail)))


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
