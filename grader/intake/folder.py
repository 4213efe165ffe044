"""List a folder on disk and read its regular files; links and devices are never opened."""

from __future__ import annotations

import os
import stat
from functools import partial

from ..shortage import persist
from .tree import VENV_FOLDERS, Tree, TreeBuilder, UnreadableError, is_junk_folder, too_large

MAX_DEPTH = 30


def read_regular(path: str, limit: int) -> bytes:
    """Return the content of a regular file.

    Raises:
        UnreadableError: if it is a link, not a regular file, unreadable, or longer than `limit`.
    """
    # Someone may replace the file after it was listed. O_NOFOLLOW refuses a link put in its place,
    # and O_NONBLOCK keeps a FIFO from blocking the open.
    flags = os.O_RDONLY
    for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_CLOEXEC", "O_BINARY"):
        flags |= getattr(os, name, 0)
    try:
        with open(persist(os.open, path, flags), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise UnreadableError("not an ordinary file")
            content = stream.read(limit + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or type(error).__name__
        raise UnreadableError(f"cannot be read ({reason})") from error
    if len(content) > limit:
        raise too_large(limit)
    return content


def folder_tree(root: str, limit: int) -> Tree:
    """List a folder and everything below it, except junk and virtual environments.

    Raises:
        TooMuchError: if there are more than `limit` entries.
        UnreadableError: if the folder itself cannot be listed.
    """
    builder = TreeBuilder(limit)
    waiting = [(root, "", 0)]
    while waiting:
        folder, prefix, depth = waiting.pop()
        try:
            with persist(os.scandir, folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            reason = error.strerror or type(error).__name__
            if not prefix:
                raise UnreadableError(f"the folder cannot be listed ({reason})") from error
            builder.remark(prefix.rstrip("/"), f"cannot be listed ({reason})")
            continue
        names = {entry.name for entry in entries}
        if "pyvenv.cfg" in names and not names.isdisjoint(VENV_FOLDERS):
            continue  # a virtual environment; the file alone would not prove one
        for entry in entries:
            name = prefix + entry.name
            mode = _mode(entry)
            if stat.S_ISREG(mode):
                builder.file(name, partial(read_regular, entry.path))
            elif stat.S_ISDIR(mode):
                builder.folder(name)
                if is_junk_folder(entry.name):
                    continue
                if depth >= MAX_DEPTH:
                    builder.remark(
                        name, f"is more than {MAX_DEPTH} folders deep, so it was ignored"
                    )
                else:
                    waiting.append((entry.path, name + "/", depth + 1))
            else:
                linked = stat.S_ISLNK(mode)
                builder.special(name, "a symbolic link" if linked else "not an ordinary file")
    return builder.tree()


def _mode(entry: os.DirEntry[str]) -> int:
    """Return the mode of an entry itself, not of a link's target; 0 if it is gone."""
    try:
        return entry.stat(follow_symlinks=False).st_mode
    except OSError:
        return 0
