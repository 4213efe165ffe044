"""Collect what a folder or an archive holds into a tree: safe paths only, without junk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from .limits import MAX_DEPTH, MAX_NAME, Meter
from .tree import Entry, File, Remark, Tree

VENV_FOLDERS = ("bin", "lib", "Scripts", "Lib")  # one of them lies beside a real pyvenv.cfg

# fmt: off
_JUNK_FOLDERS = {
    "__macosx", "__pycache__", ".git", ".hg", ".svn", ".venv", "venv", "site-packages",
    "node_modules", ".ipynb_checkpoints", ".idea", ".vscode", ".pytest_cache", ".mypy_cache",
    ".ruff_cache", ".hypothesis", ".tox", ".nox", ".cache", "$recycle.bin", ".trash",
    ".spotlight-v100", ".fseventsd",
}
# fmt: on
_PACKAGES = re.compile(r"(?i)(.+)/lib(?:64)?/(?:python[\d.]+/)?site-packages", re.DOTALL)
_JUNK_FILES = {".ds_store", "thumbs.db", "desktop.ini", ".localized", "icon\r"}


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
            entries.append(Entry(name, True, partial(_same, content), partial(split, content)))
        else:
            loose = tuple(File(name, f.read) for f in files.get(name, ()))
            content = Tree(
                loose, remarks=tuple(Remark(name, r.text) for r in remarks.get(name, ()))
            )
            entries.append(Entry(name, False, partial(_same, content)))
    return entries


def _same(tree: Tree) -> Tree:
    return tree


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

    It drops junk, refuses unsafe and deep paths, and counts every entry with `meter`, which
    raises TooMuchError.
    """

    def __init__(self, meter: Meter) -> None:
        self._files: list[File] = []
        self._folders: set[str] = set()
        self._remarks: list[Remark] = []
        self._deep: set[str] = set()
        self._meter = meter

    def _place(self, name: str) -> str | None:
        """Return the path to file this entry under, or None if it is junk or refused."""
        self._meter.member()
        if len(name) > MAX_NAME:
            self.remark(name[:60], f"has a path of over {MAX_NAME} characters, so it was ignored")
            return None
        path = safe_path(name)
        if path is None:
            last = re.split(r"[\\/]", name.rstrip("\\/"))[-1]
            self.remark(last or "?", f"has the unsafe path {name[:200]!a}, so it was ignored")
            return None
        parts = path.split("/")
        if len(parts) > MAX_DEPTH + 1:
            self._too_deep("/".join(parts[: MAX_DEPTH + 1]))
            return None
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

    def _too_deep(self, folder: str) -> None:
        if folder not in self._deep:  # one remark a folder, however much is in it
            self._deep.add(folder)
            self.remark(folder, f"is more than {MAX_DEPTH} folders deep, so it was ignored")

    def remark(self, path: str, text: str) -> None:
        """Add a remark."""
        self._remarks.append(Remark(path, text))

    def tree(self) -> Tree:
        """Return what was collected, sorted, without the files of virtual environments."""
        files = sorted(self._files, key=lambda file: file.path)
        files = _without_environments(files, self._folders)
        remarks = sorted(self._remarks, key=lambda remark: (remark.path, remark.text))
        return Tree(tuple(files), frozenset(self._folders), tuple(remarks))


def _without_environments(files: list[File], folders: set[str]) -> list[File]:
    """Return the files that are not inside an environment, whatever it is called.

    An environment is a folder with pyvenv.cfg beside its programs, with the records of conda, or
    with installed packages in its library. Each path is walked once, because a student may hand in
    thousands of files called pyvenv.cfg.
    """
    homes = {
        file.path.removesuffix("/pyvenv.cfg") for file in files if file.path.endswith("/pyvenv.cfg")
    }
    roots = {match[1] for folder in folders if (match := _PACKAGES.fullmatch(folder))}
    for file in files:
        for parent, name in _parents(file.path):
            if name == "conda-meta" or (name in VENV_FOLDERS and parent in homes):
                roots.add(parent)
    if not roots:
        return files
    return [file for file in files if roots.isdisjoint(parent for parent, _ in _parents(file.path))]


def _parents(path: str) -> Iterator[tuple[str, str]]:
    """Yield each folder above a path, and the folder's own next folder on the way down."""
    parts = path.split("/")
    for depth in range(1, len(parts)):
        below = parts[depth] if depth < len(parts) - 1 else ""
        yield "/".join(parts[:depth]), below
