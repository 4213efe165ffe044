"""Write files and folders whole or not at all, and give them names that every system takes."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")
# Windows reserves these file names, whatever follows the first dot.
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file whole or not at all.

    Raises:
        OSError: if it cannot be written; an earlier file of that name is left as it was.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: write a temporary file beside it, then rename that.

    Raises:
        OSError: if it cannot be written; an earlier file of that name is left as it was.
    """
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
        # mkstemp makes files that only their owner can read; give ours the usual permissions.
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write a new folder with these files whole or not at all, missing parents included.

    Args:
        folder: a folder that is empty or does not exist.
        files: contents by name, with slashes between the parts of a name.

    Raises:
        OSError: if it cannot be written, for example because the folder is not empty.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.") as scratch:
        # Only its owner may enter the temporary folder, so make one inside with usual permissions.
        draft = Path(scratch, folder.name)
        for name, data in files.items():
            path = draft / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        if folder.exists():
            folder.rmdir()
        os.replace(draft, folder)


def file_names(names: Sequence[str]) -> list[str]:
    """Return a file name without suffix for each name.

    No two are equal, even on a file system that ignores case.
    """
    taken: set[str] = set()
    result = []
    for name in names:
        plain = _PLAIN.fullmatch(name) and not _RESERVED.fullmatch(name)
        file = (
            name
            if plain
            else f"{re.sub(r'[^A-Za-z0-9_-]+', '-', name)[:60].strip('-')}-{_hash(name)}"
        )
        if file.casefold() in taken:
            file = f"{file}-{_hash(name)}"
        count, unique = 1, file
        while unique.casefold() in taken:
            count += 1
            unique = f"{file}-{count}"
        taken.add(unique.casefold())
        result.append(unique.lstrip("-"))
    return result


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
