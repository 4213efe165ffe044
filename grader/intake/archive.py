"""Read zip and tar archives in memory, within limits, without trusting the sizes they declare."""

from __future__ import annotations

import gzip
import io
import re
import stat
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import IO, BinaryIO

from .limits import (
    MAX_ARCHIVE_BYTES,
    MAX_CLASS_TAR_BYTES,
    MAX_MEMBERS,
    Meter,
    class_meter,
    too_large,
)
from .listing import TreeBuilder
from .names import as_its_own_header, member_names
from .tree import Remark, TooMuchError, Tree, UnreadableError, merge

MAX_NESTING = 2  # archives inside archives
MAX_RATIO = 200  # unpacked bytes for each packed byte; more looks like a zip bomb
_RATIO_FREE = 1_000_000  # unpacked bytes to which MAX_RATIO does not apply
_CHUNK = 65_536
_LOCAL_HEADER = 30  # bytes before the name and the data of a zip's member

# fmt: off
_ENDINGS = (
    ".zip", ".tar", ".tar.gz", ".tgz", ".gz", ".rar", ".7z", ".xz", ".bz2", ".tbz2", ".zst",
)
# fmt: on
_ZIP_AGAIN = "pack the files as a .zip and hand it in again"
_FOREIGN = (
    (b"Rar!", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"%PDF", "a PDF document"),
    (b"\xd0\xcf\x11\xe0", "an Office document"),
)
_BROKEN = f"damaged or cut off: {_ZIP_AGAIN}"


def is_code(name: str) -> bool:
    """Tell by its name whether a file may be code or hold code, so that it counts as a file."""
    folded = name.casefold().rstrip()
    return folded.endswith((".py", ".ipynb", ".py.txt")) or is_archive(folded)


def is_archive(name: str) -> bool:
    """Tell by its name whether a file is an archive, even of a kind that we cannot open."""
    return name.casefold().rstrip().endswith(_ENDINGS)


def archive_tree(content: bytes, meter: Meter) -> Tree:
    """List the members of one student's archive.

    Raises:
        UnreadableError: if it cannot be opened, with the reason and what to do.
        TooMuchError: if the submission as a whole is over a limit.
    """
    if not content.startswith(b"\x1f\x8b"):
        # Count the zip's directory records first, because zipfile holds all of them in memory.
        members = content.count(b"PK\x01\x02")
        if members > MAX_MEMBERS:
            raise UnreadableError(
                f"more than {MAX_MEMBERS} members: leave out data and environments"
            )
        meter.foresee(members)
    return _tree(io.BytesIO(content), meter, MAX_ARCHIVE_BYTES, suspect=True)


def class_archive_tree(stream: BinaryIO) -> Tree:
    """List the members of a download in an open file.

    The file must stay open while the tree is in use, because members are read on demand.

    Raises:
        UnreadableError: if it cannot be opened, or if the download itself is over a limit.
    """
    return _last_of_each(_tree(stream, class_meter(), MAX_CLASS_TAR_BYTES, suspect=False))


def _last_of_each(tree: Tree) -> Tree:
    """Return the tree with the last of the members of one name, as unpacking would leave it."""
    last = {file.path: file for file in tree.files}
    often = Counter(file.path for file in tree.files)
    twice = [
        Remark(path, f"is in the download {count} times; the last one was taken")
        for path, count in often.items()
        if count > 1
    ]
    return replace(tree, files=tuple(last.values()), remarks=(*tree.remarks, *twice))


def _tree(stream: BinaryIO, meter: Meter, tar_bytes: int, *, suspect: bool) -> Tree:
    """List the members; a `suspect` zip is refused if its members share data."""
    head = stream.read(512)
    stream.seek(0)
    if not head:
        raise UnreadableError(f"an empty file, not an archive: {_ZIP_AGAIN}")
    for magic, kind in _FOREIGN:
        if head.startswith(magic):
            raise UnreadableError(f"{kind}, which cannot be opened here: {_ZIP_AGAIN}")
    if head.startswith(b"\x1f\x8b"):
        content = _gunzip(stream, tar_bytes)
        meter.spend(len(content))
        return _tar_tree(content, meter)
    if head[257:262] == b"ustar":
        return _tar_tree(_read_all(stream, tar_bytes), meter)
    return _zip_tree(stream, meter, suspect)


def expand(tree: Tree, meter: Meter, depth: int = MAX_NESTING) -> Tree:
    """Return the tree with every archive replaced by a folder of its members.

    An archive that cannot be opened becomes a remark.

    Raises:
        TooMuchError: if the submission as a whole is over a limit.
    """
    opened, kept, remarks = [], [], []
    meter.count(len(tree.files), sum(1 for file in tree.files if is_code(file.path)))
    for file in tree.files:
        if not is_archive(file.path):
            kept.append(file)
            continue
        try:
            if depth == 0:
                raise UnreadableError(
                    f"an archive more than {MAX_NESTING} archives deep, which is not opened:"
                    " pack the files once"
                )
            inner = archive_tree(meter.read(file, MAX_ARCHIVE_BYTES), meter)
        except TooMuchError:
            raise
        except UnreadableError as error:
            remarks.append(Remark(file.path, str(error)))
            continue
        if inner == Tree():
            remarks.append(Remark(file.path, "an empty archive: pack the .py files and hand it in"))
        opened.append(expand(inner, meter, depth - 1).below(file.path))
    return merge([Tree(tuple(kept), tree.folders, (*tree.remarks, *remarks)), *opened])


def _zip_tree(stream: BinaryIO, meter: Meter, suspect: bool) -> Tree:
    try:
        archive = zipfile.ZipFile(stream)
    except MemoryError:
        raise
    except Exception as error:  # zipfile raises many kinds of exception on hostile bytes
        raise UnreadableError(_BROKEN) from error
    if suspect and _shares_data(archive.infolist()):
        raise UnreadableError(f"its members share the same data, like a zip bomb: {_ZIP_AGAIN}")
    builder = TreeBuilder(meter)
    names, code_page = member_names(archive.infolist())
    for info, name in zip(archive.infolist(), names, strict=True):
        unix_mode = info.external_attr >> 16
        if stat.S_ISLNK(unix_mode):
            builder.special(name, "a symbolic link")
        elif name.endswith(("/", "\\")):
            builder.folder(name)
        else:
            builder.file(name, partial(_read_member, archive, info))
    return replace(builder.tree(), code_page=code_page)


def _shares_data(members: list[zipfile.ZipInfo]) -> bool:
    """Tell whether a member begins before the end of another one's data.

    That makes a small archive unpack to a huge one, and no ordinary program writes it.
    """
    end = 0
    for info in sorted(members, key=lambda info: info.header_offset):
        if info.header_offset < end:
            return True
        end = info.header_offset + _LOCAL_HEADER + info.compress_size
    return False


def _read_member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, limit: int) -> bytes:
    if info.flag_bits & 0x1:  # encrypted
        raise UnreadableError(f"protected by a password: {_ZIP_AGAIN}, without a password")
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise UnreadableError(f"packed in an unusual way: {_ZIP_AGAIN}")
    try:
        with archive.open(as_its_own_header(archive, info)) as stream:
            return _read_limited(stream, limit, info.compress_size)
    except (UnreadableError, MemoryError):
        raise
    except Exception as error:  # zipfile raises many kinds of exception on hostile bytes
        raise UnreadableError(_BROKEN) from error


def _read_limited(stream: IO[bytes] | gzip.GzipFile, limit: int, packed: int) -> bytes:
    content, size = io.BytesIO(), 0  # it gives its bytes away without copying them
    while chunk := stream.read(min(_CHUNK, limit + 1 - size)):
        size += content.write(chunk)
        if size > limit:
            raise too_large(limit)
        if size > max(_RATIO_FREE, MAX_RATIO * packed):
            raise UnreadableError(
                f"unpacks to over {MAX_RATIO} times its size, like a zip bomb: refused"
            )
    return content.getvalue()


def _read_all(stream: BinaryIO, limit: int) -> bytes:
    content = stream.read(limit + 1)
    if len(content) > limit:
        raise too_large(limit)
    return content


def _gunzip(stream: BinaryIO, limit: int) -> bytes:
    packed = stream.seek(0, io.SEEK_END)
    stream.seek(0)
    try:
        with gzip.GzipFile(fileobj=stream) as unpacked:
            return _read_limited(unpacked, limit, packed)
    except (OSError, EOFError, zlib.error) as error:
        raise UnreadableError(_BROKEN) from error


def _tar_tree(content: bytes, meter: Meter) -> Tree:
    """List the members of a tar.

    We walk the headers ourselves, because tarfile would read long names and extended headers into
    memory whole, however large they claim to be. This code only slices the bytes it already has.
    """
    builder = TreeBuilder(meter)
    for name, kind, start, size in _tar_members(content):
        if kind == tarfile.DIRTYPE or (kind in tarfile.REGULAR_TYPES and name.endswith("/")):
            builder.folder(name)
        elif kind in tarfile.REGULAR_TYPES and kind != tarfile.GNUTYPE_SPARSE:
            builder.file(name, partial(_slice, content, start, size))
        else:
            linked = kind in (tarfile.SYMTYPE, tarfile.LNKTYPE)
            builder.special(name, "a link" if linked else "not an ordinary file")
    return builder.tree()


def _tar_members(content: bytes) -> Iterator[tuple[str, bytes, int, int]]:
    """Yield each member's name, type, and the start and size of its data in bytes."""
    offset, long_name = 0, ""
    while offset + tarfile.BLOCKSIZE <= len(content):
        block = content[offset : offset + tarfile.BLOCKSIZE]
        if not any(block):
            return
        try:
            info = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
        except (tarfile.TarError, ValueError) as error:
            raise UnreadableError(
                _BROKEN if offset else f"not a tar archive: {_ZIP_AGAIN}"
            ) from error
        start = offset + tarfile.BLOCKSIZE
        has_data = info.type not in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE)
        size = info.size if has_data else 0
        if size < 0 or start + size > len(content):
            raise UnreadableError(_BROKEN)
        offset = start + -(-size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE  # data fills blocks
        extra = content[start : start + min(size, _CHUNK)]
        if info.type == tarfile.GNUTYPE_LONGNAME:
            long_name = extra.rstrip(b"\0").decode("utf-8", "surrogateescape")
        elif info.type == tarfile.XHDTYPE:
            if path := re.search(rb"(?:^|\n)\d+ path=([^\n]*)\n", extra):
                long_name = path[1].decode("utf-8", "surrogateescape")
        elif info.type not in (tarfile.XGLTYPE, tarfile.GNUTYPE_LONGLINK):
            yield long_name or info.name, info.type, start, size
            long_name = ""
    if any(content[offset:]):
        raise UnreadableError(_BROKEN)


def _slice(content: bytes, start: int, size: int, limit: int) -> bytes:
    if size > limit:
        raise too_large(limit)
    return content[start : start + size]
