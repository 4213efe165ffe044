"""Choosing the student's files from what was handed in: one clear reading, or a reason why not."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from ..submission import FILES, MAX_FILE_BYTES
from .archive import expand, is_archive
from .notebook import MAX_NOTEBOOK_BYTES, notebook_source
from .text import name_notices, reading, show, source_notices
from .tree import File, Meter, TooMuchError, Tree, UnreadableError, is_junk_folder

MAIN = FILES[0]  # a one-file submission goes by this name; the grader looks for names in any file
MAX_LISTED_NAMES = 20

NOT_STUDENTS = {
    "__init__.py",
    "__main__.py",
    "conftest.py",
    "setup.py",
    "sitecustomize.py",
    "usercustomize.py",
    "torch.py",
    "numpy.py",
}
_KIT_FOLDERS = ("grader/", "solutions/", "tests/", "bench/")
_WRONG_KINDS = (
    ((".pyc", ".pyo"), "compiled Python: hand in the .py source files"),
    ((".doc", ".docx", ".odt", ".pdf", ".rtf", ".pages"), "a document: hand in the .py files"),
    ((".html", ".htm"), "text typed or linked online: hand in the .py files"),
    ((".txt", ".md"), "plain text: hand in the .py files"),
    ((".png", ".jpg", ".jpeg", ".heic"), "a picture: hand in the .py files"),
)


@dataclass(frozen=True)
class Choice:
    """The outcome: `files` by their names in FILES, or `rejected`."""

    files: dict[str, bytes] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    rejected: str = ""


@dataclass(frozen=True)
class _Verdict:
    """What became of one name in FILES: its content if it could be settled on one."""

    content: bytes | None = None
    notices: tuple[str, ...] = ()
    rejected: str = ""


def choose(tree: Tree) -> Choice:
    """Return the student's files in a tree, archives in it opened, with every repair noticed."""
    meter = Meter()
    try:
        opened = expand(tree, meter)
        if len(tree.files) == 1 and is_archive(tree.files[0].path):
            opened = opened.inside(tree.files[0].path)  # all is in it: no need to name it each time
        return _choose(opened, meter)
    except TooMuchError as error:
        return Choice(rejected=str(error))


def is_gradable(name: str) -> bool:
    """Tell whether a file of this name may be, or hold, somebody's exercise."""
    folded = name.casefold().rstrip()
    return folded.endswith((".py", ".ipynb", ".py.txt")) or is_archive(folded)


def _choose(tree: Tree, meter: Meter) -> Choice:
    candidates = _candidates(tree)
    verdicts = {name: _settle(name, files, meter) for name, files in candidates.items()}
    files = {name: v.content for name, v in verdicts.items() if v.content is not None}
    used = {id(file) for group in candidates.values() for file in group}
    problems = [notice for v in verdicts.values() if v.content is None for notice in v.notices]
    remarks = [f"{show(remark.path)}: {remark.text}" for remark in tree.remarks]
    rejected = "; ".join(v.rejected for v in verdicts.values() if v.rejected)
    if not files and not rejected:
        rejected = "; ".join((problems + remarks)[:3]) or _why_nothing(tree)
    notices = [
        *(notice for v in verdicts.values() for notice in v.notices),
        *_places([file for file in tree.files if id(file) in used]),
        *_named_folders(tree),
        *remarks,
        *name_notices(file.path for file in tree.files),
        *(notice for name, source in files.items() for notice in source_notices(name, source)),
    ]
    return Choice(
        files={} if rejected else files,
        ignored=_capped([show(file.path) for file in tree.files if id(file) not in used]),
        notices=_capped([notice for notice in notices if notice not in rejected]),
        rejected=rejected,
    )


def _candidates(tree: Tree) -> dict[str, list[File]]:
    """Return the files that may be meant by each name in FILES.

    A notebook counts where no Python file does; a file of any other name only if it is alone.
    """
    python, notebooks = _code_files(tree)
    found: dict[str, list[File]] = {}
    for name in FILES:
        group = [file for file in python if reading(_base(file)) == name]
        group = group or [file for file in notebooks if reading(_as_python(file)) == name]
        if group:
            found[name] = group
    return found or ({MAIN: python or notebooks} if python or notebooks else {})


def _code_files(tree: Tree) -> tuple[list[File], list[File]]:
    """Return the Python files and the notebooks that may be the student's.

    In a copy of the whole kit, the kit's own folders are not.
    """
    paths = {file.path for file in tree.files}
    kits = {path.removesuffix("exercises.md") for path in paths if _last(path) == "exercises.md"}
    owned = tuple(
        kit + folder
        for kit in kits
        for folder in _KIT_FOLDERS
        if any(path.startswith(kit + "student/") for path in paths)
    )
    files = [file for file in tree.files if not (owned and file.path.startswith(owned))]
    python = [
        file
        for file in files
        if (_base(file).casefold().rstrip().endswith(".py") or reading(_base(file)))
        and _base(file).casefold() not in NOT_STUDENTS
    ]
    return python, [file for file in files if _is_notebook(file)]


def _settle(name: str, candidates: list[File], meter: Meter) -> _Verdict:
    """Take the one file meant by `name`; two that differ are nobody's to choose between."""
    shown = [show(file.path) for file in candidates]
    named = any(_reads_as(file, name) for file in candidates)
    if not named and len({_base(file) for file in candidates}) > 1:
        return _Verdict(
            rejected=f"ambiguous: {len(candidates)} files of code and none is called"
            f" {', '.join(FILES)}: {', '.join(_capped(shown))};"
            " rename them as the exercise says"
        )
    contents: list[bytes] = []
    problems: list[str] = []
    for file in candidates:
        try:
            contents.append(_source(file, meter))
        except TooMuchError:
            raise
        except UnreadableError as error:
            problems.append(f"{show(file.path)}: {error}")
        other = bool(problems) or contents[-1] != contents[0]
        if len(candidates) > 1 and other:
            index = max(1, len(contents) + len(problems) - 1)
            pair = f"{shown[0]} and {shown[index]}"
            if shown[0] == shown[index]:
                pair = f"two files with the same path, {shown[0]},"
            return _Verdict(
                rejected=f"ambiguous: {pair} could both be {name} and differ;"
                f" hand in only one file for {name}"
            )
    if problems:
        return _Verdict(notices=tuple(problems))
    notices = []
    best = min(candidates, key=lambda file: (_base(file) != name, len(file.path), file.path))
    if _base(best) != name:
        kind = "the notebook " if _is_notebook(best) else ""
        notices.append(f"{kind}{show(best.path)!r} was read as {name}")
    if len(candidates) > 1:
        notices.append(f"identical copies of {name}, one was used: {', '.join(_capped(shown))}")
    return _Verdict(contents[0], tuple(notices))


def _source(file: File, meter: Meter) -> bytes:
    if not _is_notebook(file):
        return meter.read(file, MAX_FILE_BYTES)
    try:
        source = notebook_source(meter.read(file, MAX_NOTEBOOK_BYTES))
    except ValueError as error:
        raise UnreadableError(str(error)) from error
    if len(source) > MAX_FILE_BYTES:
        raise UnreadableError(f"its code is larger than {MAX_FILE_BYTES / 1_000_000:g} MB")
    return source


def _places(files: Iterable[File]) -> list[str]:
    """Return a notice if files were not at the top, an archive's own top included."""
    folders = set()
    for file in files:
        parts = [part for part in file.path.split("/")[:-1] if not is_archive(part)]
        if parts and parts != ["student"]:
            folders.add("/".join(parts))
    if not folders:
        return []
    return [
        f"found inside the folder {', '.join(_capped([show(name) for name in sorted(folders)]))}"
    ]


def _named_folders(tree: Tree) -> list[str]:
    folders = set(tree.folders)
    for file in tree.files:
        folders.update(str(parent) for parent in PurePosixPath(file.path).parents)
    return [
        f"{show(folder)} is a folder, not a file"
        for folder in sorted(folders)
        if reading(_last(folder))
    ]


def _why_nothing(tree: Tree) -> str:
    for endings, reason in _WRONG_KINDS:
        for file in tree.files:
            if _base(file).casefold().endswith(endings):
                return f"{show(file.path)} is {reason}"
    names = ", ".join(FILES)
    if tree.files:
        held = ", ".join(_capped([show(file.path) for file in tree.files]))
        return f"no Python file of the exercise in it, only {held}: hand in {names}"
    if any(is_junk_folder(_last(folder)) for folder in tree.folders):
        return f"nothing but caches and system files in it: hand in {names}"
    return f"empty, there is no file in it: hand in {names}"


def _capped(texts: list[str]) -> tuple[str, ...]:
    more = len(texts) - MAX_LISTED_NAMES
    return (*texts[:MAX_LISTED_NAMES], *([f"… and {more} more"] if more > 0 else ()))


def _reads_as(file: File, name: str) -> bool:
    return reading(_as_python(file) if _is_notebook(file) else _base(file)) == name


def _is_notebook(file: File) -> bool:
    return _base(file).casefold().rstrip().endswith(".ipynb")


def _base(file: File) -> str:
    return _last(file.path)


def _last(path: str) -> str:
    return path.rpartition("/")[2]


def _as_python(file: File) -> str:
    return _base(file).rstrip()[: -len(".ipynb")] + ".py"
