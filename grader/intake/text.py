"""Names and characters: safe ids, readings of a file name, text fit to print, odd characters."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from importlib.util import decode_source

from ..submission import FILES

MAX_ID = 80
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_BIDI = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_HIDDEN = re.compile(f"[{_BIDI}\u200b\u2060\ufeff\u180e\u00ad]|(?<=[\0-\x7f])[\u200c\u200d]")
_COPY = re.compile(
    r"(?: ?\(\d{1,3}\)|-\d{1,3}| \d{1,3}|(?: | ?- ?)(?:copy|kopie|copie|copia|cópia|副本))$"
)


def show(text: str, limit: int = 120) -> str:
    """Return text safe to print: control and broken characters escaped, its length capped."""
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    text = unicodedata.normalize("NFC", text)
    return "".join(char if _is_plain(char) else ascii(char)[1:-1] for char in text)


def _is_plain(char: str) -> bool:
    # The two joiners belong to names in several scripts and to emoji.
    return char in "\u200c\u200d" or unicodedata.category(char) not in (
        "Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp",
    )  # fmt: skip


def slug(text: str) -> str:
    """Return text as ASCII letters, digits and `._-`, accents dropped; it may come out empty."""
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9._-]+", "-", bare).strip(".-")


def safe_id(text: str) -> str:
    """Return a file-name stem for a text: itself if it is one, else a readable form and a hash.

    Two different texts never share a stem, except for their case.
    """
    stem = slug(text)
    if stem == text and 0 < len(text) <= MAX_ID and not _RESERVED.fullmatch(text):
        return text
    return _hashed(stem, text)


def unique_ids(texts: Iterable[str]) -> list[str]:
    """Return a safe id for each text, different also where case does not count."""
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


def reading(name: str) -> str | None:
    """Return which of FILES a file name clearly means, or None.

    Forgiven: case, spaces, hyphens for underscores, the marks of a copy or a second download, a
    `.txt` behind the `.py`, invisible characters and full-width letters.
    """
    name = unicodedata.normalize("NFKC", _HIDDEN.sub("", name)).strip().casefold()
    match = re.fullmatch(r"(?:copy of )?([\w (){}-]{1,60}?) ?\.py(?:\.txt|\.py)?", name)
    if match is None:
        return None
    stem, shorter = match[1].strip(), None
    while shorter != stem:
        shorter, stem = stem, _COPY.sub("", stem).strip()
    found = re.sub(r"[ -]+", "_", stem) + ".py"
    return found if found in FILES else None


def name_notices(names: Iterable[str]) -> list[str]:
    """Return a notice if some file names hold hidden or look-alike characters."""
    odd = [name for name in names if _HIDDEN.search(name) or any(map(_looks_ascii, name))]
    if not odd:
        return []
    shown = ", ".join(ascii(name[:80]) for name in odd[:5]) + (", …" if len(odd) > 5 else "")
    return [f"hidden or look-alike characters in file names: {shown}"]


def source_notices(name: str, source: bytes) -> list[str]:
    """Return notices about an empty source, or hidden and look-alike characters by their lines."""
    if not source.strip():
        return [f"{name} is empty"]
    if source.isascii():
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
    notices = []
    if hidden:
        notices.append(f"{name}: invisible or direction-changing characters on {_lines(hidden)}")
    if alike:
        notices.append(f"{name}: full-width or look-alike letters on {_lines(alike)}")
    return notices


def _looks_ascii(char: str) -> bool:
    """Tell whether Python reads a letter or digit that is not ASCII as one that is."""
    if char.isascii() or char in "ªº":
        return False
    return unicodedata.normalize("NFKC", char).isascii() and ("a" + char).isidentifier()


def _lines(numbers: list[int]) -> str:
    shown = ", ".join(map(str, numbers[:5]))
    more = f" and {len(numbers) - 5} more" if len(numbers) > 5 else ""
    return f"line{'s' if len(numbers) > 1 else ''} {shown}{more}"
