"""Read and write numbers in the style of the file that is filled in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from .text import points

# Any sign that is not a digit may stand between groups of three: a comma, a point, an apostrophe,
# an ordinary space, a narrow one.
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,'’\s][0-9]{3})*(?:[.,][0-9]+)?")


@dataclass(frozen=True)
class NumberStyle:
    """How a file writes numbers: its decimal sign. Grades are written without groups."""

    decimal: str = "."

    def text(self, value: float) -> str:
        """Return points in this style.

        Raises:
            ExportError: if they are infinite or NaN.
        """
        return points(value).replace(".", self.decimal)

    def number(self, text: str) -> float | None:
        """Return the number in a cell; None if the cell holds something else."""
        text = text.strip()
        if not is_number(text):
            return None
        plain = "".join(char for char in text if char.isdigit() or char in self.decimal + "+-")
        try:
            return float(plain.replace(self.decimal, "."))
        except ValueError:  # two decimal signs, so it is not a number of this style
            return None


def is_number(text: str) -> bool:
    """Return whether a cell holds a number, in whatever style."""
    return _NUMBER.fullmatch(text.strip()) is not None


def style_of(cells: Iterable[str], delimiter: str) -> NumberStyle:
    """Return the style that most numbers show.

    A single sign before exactly three digits, as in 1,000, can be of either style and says nothing.
    Without any evidence, a file separated by semicolons has decimal commas, because that is why
    spreadsheets separate by semicolons.

    Args:
        cells: cells that hold numbers, and others.
        delimiter: what separates the cells of the file.
    """
    signs = Counter(sign for cell in cells if (sign := _decimal(cell.strip())))
    if signs:
        return NumberStyle(max(".,", key=lambda sign: signs[sign]))
    return NumberStyle("," if delimiter == ";" else ".")


def _decimal(text: str) -> str:
    """Return the decimal sign that a number shows, or nothing if it could be either."""
    if not is_number(text):
        return ""
    signs = [char for char in text if char in ".,"]
    if not signs:
        return ""
    other = "," if signs[-1] == "." else "."
    if other in signs:
        return signs[-1]
    if len(signs) > 1:
        return other  # a sign that repeats separates groups
    after = len(text) - 1 - text.rfind(signs[0])
    return signs[0] if after != 3 else ""
