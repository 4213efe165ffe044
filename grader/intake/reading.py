"""Read one of a student's files as the Python source that is graded."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ..submission import MAX_FILE_BYTES
from .encoding import as_utf8, require_ascii_compatible
from .limits import Meter
from .notebook import MAX_NOTEBOOK_BYTES, NotebookError, NotebookFiles, code_cells, notebook_files
from .tree import File, UnreadableError


@dataclass(frozen=True)
class Made(File):
    """A file that the cells of a notebook make."""

    notebook: File
    notices: tuple[str, ...]


@dataclass(frozen=True)
class Source:
    """The content of a file as it is graded, and what there is to say about reading it."""

    content: bytes
    notices: tuple[str, ...] = ()


def is_notebook(file: File) -> bool:
    """Tell by its name whether a file is a notebook."""
    return base_name(file.path).casefold().rstrip().endswith(".ipynb")


def base_name(path: str) -> str:
    """Return the last part of a path."""
    return path.rpartition("/")[2]


def read_source(file: File, name: str, meter: Meter) -> Source:
    """Return the source that a file, or a notebook, gives for one of the student's files.

    Raises:
        UnreadableError: if it cannot be read; the message says why.
    """
    if isinstance(file, Made):
        return Source(file.read(MAX_FILE_BYTES), file.notices)
    if not is_notebook(file):
        content, notice = as_utf8(meter.read(file, MAX_FILE_BYTES))
        require_ascii_compatible(content)
        return Source(content, (notice,) if notice else ())
    made = made_files(file, name, None, meter)
    if name not in made:
        raise UnreadableError(f"its cells write {', '.join(made)} and define nothing else")
    return read_source(made[name], name, meter)


def made_files(
    file: File, main: str, names: Collection[str] | None, meter: Meter
) -> dict[str, Made]:
    """Return the files that a notebook makes, by the student's file names.

    Args:
        file: the notebook.
        main: the name that its cells stand for.
        names: what to define (default: all that the exercises ask for).
        meter: counts what is read.

    Raises:
        UnreadableError: if it is no notebook, or makes nothing that is graded.
    """
    content = meter.read(file, MAX_NOTEBOOK_BYTES)
    try:
        read = notebook_files(code_cells(content), names, main)
    except (ValueError, NotebookError) as error:
        raise UnreadableError(str(error)) from error
    for source in read.files.values():
        if len(source) > MAX_FILE_BYTES:
            raise UnreadableError(f"its code is larger than {MAX_FILE_BYTES / 1_000_000:g} MB")
    return {name: _made(file, name, source, read) for name, source in read.files.items()}


def _made(file: File, name: str, source: bytes, read: NotebookFiles) -> Made:
    return Made(f"{file.path}/{name}", lambda _: source, file, read.notices)
