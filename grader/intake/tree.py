"""A folder or archive as a list of files, which are read only on demand and within limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from ..errors import KitError


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

    `folders` includes empty ones, and those whose content is skipped, such as .git. `refused` says
    why nothing of a part that is over a limit may be graded; such a part is not listed further.
    `code_page` is the one that was guessed for an archive's names, empty if none had to be.
    """

    files: tuple[File, ...] = ()
    folders: frozenset[str] = frozenset()
    remarks: tuple[Remark, ...] = ()
    refused: str = ""
    code_page: str = ""

    def below(self, prefix: str) -> Tree:
        """Return this tree moved into the folder `prefix`."""
        return Tree(
            tuple(File(f"{prefix}/{file.path}", file.read) for file in self.files),
            frozenset(f"{prefix}/{folder}" for folder in self.folders) | {prefix},
            tuple(Remark(f"{prefix}/{remark.path}", remark.text) for remark in self.remarks),
            self.refused,
        )

    def inside(self, prefix: str) -> Tree:
        """Return this tree with the content of the folder `prefix` moved to the top."""
        start = prefix + "/"
        return Tree(
            tuple(File(file.path.removeprefix(start), file.read) for file in self.files),
            frozenset(folder.removeprefix(start) for folder in self.folders) - {prefix},
            tuple(Remark(remark.path.removeprefix(start), remark.text) for remark in self.remarks),
            self.refused,
        )


class Entry:
    """One name at the top of a download: a folder with its content, or a single file.

    A folder on disk is listed only when somebody asks, and each one within limits of its own, so
    that a student's part that is too large stops nothing but itself.
    """

    def __init__(
        self,
        name: str,
        is_folder: bool,
        content: Callable[[], Tree],
        inside: Callable[[], list[Entry]] = list,
    ) -> None:
        self.name = name
        self.is_folder = is_folder
        self._content = content
        self._inside = inside

    @cached_property
    def tree(self) -> Tree:
        """The content of the folder, or the single file under its name."""
        try:
            return self._content()
        except TooMuchError as error:
            return Tree(refused=str(error))

    def entries(self) -> list[Entry]:
        """Return one entry for each name in a folder.

        Raises:
            UnreadableError: if the folder cannot be listed.
        """
        return self._inside()


def merge(trees: Iterable[Tree]) -> Tree:
    """Return one tree with the files, folders and remarks of all trees."""
    trees = list(trees)
    return Tree(
        tuple(file for tree in trees for file in tree.files),
        frozenset().union(*(tree.folders for tree in trees)),
        tuple(remark for tree in trees for remark in tree.remarks),
        next((tree.refused for tree in trees if tree.refused), ""),
    )
