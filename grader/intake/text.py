"""Make names safe to print and to use as ids, and find deceptive characters."""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from collections.abc import Iterable
from importlib.util import decode_source

from ..registry import student_files
from ..text import listed, visible
from .encoding import odd_bytes

MAX_ID = 80
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")  # Windows names devices so
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
# Characters that do not show or that turn the direction of text. The two joiners count only after
# an ASCII character, because several scripts and emoji need them.
_HIDDEN = re.compile(f"[{_BIDI}\u200b\u2060\ufeff\u180e\u00ad]|(?<=[\0-\x7f])[\u200c\u200d]")
# What systems and browsers add to the name of a copy or a second download.
_COPY = re.compile(
    r"(?: ?\(\d{1,3}\)|-\d{1,3}| \d{1,3}|(?: | ?- ?)(?:copy|kopie|copie|copia|cópia|副本))$"
)


def one_line(text: str, limit: int = 120) -> str:
    """Return text safe to print on one line, cut to `limit` characters before escaping.

    `visible` keeps line breaks and tabs, so they are escaped here.
    """
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text  # a shortcut, because most names are plain
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    text = visible(unicodedata.normalize("NFC", text))
    return re.sub(r"[\n\t\u2028\u2029]", lambda match: ascii(match[0])[1:-1], text)


def slug(text: str) -> str:
    """Return text as ASCII letters, digits and `._-`, without accents; the result may be empty."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9._-]+", "-", bare).strip(".-")


def safe_id(text: str) -> str:
    """Return a text as a safe stem of a file name.

    A text that is safe already stays as it is; any other becomes a readable form and a hash. So
    two different texts never share a stem, but stems may differ in case alone.
    """
    stem = slug(text)
    if stem == text and 0 < len(text) <= MAX_ID and not _RESERVED.fullmatch(text):
        return text
    return _hashed(stem, text)


def unique_ids(texts: Iterable[str]) -> list[str]:
    """Return a safe id for each text, all different even where case does not count."""
    ids: list[str] = []
    taken: set[str] = set()
    for text in texts:
        stem, salt = safe_id(text), text
        while stem.casefold() in taken:
            salt += "+"
            stem = _hashed(slug(text), salt)
        taken.add(stem.casefold())
        ids.append(stem)
    return ids


def _hashed(stem: str, text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return "-".join(part for part in (stem[: MAX_ID - 11].strip(".-"), digest) if part)


@functools.lru_cache(maxsize=1_000)  # most students use the same names
def meant_file(name: str) -> str | None:
    """Return the student's file that a file name clearly stands for, or None.

    Differences that do not matter are case, spaces, hyphens for underscores, the marks of a copy
    or a second download, a `.txt` after the `.py`, invisible characters and full-width letters.
    """
    name = unicodedata.normalize("NFKC", _HIDDEN.sub("", name)).strip().casefold()
    match = re.fullmatch(r"(?:copy of )?([\w (){}-]{1,60}?) ?\.py(?:\.txt|\.py)?", name)
    if match is None:
        return None
    stem, shorter = match[1].strip(), None
    while shorter != stem:
        shorter, stem = stem, _COPY.sub("", stem).strip()
    found = re.sub(r"[ -]+", "_", stem) + ".py"
    return found if found in student_files() else None


def copyless(name: str) -> str:
    """Return a file's name without the number that a browser adds to a second download."""
    return re.sub(r" ?\(\d{1,3}\)(?=(\.[^.]*)?$)", "", name).casefold()


def name_notices(names: Iterable[str]) -> list[str]:
    """Return a notice if file names hold hidden or look-alike characters, else nothing."""
    foreign = [name for name in names if not name.isascii()]
    odd = [name for name in foreign if _HIDDEN.search(name) or any(map(_looks_ascii, name))]
    if not odd:
        return []
    shown = ", ".join(ascii(name[:80]) for name in odd[:5]) + (", …" if len(odd) > 5 else "")
    return [f"hidden or look-alike characters in file names: {shown}"]


def source_notices(name: str, source: bytes) -> list[str]:
    """Return notices about an empty source, and about lines with deceptive characters."""
    if not source.strip():
        return [f"{name} is empty"]
    if source.isascii() and b"\0" not in source:
        return []
    try:
        text = decode_source(source)
    except (SyntaxError, UnicodeError, LookupError, ValueError):
        text = source.decode("utf-8", "replace")
    lines = text.removeprefix("\ufeff").splitlines()
    hidden = [number for number, line in enumerate(lines, 1) if _HIDDEN.search(line)]
    alike = [
        number
        for number, line in enumerate(lines, 1)
        if not line.isascii() and any(map(_looks_ascii, set(line)))
    ]
    notices = [f"{name}: {odd}"] if (odd := odd_bytes(source)) else []
    if hidden:
        notices.append(f"{name}: invisible or direction-changing characters on {_lines(hidden)}")
    if alike:
        notices.append(f"{name}: full-width or look-alike letters on {_lines(alike)}")
    return notices


def _looks_ascii(char: str) -> bool:
    """Tell whether Python treats a character that is not ASCII as an ASCII letter or digit."""
    if char.isascii() or char in "ªº":
        return False
    return unicodedata.normalize("NFKC", char).isascii() and ("a" + char).isidentifier()


def _lines(numbers: list[int]) -> str:
    return f"line{'s' if len(numbers) > 1 else ''} {listed(map(str, numbers), 5)}"
