"""Find the files that are meant by the student's file names which no file has."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence

from ..parsing import NOT_PYTHON, parsed
from ..registry import main_file, student_files
from ..text import NEARLY, listed
from .asked import names_asked
from .limits import MAX_LISTED_NAMES, Meter
from .reading import Made, base_name, made_files, read_source
from .text import one_line
from .tree import File, TooMuchError, UnreadableError

MAX_LOOKED_INTO = 50  # files; of more, only the names are compared, because reading takes time
_DEFINITION = re.compile(rb"^(?:class|def)[ \t]+(\w+)|^(\w+)[ \t]*=", re.MULTILINE)


def find_meant(
    found: Collection[str], python: Sequence[File], notebooks: Sequence[File], meter: Meter
) -> tuple[dict[str, File], list[str]]:
    """Return the file meant by each missing name, where exactly one is, and notices.

    A file is meant if it defines what the exercises take from the missing file. If several do, or
    if it is not Python, its name decides: it holds the missing one, or is nearly the same.

    Args:
        found: the student's file names that some file has.
        python: the Python files whose names are none of these.
        notebooks: the same of notebooks.
        meter: counts what is read.
    """
    missing = [name for name in student_files() if name not in found]
    meant: dict[str, File] = {}
    notices: list[str] = []
    if found or len(python) > 1:
        contents = {file: _content(file, meter) for file in python[:MAX_LOOKED_INTO]}
        for name in missing:
            fitting = _fitting(name, contents)
            if len(fitting) == 1:
                meant[name] = fitting[0]
                del contents[fitting[0]]
            elif fitting:
                shown = listed([one_line(file.path) for file in fitting], MAX_LISTED_NAMES)
                notices.append(f"no file is called {name}: did you mean one of {shown}? Rename it")
    missing = [name for name in missing if name not in meant]
    if missing and len(notebooks) == 1:
        made = _made(notebooks[0], missing, bool(found), meter)
        meant |= {name: file for name, file in made.items() if name in missing}
    return meant, notices


def _made(notebook: File, missing: Sequence[str], beside: bool, meter: Meter) -> dict[str, Made]:
    """Return what a notebook makes for the missing files; nothing if it cannot be read.

    Args:
        notebook: the only one whose name says nothing.
        missing: the student's file names that no file has.
        beside: whether other files were handed in; then only what these lack is looked for.
        meter: counts what is read.
    """
    lacking = frozenset(name for file in missing for name in names_asked(file))
    try:
        return made_files(notebook, missing[0], lacking if beside else None, meter)
    except TooMuchError:
        raise
    except UnreadableError:
        return {}


def _fitting(name: str, contents: Mapping[File, bytes | None]) -> list[File]:
    """Return the files that may be meant by a name; more than one if that is not clear."""
    asked = names_asked(name)
    defining = [file for file in contents if _defines(contents[file], asked)]
    near = [file for file in contents if is_nearly(base_name(file.path), name)]
    if len(defining) == 1:
        return defining
    if defining:
        return [file for file in defining if file in near] or defining
    return [file for file in near if not _is_python(contents[file])]


def is_nearly(file_name: str, name: str) -> bool:
    """Tell whether a file's name holds the student's file name, or is nearly the same."""
    stem, wanted = (
        re.sub(r"[\W_]+", "", each.casefold().removesuffix(".py")) for each in (file_name, name)
    )
    return wanted in stem or difflib.SequenceMatcher(None, stem, wanted).ratio() >= NEARLY


def _content(file: File, meter: Meter) -> bytes | None:
    try:
        return read_source(file, main_file(), meter).content
    except TooMuchError:
        raise
    except UnreadableError:
        return None


def _defines(content: bytes | None, names: Collection[str]) -> bool:
    found = _DEFINITION.findall(content or b"")
    return any(name.decode("utf-8", "replace") in names for pair in found for name in pair)


def _is_python(content: bytes | None) -> bool:
    """Tell whether a source can be read as Python; what cannot is judged by its name alone."""
    try:
        parsed((content or b"\0").decode("utf-8", "replace"))
    except NOT_PYTHON:
        return False
    return True
