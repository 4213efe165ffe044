"""Read source and notebooks in whatever encoding is certain, and say so where none is."""

from __future__ import annotations

import ast
import codecs
import functools
import io
import json
import re
import tokenize
import unicodedata
import warnings

from ..text import listed
from .tree import UnreadableError

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")  # PEP 263
_LINE_END = re.compile(rb"\r\n?|\n")
_ONLY_COMMENT = re.compile(rb"^[ \t\f]*(?:#|$)")
_SAVE = "save the file again as text, in UTF-8"
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
    for lines in (head.split(b"\n", 2), _LINE_END.split(head, maxsplit=2)):
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


def decoded(content: bytes) -> str:
    """Return the text of a JSON file in any encoding of Unicode, with or without a mark."""
    return content.decode(json.detect_encoding(content), "replace")


def as_utf8(source: bytes) -> tuple[bytes, str]:
    """Return a source as Python reads it, and a notice if it was not in UTF-8.

    UTF-16 and UTF-32 are certain from their mark, or from the zeros in every plain character. Other
    encodings are read where it does not matter which one it is: in comments and in strings that
    nothing uses. Any other source is returned as it is; `odd_bytes` says what is odd.
    """
    name = json.detect_encoding(source[:4])
    if not name.startswith("utf-8"):
        try:
            text = source.decode(name)
        except UnicodeError:
            return source, ""
        if "\0" not in text:
            return text.removeprefix("\ufeff").encode("utf-8", "replace"), (
                f"it is in {name.upper()[:6]} and was read: save it as UTF-8"
            )
    if _asked_encoding(source) or is_utf8(source):
        return source, ""
    if not (lines := _lines_of_remarks(source)):
        return source, ""
    where = f"line{'s' if len(lines) > 1 else ''} {listed(map(str, lines), 5)}"
    return source.decode("cp1252", "replace").encode(), (
        f"{where}: a comment is not in UTF-8, and was read: save the file as UTF-8"
    )


def odd_bytes(source: bytes) -> str:
    """Return why Python cannot read a source: the line, which byte or character, and advice.

    Returns:
        The sentence, or "" if Python can read all characters.
    """
    if (at := source.find(b"\0")) >= 0:
        return f"{_line_of(source, at)} holds a zero byte (0x00): {_SAVE}"
    if not _asked_encoding(source):
        try:
            source.decode()
        except UnicodeDecodeError as error:
            line, byte = _line_of(source, error.start), source[error.start]
            return f"{line} holds the byte 0x{byte:02X}, which is not UTF-8: {_SAVE}"
    return "" if source.isascii() else _odd_character(source)


def _odd_character(source: bytes) -> str:
    """Return where a character stands that Python refuses outside of strings, and which."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(source)
    except SyntaxError as error:
        if found := re.search(r"U\+([0-9A-F]{4,6})\)?", error.msg):
            name = unicodedata.name(chr(int(found[1], 16)), "an unnamed character").lower()
            advice = "type it as a plain character"
            return f"line {error.lineno} holds {name} (U+{found[1]}) in code: {advice}"
    except (ValueError, RecursionError, MemoryError):
        pass
    return ""


def is_utf8(source: bytes) -> bool:
    """Tell whether bytes are text in UTF-8."""
    try:
        source.decode()
    except UnicodeDecodeError:
        return False
    return True


def _lines_of_remarks(source: bytes) -> list[int]:
    """Return the lines with bytes beyond ASCII if all of these are in remarks, else nothing.

    Remarks are comments, and strings that are statements of their own.
    """
    text = source.decode("latin-1")
    found: set[int] = set()
    try:
        parts = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (SyntaxError, tokenize.TokenError, ValueError, RecursionError):
        return []
    structure = (tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT)
    for before, part, after in zip(parts[-1:] + parts, parts, parts[1:], strict=False):
        if part.string.isascii():
            continue
        alone = before.type in (*structure, tokenize.ENDMARKER, tokenize.COMMENT)
        alone = alone and part.type == tokenize.STRING and after.type in structure
        if part.type != tokenize.COMMENT and not alone:
            return []
        rows = enumerate(part.string.split("\n"), part.start[0])
        found |= {row for row, line in rows if not line.isascii()}
    return sorted(found)


def _line_of(source: bytes, at: int) -> str:
    return f"line {len(_LINE_END.split(source[:at]))}"
