"""A folder or archive as a list of files, which are read only on demand and within limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..errors import KitError

VENV_FOLDERS = ("bin", "lib", "Scripts", "Lib")  # one of them lies beside a real pyvenv.cfg
MAX_FILES = 2_000  # in one submission, not counting caches and virtual environments
MAX_NAME = 1_000  # characters in a path
MAX_LISTED = 200_000  # files and folders in a whole class
MAX_ARCHIVE_BYTES = 50_000_000  # one student's archive
MAX_TOTAL_BYTES = 100_000_000  # everything read for one submission
MAX_CLASS_TAR_BYTES = 512_000_000  # a whole class in one tar, which we hold in memory

# fmt: off
_JUNK_FOLDERS = {
    "__macosx", "__pycache__", ".git", ".hg", ".svn", ".venv", "venv", "site-packages",
    "node_modules", ".ipynb_checkpoints", ".idea", ".vscode", ".pytest_cache", ".mypy_cache",
    ".ruff_cache", ".hypothesis", ".tox", ".nox", ".cache", "$recycle.bin", ".trash",
    ".spotlight-v100", ".fseventsd",
}
# fmt: on
_JUNK_FILES = {".ds_store", "thumbs.db", "desktop.ini", ".localized", "icon\r"}


class IntakeError(KitError):
    """The input as a whole cannot be graded; the message says why and what to do."""


class UnreadableError(Exception):
    """One file or archive cannot be read; the message says why and what to do."""


class TooMuchError(UnreadableError):
    """A submission as a whole is over a limit."""


@dataclass(frozen=True)
class File:
    """A file's path, and a function that reads the file.

    `read(limit)` returns the whole content. It raises UnreadableError if the file cannot be read
    or is longer than `limit` bytes, whatever size an archive declares for it.
    """

    path: str
    read: Callable[[int], bytes]


@dataclass(frozen=True)
class Remark:
    """Something to report about a path: a link, a refused name, an archive we cannot open."""

    path: str
    text: str


@dataclass(frozen=True)
class Tree:
    """Files, folders and remarks, each with its path.

    `folders` includes empty ones, and those whose content is skipped, such as .git.
    """

    files: tuple[File, ...] = ()
    folders: frozenset[str] = frozenset()
    remarks: tuple[Remark, ...] = ()

    def below(self, prefix: str) -> Tree:
        """Return this tree moved into the folder `prefix`."""
        return Tree(
            tuple(File(f"{prefix}/{file.path}", file.read) for file in self.files),
            frozenset(f"{prefix}/{folder}" for folder in self.folders) | {prefix},
            tuple(Remark(f"{prefix}/{remark.path}", remark.text) for remark in self.remarks),
        )

    def inside(self, prefix: str) -> Tree:
        """Return this tree with the content of the folder `prefix` moved to the top."""
        start = prefix + "/"
        return Tree(
            tuple(File(file.path.removeprefix(start), file.read) for file in self.files),
            frozenset(folder.removeprefix(start) for folder in self.folders) - {prefix},
            tuple(Remark(remark.path.removeprefix(start), remark.text) for remark in self.remarks),
        )


@dataclass(frozen=True)
class Entry:
    """One name at the top of a tree: a folder with its content, or a single file."""

    name: str
    is_folder: bool
    tree: Tree


class Meter:
    """Counts the files and bytes read for one submission, and stops at the limits."""

    def __init__(self) -> None:
        self._files = MAX_FILES
        self._bytes = MAX_TOTAL_BYTES

    def count(self, files: int) -> None:
        """Count this many files.

        Raises:
            TooMuchError: if the submission has more than MAX_FILES.
        """
        self._files -= files
        if self._files < 0:
            raise TooMuchError(
                f"more than {MAX_FILES} files: hand in only the exercise's .py files"
            )

    def read(self, file: File, limit: int) -> bytes:
        """Return the file's content, and count its bytes.

        Raises:
            UnreadableError: if it cannot be read or is longer than `limit`.
            TooMuchError: if the submission's total is over MAX_TOTAL_BYTES.
        """
        content = file.read(limit)
        self._bytes -= len(content)
        if self._bytes < 0:
            megabytes = MAX_TOTAL_BYTES // 1_000_000
            raise TooMuchError(
                f"unpacks to more than {megabytes} MB: hand in only the exercise's .py files"
            )
        return content


def too_large(limit: int) -> UnreadableError:
    """Return the error for a file longer than `limit`."""
    return UnreadableError(f"larger than {limit / 1_000_000:g} MB, so it was not read")


def merge(trees: Iterable[Tree]) -> Tree:
    """Return one tree with the files, folders and remarks of all trees."""
    trees = list(trees)
    return Tree(
        tuple(file for tree in trees for file in tree.files),
        frozenset().union(*(tree.folders for tree in trees)),
        tuple(remark for tree in trees for remark in tree.remarks),
    )


def split(tree: Tree) -> list[Entry]:
    """Return one entry for each name at the top of a tree, sorted, without junk folders."""
    files: dict[str, list[File]] = {}
    folders: dict[str, set[str]] = {}
    remarks: dict[str, list[Remark]] = {}
    for folder in tree.folders:
        top, _, rest = folder.partition("/")
        folders.setdefault(top, set()).update([rest] if rest else [])
    for file in tree.files:
        top, _, rest = file.path.partition("/")
        files.setdefault(top, []).append(File(rest, file.read))
        if rest:
            folders.setdefault(top, set())
    for remark in tree.remarks:
        top, _, rest = remark.path.partition("/")
        remarks.setdefault(top, []).append(Remark(rest, remark.text))
    entries = []
    for name in sorted({*files, *folders, *remarks}):
        if not name or is_junk_folder(name):
            continue
        if name in folders:
            inner = [File(f.path or name, f.read) for f in files.get(name, ())]
            notes = [Remark(r.path or name, r.text) for r in remarks.get(name, ())]
            content = Tree(tuple(inner), frozenset(folders[name]), tuple(notes))
        else:
            loose = tuple(File(name, f.read) for f in files.get(name, ()))
            content = Tree(
                loose, remarks=tuple(Remark(name, r.text) for r in remarks.get(name, ()))
            )
        entries.append(Entry(name, name in folders, content))
    return entries


def is_junk_folder(name: str) -> bool:
    """Tell whether a folder holds only what tools wrote, such as caches."""
    name = name.casefold()
    return name in _JUNK_FOLDERS or name.endswith(".egg-info")


def is_junk_file(name: str) -> bool:
    """Tell whether a file was left behind by an operating system or an editor."""
    folded = name.casefold()
    return folded in _JUNK_FILES or folded.startswith(("._", "~$", ".~lock.")) or name.endswith("~")


def safe_path(name: str) -> str | None:
    """Return a path with `/` between its parts, or None if it leads out of its folder."""
    name = name.replace("\\", "/")
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        return None
    parts = [part for part in name.split("/") if part not in ("", ".")]
    return None if ".." in parts or not parts else "/".join(parts)


class TreeBuilder:
    """Collects files and folders into a tree.

    It drops junk, refuses unsafe paths, and raises TooMuchError after `limit` entries.
    """

    def __init__(self, limit: int) -> None:
        self._files: list[File] = []
        self._folders: set[str] = set()
        self._remarks: list[Remark] = []
        self._left = limit
        self._limit = limit

    def _place(self, name: str) -> str | None:
        """Return the path to file this entry under, or None if it is junk or refused."""
        self._left -= 1
        if self._left < 0:
            raise TooMuchError(f"more than {self._limit} entries: leave out data and environments")
        path = safe_path(name)
        if len(name) > MAX_NAME:
            self.remark(name[:60], f"has a path of over {MAX_NAME} characters, so it was ignored")
            return None
        if path is None:
            last = re.split(r"[\\/]", name.rstrip("\\/"))[-1]
            self.remark(last or "?", f"has the unsafe path {name[:200]!a}, so it was ignored")
            return None
        parts = path.split("/")
        for depth, part in enumerate(parts[:-1], start=1):
            if is_junk_folder(part):
                self._folders.add("/".join(parts[:depth]))
                return None
        return path

    def file(self, name: str, read: Callable[[int], bytes]) -> None:
        """Add a regular file."""
        path = self._place(name)
        if path is not None and not is_junk_file(path.rpartition("/")[2]):
            self._files.append(File(path, read))

    def folder(self, name: str) -> None:
        """Add a folder."""
        path = self._place(name)
        if path is not None:
            self._folders.add(path)

    def special(self, name: str, kind: str) -> None:
        """Add a remark about something that is not a regular file, such as a link."""
        path = self._place(name)
        if path is not None:
            self.remark(path, f"is {kind}, so it was ignored")

    def remark(self, path: str, text: str) -> None:
        """Add a remark."""
        self._remarks.append(Remark(path, text))

    def tree(self) -> Tree:
        """Return what was collected, sorted, without the files of virtual environments."""
        files = sorted(self._files, key=lambda file: file.path)
        homes = [
            file.path.removesuffix("pyvenv.cfg")
            for file in files
            if file.path.endswith("/pyvenv.cfg")
        ]
        inside = [f"{home}{name}/" for home in homes for name in VENV_FOLDERS]
        roots = tuple(
            home
            for home in homes
            if any(
                file.path.startswith(home) and file.path.startswith(tuple(inside)) for file in files
            )
        )
        if roots:
            files = [file for file in files if not file.path.startswith(roots)]
        remarks = sorted(self._remarks, key=lambda remark: (remark.path, remark.text))
        return Tree(tuple(files), frozenset(self._folders), tuple(remarks))
