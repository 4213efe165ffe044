"""Read the names of a zip's members, whatever wrote them."""

from __future__ import annotations

import copy
import math
import unicodedata
import zipfile
from collections.abc import Sequence

from .encoding import is_utf8

_UTF8 = 0x800  # the flag for UTF-8
_LOCAL_HEADER = 30  # bytes before the name of a member
_GUESSED_FROM = 100_000  # bytes of names; a whole class needs fewer
# What Windows calls the code pages of its consoles and programs: zip programs write names in them.
_CODE_PAGES = (
    "cp437 cp850 cp1252 gb18030 big5 cp950 cp932 cp949 cp866 cp1251 cp737 cp1253 cp857 cp1254 cp852"
    " cp1250 cp862 cp1255 cp864 cp1256 cp775 cp1257 cp874 cp1258"
).split()


def member_names(members: Sequence[zipfile.ZipInfo]) -> tuple[list[str], str]:
    """Return each member's name, and the code page that was guessed for them, empty if none.

    A name with the flag for UTF-8, or that is valid UTF-8, is read so. All others come from one
    program on one computer, so one code page is guessed for all of them. In several code pages the
    second byte of a letter may be that of a backslash. So a backslash in such a name separates
    folders only if the archive has no slash at all: a wrong guess must not join two people.
    """
    raw = [_raw(info) for info in members]
    unclear = [name for name in raw if name is not None and not is_utf8(name)]
    page = _guess(unclear) if unclear else ""
    slashes = any(name is not None and b"/" in name for name in raw)
    names = []
    for info, name in zip(members, raw, strict=True):
        if name is None:
            names.append(info.orig_filename)
        elif is_utf8(name):
            names.append(name.decode("utf-8"))
        else:
            text = name.decode(page)
            names.append(text.replace("\\", "%5C") if slashes else text)
    return names, page


def as_its_own_header(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> zipfile.ZipInfo:
    """Return the member under the name in its own header, if only the slashes differ there.

    Python refuses a member whose two names differ; some programs on Windows write such.
    """
    stream = archive.fp
    if stream is None:
        return info
    stream.seek(info.header_offset)
    header = stream.read(_LOCAL_HEADER)
    name = stream.read(int.from_bytes(header[26:28], "little"))
    encoding = "utf-8" if info.flag_bits & _UTF8 else "cp437"
    own = name.decode(encoding, "replace")
    if own == info.orig_filename or own.replace("\\", "/") != info.orig_filename.replace("\\", "/"):
        return info
    same = copy.copy(info)
    same.orig_filename = own
    return same


def _raw(info: zipfile.ZipInfo) -> bytes | None:
    """Return the bytes of a name without the flag for UTF-8, which Python has read as cp437."""
    if info.flag_bits & _UTF8:
        return None
    try:
        return info.orig_filename.encode("cp437")
    except UnicodeError:
        return None


def _guess(names: list[bytes]) -> str:
    """Return the code page that fits best and keeps all names apart.

    The library says how odd a reading is. Names consist of letters, so signs count against it. Of
    equal ones the first in the list is taken, because the list begins with the most frequent.
    """
    from charset_normalizer import from_bytes  # its import takes time, and few archives need it

    text = b"\n".join(names)[:_GUESSED_FROM]
    best = (math.inf, 0, "cp437")
    for match in from_bytes(text, cp_isolation=_CODE_PAGES, threshold=0.5):
        page = match.encoding
        try:
            read = [name.decode(page) for name in names]
        except UnicodeError:
            continue
        if page in _CODE_PAGES and len(set(read)) == len(set(names)):
            oddness = round(match.chaos + _signs("".join(read)), 2)
            best = min(best, (oddness, _CODE_PAGES.index(page), page))
    return best[-1]


def _signs(text: str) -> float:
    """Return which share of the characters that are not ASCII are neither letters nor accents."""
    foreign = [char for char in text if not char.isascii()]
    signs = [char for char in foreign if unicodedata.category(char)[0] not in "LM"]
    return len(signs) / max(len(foreign), 1)
