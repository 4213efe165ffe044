"""List a folder on disk and read its regular files; links and devices are never opened."""

from __future__ import annotations

import os
import stat
from functools import partial
from itertools import islice

from ..shortage import persist
from .limits import MAX_CLASS_MEMBERS, MAX_DEPTH, MAX_MEMBERS, Meter, class_meter, too_large
from .listing import VENV_FOLDERS, TreeBuilder, is_junk_folder, split
from .tree import Entry, Remark, TooMuchError, Tree, UnreadableError, merge


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


def folder_entries(root: str, without: str = "") -> list[Entry]:
    """List only the top of a folder; each folder in it is listed when somebody asks.

    Args:
        root: the folder.
        without: path of a folder that is left out.

    Raises:
        TooMuchError: if the top itself holds more than MAX_CLASS_MEMBERS entries.
        UnreadableError: if the folder cannot be listed.
    """
    builder, folders = TreeBuilder(class_meter()), []
    try:
        listing = _listing(root, MAX_CLASS_MEMBERS)
    except OSError as error:
        raise _unlisted(error) from error
    if _is_environment(listing):
        return []
    for entry in listing:
        if entry.path == without:
            continue
        if stat.S_ISDIR(_mode(entry)):
            folders.append(entry)
        else:
            _add_file(builder, entry.name, entry)
    # A backslash in a file's name makes a folder, which may be there already.
    entries = {entry.name: entry for entry in split(builder.tree())}
    for entry in folders:
        if not is_junk_folder(entry.name):
            content = partial(_student_tree, entry.path, entries.get(entry.name))
            inside = partial(folder_entries, entry.path, without)
            entries[entry.name] = Entry(entry.name, True, content, inside)
    return [entries[name] for name in sorted(entries)]


def _student_tree(path: str, beside: Entry | None) -> Tree:
    try:
        tree = folder_tree(path)
    except TooMuchError:
        raise
    except UnreadableError as error:
        tree = Tree(remarks=(Remark(os.path.basename(path), str(error)),))
    return tree if beside is None else merge([tree, beside.tree])


def folder_tree(root: str) -> Tree:
    """List one student's folder and everything below it, except junk and virtual environments.

    Raises:
        TooMuchError: if there are more than MAX_MEMBERS entries.
        UnreadableError: if the folder itself cannot be listed.
    """
    builder = TreeBuilder(Meter())
    waiting = [(root, "", 0)]
    while waiting:
        folder, prefix, depth = waiting.pop()
        try:
            entries = _listing(folder, MAX_MEMBERS)
        except OSError as error:
            if not prefix:
                raise _unlisted(error) from error
            builder.remark(prefix.rstrip("/"), str(_unlisted(error)))
            continue
        if _is_environment(entries):
            continue
        for entry in entries:
            name = prefix + entry.name
            if stat.S_ISDIR(_mode(entry)):
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
                _add_file(builder, name, entry)
    return builder.tree()


def _listing(folder: str, limit: int) -> list[os.DirEntry[str]]:
    """Return a folder's entries, sorted; `limit` of them at most, and one more."""
    with persist(os.scandir, folder) as listing:
        return sorted(islice(listing, limit + 1), key=lambda entry: entry.name)


def _unlisted(error: OSError) -> UnreadableError:
    return UnreadableError(f"cannot be listed ({error.strerror or type(error).__name__})")


def _is_environment(entries: list[os.DirEntry[str]]) -> bool:
    """Tell whether these are a virtual environment's; pyvenv.cfg alone would not prove one."""
    names = {entry.name for entry in entries}
    return "pyvenv.cfg" in names and not names.isdisjoint(VENV_FOLDERS)


def _add_file(builder: TreeBuilder, name: str, entry: os.DirEntry[str]) -> None:
    mode = _mode(entry)
    if stat.S_ISREG(mode):
        builder.file(name, partial(read_regular, entry.path))
    else:
        linked = stat.S_ISLNK(mode)
        builder.special(name, "a symbolic link" if linked else "not an ordinary file")


def _mode(entry: os.DirEntry[str]) -> int:
    """Return the mode of an entry itself, not of a link's target; 0 if it is gone."""
    try:
        return entry.stat(follow_symlinks=False).st_mode
    except OSError:
        return 0
