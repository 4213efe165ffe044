"""Refuse source in an encoding in which plain ASCII text may mean something else."""

from __future__ import annotations

import codecs
import functools
import re

from .tree import UnreadableError

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # PEP 263
_ONLY_COMMENT = re.compile(rb"^[ \t\f]*(?:#|$)")
# What the escape codecs, UTF-7, HZ, ISO-2022, punycode and IDNA read as other text, and all ASCII.
_PROBES = (
    b"'\\u0041\\x41\\n'",
    b"a = 1 +ADw- 2",
    b"~{VPND~}",
    b'\x1b$B$"\x1b(B',
    b"\x1b$)C\x0e0!\x0f",
    b"b-a",
    b"xn--mnchen-3ya",
    bytes(range(128)),
)


def require_ascii_compatible(source: bytes) -> None:
    """Check the encoding that a source's first two lines ask for.

    In UTF-7, for example, a comment may be code, so a person would read another program than
    Python does. An unknown encoding passes, because Python says so itself.

    Raises:
        UnreadableError: if ASCII text does not stay the same in that encoding.
    """
    name = _asked_encoding(source)
    if name and not _keeps_ascii(name):
        raise UnreadableError(
            f"its first lines ask for the encoding {name[:40]}, in which plain text may mean"
            " something else, so it is not read: save the file as UTF-8"
        )


def _asked_encoding(source: bytes) -> str:
    head = source[:10_000].removeprefix(codecs.BOM_UTF8)
    if b"coding" not in head:  # a shortcut, because most sources ask for nothing
        return ""
    for lines in (head.split(b"\n", 2), re.split(rb"\r\n?|\n", head, maxsplit=2)):
        for line in lines[:2]:
            if match := _COOKIE.match(line):
                return match[1].decode("ascii", "replace")
            if not _ONLY_COMMENT.match(line.rstrip(b"\r")):
                break
    return ""


@functools.lru_cache(maxsize=64)
def _keeps_ascii(name: str) -> bool:
    try:
        codecs.lookup(name)
    except LookupError:
        return True
    try:
        return all(probe.decode(name) == probe.decode("ascii") for probe in _PROBES)
    except (LookupError, UnicodeError, ValueError):
        return False  # it is a codec, but not for text, or it cannot read plain ASCII
