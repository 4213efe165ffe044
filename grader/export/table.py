"""Read and write CSV by RFC 4180, keeping dialect and encoding of the file that is filled in."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .base import ExportError
from .text import line

MAX_BYTES = 50_000_000
DELIMITERS = ",;\t"


@dataclass(frozen=True)
class Table:
    """Rows of cells and how they were written."""

    rows: list[list[str]]
    delimiter: str = ","
    newline: str = "\r\n"
    bom: bool = False
    encoding: str = "utf-8"  # without a byte-order mark, which `bom` adds
    quoted: bool = False  # every cell stands in quotes

    @property
    def header(self) -> list[str]:
        """The first row."""
        return self.rows[0]

    def column(self, *names: str) -> int | None:
        """Return the place of the first header that is one of the names, None without one."""
        found = (place for place, cell in enumerate(self.header) if cell.strip() in names)
        return next(found, None)

    def with_rows(self, rows: list[list[str]]) -> Table:
        """Return a table of other rows in the same dialect."""
        return replace(self, rows=rows)

    def content(self) -> bytes:
        """Return the whole file."""
        lines = (self.delimiter.join(map(self._quoted, row)) + self.newline for row in self.rows)
        return (("\ufeff" if self.bom else "") + "".join(lines)).encode(self.encoding)

    def _quoted(self, cell: str) -> str:
        # csv.writer would leave a carriage return unquoted when the newline is "\n".
        if self.quoted or any(char in cell for char in ('"', "\r", "\n", self.delimiter)):
            return '"' + cell.replace('"', '""') + '"'
        return cell


def new_table(header: Sequence[str], rows: Iterable[Sequence[str]], bom: bool = False) -> Table:
    """Return a table of our own: comma, CRLF, UTF-8; Excel needs the byte-order mark."""
    return Table([list(header), *map(list, rows)], bom=bom)


def read_table(path: Path, looks_right: Callable[[list[list[str]]], bool], what: str) -> Table:
    """Read a platform's file, with whichever delimiter makes its rows look right.

    Raises:
        ExportError: if the file cannot be read or is not what it should be.
    """
    text, encoding = _read(path, what)
    body = text.removeprefix("\ufeff")
    newline = re.search(r"\r\n|\n|\r", body)
    found: list[Table] = []
    problem = f"its first line is {line(body.splitlines()[0])[:120]!r}" if body else "it is empty"
    for delimiter in DELIMITERS:
        try:
            # Without strict, a misplaced quote would swallow rows.
            rows = list(csv.reader(io.StringIO(body, ""), delimiter=delimiter, strict=True))
        except csv.Error as error:
            problem = str(error)
            continue
        if rows and looks_right(rows):
            table = Table(
                rows, delimiter, newline[0] if newline else "\r\n", body != text, encoding, True
            )
            head = delimiter.join(map(table._quoted, rows[0]))
            found.append(table if body.startswith(head) else replace(table, quoted=False))
    if not found:
        raise ExportError(
            f"{named(path)} is not {what}: {problem}. Download it again and do not edit it"
        )
    return max(found, key=lambda table: len(table.header))


def named(path: Path) -> str:
    """Return a path as text that is safe to print."""
    return line(str(path))


def _read(path: Path, what: str) -> tuple[str, str]:
    """Return the text of a file, with its byte-order mark, and its encoding."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise ExportError(f"{named(path)}: {reason}. Give {what} with --template") from error
    if len(data) > MAX_BYTES:
        raise ExportError(f"{named(path)} is over {MAX_BYTES // 10**6} MB: that is not {what}")
    if data.startswith(b"PK"):
        raise ExportError(f"{named(path)} is a workbook or archive: save it as CSV (UTF-8) first")
    encoding = _encoding(data)
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError as error:
        raise ExportError(
            f"{named(path)} is neither UTF-8 nor UTF-16 text: save it as “CSV UTF-8”, or download"
            " it again and do not open it in a spreadsheet"
        ) from error


def _encoding(data: bytes) -> str:
    """Return the encoding that the first bytes show.

    Without a byte-order mark, a zero byte beside the first character means UTF-16, because text of
    a gradebook has no zero bytes in UTF-8.
    """
    if data.startswith(codecs.BOM_UTF16_LE) or data[1:2] == b"\0":
        return "utf-16-le"
    if data.startswith(codecs.BOM_UTF16_BE) or data[:1] == b"\0":
        return "utf-16-be"
    return "utf-8"
