"""Choose the student's files from everything submitted, or say why the choice is not clear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..registry import main_file, student_files
from ..text import listed
from .archive import expand, is_archive, is_code
from .libraries import library_notices
from .limits import MAX_LISTED_NAMES, MAX_TEXT, Meter
from .listing import is_junk_folder
from .meant import find_meant
from .reading import Made, Source, base_name, is_notebook, read_source
from .text import meant_file, name_notices, one_line, source_notices
from .tree import File, TooMuchError, Tree, UnreadableError

# No exercise file is called like these, and some would replace a module that the grader needs.
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
    """What was chosen: `files` by the names that the suites use, or the reason in `rejected`."""

    files: dict[str, bytes] = field(default_factory=dict)
    ignored: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    rejected: str = ""


@dataclass(frozen=True)
class _Settled:
    """What became of one of the student's files; without `content`, no file was taken for it."""

    content: bytes | None = None
    notices: tuple[str, ...] = ()
    rejected: str = ""


def choose(tree: Tree) -> Choice:
    """Return the student's files in a tree, also from archives in it, and a notice per repair."""
    meter = Meter()
    try:
        if tree.refused:
            raise TooMuchError(tree.refused)
        opened = expand(tree, meter)
        if len(tree.files) == 1 and is_archive(tree.files[0].path):
            # Everything is in one archive, so paths in notices need not repeat its name.
            opened = opened.inside(tree.files[0].path)
        return _choose(opened, meter)
    except TooMuchError as error:
        return Choice(rejected=str(error))


def _choose(tree: Tree, meter: Meter) -> Choice:
    possible, unclear = _possible_files(tree, meter)
    settled = {name: _settle(name, files, meter) for name, files in possible.items()}
    files = {name: one.content for name, one in settled.items() if one.content is not None}
    taken = [file for group in possible.values() for file in group]
    used = {id(file.notebook if isinstance(file, Made) else file) for file in taken}
    problems = [notice for one in settled.values() if one.content is None for notice in one.notices]
    remarks = [f"{one_line(remark.path)}: {remark.text}" for remark in tree.remarks]
    rejected = "; ".join(one.rejected for one in settled.values() if one.rejected)
    if not files and not rejected:
        rejected = "; ".join((problems + remarks)[:3]) or _why_nothing(tree)
    notices = [
        *(notice for one in settled.values() for notice in one.notices),
        *unclear,
        *_folder_notices([file for file in tree.files if id(file) in used]),
        *_misnamed_folders(tree),
        *remarks,
        *name_notices(file.path for file in tree.files),
        *(notice for name, source in files.items() for notice in source_notices(name, source)),
        *library_notices(files),
    ]
    return Choice(
        files={} if rejected else files,
        ignored=capped([one_line(file.path) for file in _code_first(tree) if id(file) not in used]),
        notices=capped([_cut(notice) for notice in notices if notice not in rejected]),
        rejected=_cut(rejected),
    )


def _code_first(tree: Tree) -> list[File]:
    """Return the files with those of code first, so that no long list hides ignored code."""
    return sorted(tree.files, key=lambda file: not is_code(file.path))


def _possible_files(tree: Tree, meter: Meter) -> tuple[dict[str, list[File]], list[str]]:
    """Return the files that may be meant by the name of each of the student's files, and notices.

    A notebook counts only if no Python file has that name. A name that no file has may be meant by
    one that is nearly called so. If no name fits at all, all code files are possible for the main
    file.
    """
    python, notebooks = _code_files(tree)
    found: dict[str, list[File]] = {}
    for name in student_files():
        group = [file for file in python if meant_file(_base(file)) == name]
        group = group or [file for file in notebooks if meant_file(_as_python(file)) == name]
        if group:
            found[name] = group
    named = {id(file) for group in found.values() for file in group}
    python = [file for file in python if id(file) not in named]
    notebooks = [file for file in notebooks if id(file) not in named]
    # Beside Python files of which no name is clear, notebooks are not looked into.
    others = notebooks if found or not python else []
    meant, notices = find_meant(found.keys(), python, others, meter)
    found |= {name: [file] for name, file in meant.items()}
    # The only code file of a submission gets this name, whatever it is called. That loses nothing,
    # because the grader looks for a function or class in every file.
    if not found and (python or notebooks):
        found = {main_file(): python or notebooks}
    return found, notices


def _code_files(tree: Tree) -> tuple[list[File], list[File]]:
    """Return the Python files and the notebooks that may be the student's.

    If the student submitted the whole kit, the files in its own folders are left out.
    """
    paths = {file.path for file in tree.files}
    kits = {
        path.removesuffix("exercises.md") for path in paths if base_name(path) == "exercises.md"
    }
    kits &= {start for path in paths for start in _starts(path, ("student/",))}
    files = [file for file in tree.files if kits.isdisjoint(_starts(file.path, _KIT_FOLDERS))]
    python = [
        file
        for file in files
        if (_base(file).casefold().rstrip().endswith(".py") or meant_file(_base(file)))
        and _base(file).casefold() not in NOT_STUDENTS
    ]
    return python, [file for file in files if is_notebook(file)]


def _starts(path: str, folders: tuple[str, ...]) -> Iterator[str]:
    """Yield what comes before each of the folders in a path."""
    parts = path.split("/")
    for depth, part in enumerate(parts[:-1]):
        if part + "/" in folders:
            yield "".join(above + "/" for above in parts[:depth])


def _settle(name: str, possible: list[File], meter: Meter) -> _Settled:
    """Return the content of the file meant by `name`.

    If two of the possible files differ, the submission is rejected, because we must not guess
    which one the student wants graded.
    """
    shown = [one_line(file.path) for file in possible]
    named = any(_means(file, name) for file in possible)
    if not named and len(possible) > 1 and len({_base(file) for file in possible}) > 1:
        return _Settled(
            rejected=f"ambiguous: {len(possible)} files of code and none is called"
            f" {', '.join(student_files())}: {listed(shown, MAX_LISTED_NAMES)};"
            " rename them as the exercise says"
        )
    contents: list[Source] = []
    problems: list[str] = []
    for file in possible:
        try:
            contents.append(read_source(file, name, meter))
        except TooMuchError:
            raise
        except UnreadableError as error:
            problems.append(f"{one_line(file.path)}: {error}")
        other = bool(problems) or contents[-1].content != contents[0].content
        if len(possible) > 1 and other:
            # An unreadable first file is named with the second, because nothing can compare them.
            index = max(1, len(contents) + len(problems) - 1)
            pair = f"{shown[0]} and {shown[index]}"
            if shown[0] == shown[index]:
                pair = f"two files with the same path, {shown[0]},"
            return _Settled(
                rejected=f"ambiguous: {pair} could both be {name} and differ;"
                f" hand in only one file for {name}"
            )
    if problems:
        return _Settled(notices=tuple(problems))
    notices = []
    best = min(possible, key=lambda file: (_base(file) != name, len(file.path), file.path))
    if isinstance(best, Made):
        notices.append(f"the notebook {one_line(best.notebook.path)!r} was read as {name}")
    elif _base(best) != name:
        kind = "the notebook " if is_notebook(best) else ""
        notices.append(f"{kind}{one_line(best.path)!r} was read as {name}")
    if len(possible) > 1:
        copies = listed(shown, MAX_LISTED_NAMES)
        notices.append(f"identical copies of {name}, one was used: {copies}")
    notices += [f"{name}: {notice}" for notice in contents[0].notices]
    return _Settled(contents[0].content, tuple(notices))


def _folder_notices(files: Iterable[File]) -> list[str]:
    """Return a notice if files were found in folders, other than `student/` and archives."""
    folders = set()
    for file in files:
        path = file.notebook.path if isinstance(file, Made) else file.path
        parts = [part for part in path.split("/")[:-1] if not is_archive(part)]
        if parts and parts != ["student"]:
            folders.add("/".join(parts))
    if not folders:
        return []
    return [f"found inside the folder {listed(map(one_line, sorted(folders)), MAX_LISTED_NAMES)}"]


def _misnamed_folders(tree: Tree) -> list[str]:
    """Return a notice for each folder that is called like an exercise file."""
    folders = set(tree.folders)
    for file in tree.files:
        parts = file.path.split("/")
        named = [depth for depth, part in enumerate(parts[:-1], start=1) if meant_file(part)]
        folders.update("/".join(parts[:depth]) for depth in named)
    return [
        f"{one_line(folder)} is a folder, not a file"
        for folder in sorted(folders)
        if meant_file(base_name(folder))
    ]


def _why_nothing(tree: Tree) -> str:
    """Return why no file could be taken, and what to hand in instead."""
    for endings, reason in _WRONG_KINDS:
        for file in tree.files:
            if _base(file).casefold().endswith(endings):
                return f"{one_line(file.path)} is {reason}"
    names = ", ".join(student_files())
    if tree.files:
        held = listed((one_line(file.path) for file in tree.files), MAX_LISTED_NAMES)
        return f"no Python file of the exercise in it, only {held}: hand in {names}"
    if any(is_junk_folder(base_name(folder)) for folder in tree.folders):
        return f"nothing but caches and system files in it: hand in {names}"
    return f"empty, there is no file in it: hand in {names}"


def capped(texts: list[str]) -> tuple[str, ...]:
    """Cut a list for the card; its last item then says how many more there are."""
    more = len(texts) - MAX_LISTED_NAMES
    return (*texts[:MAX_LISTED_NAMES], *([f"… and {more} more"] if more > 0 else ()))


def _cut(text: str) -> str:
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 1] + "…"


def _means(file: File, name: str) -> bool:
    """Tell whether a file's name stands for `name`; a notebook's does as if it ended in .py."""
    return meant_file(_as_python(file) if is_notebook(file) else _base(file)) == name


def _base(file: File) -> str:
    return base_name(file.path)


def _as_python(file: File) -> str:
    return _base(file).rstrip()[: -len(".ipynb")] + ".py"
