"""Draw the wavelength bands: right, measured in the student's table, and by wavelengths()."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ...report.figure import Figure
from ...report.svg import WIDTH, element, group, line, logarithmic, picture, text
from ...text import page_number_text
from .. import formulas
from . import words
from .snapshot import BANDS_D, Bands, Curve, Snapshot, reasons

LEFT, RIGHT_EDGE, TOP, LANE = 88, WIDTH - 8, 26, 24
SHORTEST, LONGEST = 1.0, 300_000.0
DECADES = ("1", "10", "100", "1000", "10⁴", "10⁵")
# In radians per position. The slowest band turns by only 1e-4, so the tolerance must be far less;
# a right float32 table is far closer than that.
TURN_TOLERANCE = 2e-6
TURN_RELATIVE_TOLERANCE = 1e-2

_x = logarithmic(SHORTEST, LONGEST, LEFT, RIGHT_EDGE)


@dataclass(frozen=True)
class Mark:
    """One band to draw; its wavelength is in positions, infinite if the band does not turn."""

    wavelength: float
    right: bool
    steady: bool = True
    backwards: bool = False


def draw(snapshot: Snapshot) -> Figure:
    """Draw the bands of every width."""
    tables = [part.value for part in snapshot.bands]
    functions = [part.value for part in snapshot.wavelengths]
    in_tables = [_of_table(table, D) for table, D in zip(tables, BANDS_D, strict=True)]
    in_functions = [_of_function(listed, D) for listed, D in zip(functions, BANDS_D, strict=True)]
    findings = _findings(in_tables, in_functions, functions)
    svg = None
    if any(in_tables) or any(in_functions):
        label = f"{words.BANDS_TITLE}. {' '.join(findings)}"
        svg = _draw(in_tables, in_functions, label)
    return Figure(
        key="bands",
        exercise=4,
        title=words.BANDS_TITLE,
        svg=svg,
        reads=words.BANDS_READS,
        findings=findings,
        reasons=reasons(*snapshot.bands, *snapshot.wavelengths),
        explained_by=("wav_", "sin_"),
        head=("D", words.BAND, words.RIGHT, words.BANDS_TABLE, words.BANDS_FUNCTION),
        numbers=tuple(_numbers(in_tables, functions)) if svg else (),
    )


def _of_table(table: Bands | None, D: int) -> list[Mark]:
    if table is None:
        return []
    marks = []
    for turn, steady, right in zip(
        table.turns, table.steady, formulas.angular_frequencies(D).tolist(), strict=True
    ):
        allowed = TURN_TOLERANCE + TURN_RELATIVE_TOLERANCE * right
        close = turn is not None and abs(turn - right) <= allowed
        wavelength = 2 * math.pi / abs(turn) if turn else math.inf
        marks.append(Mark(wavelength, close and steady, steady, bool(turn and turn < 0 and steady)))
    return marks


def _of_function(listed: Curve | None, D: int) -> list[Mark]:
    if listed is None:
        return []
    right = formulas.wavelengths(D).tolist()
    marks = []
    for k, value in enumerate(listed.values[: 2 * D]):
        tolerance = formulas.WAVELENGTH_RELATIVE_TOLERANCE
        close = (
            k < len(right) and value is not None and abs(value - right[k]) <= tolerance * right[k]
        )
        positive = value is not None and value > 0
        marks.append(Mark(value if positive and value else math.inf, close))
    return marks


def _findings(
    tables: list[list[Mark]], functions: list[list[Mark]], lists: list[Curve | None]
) -> tuple[str, ...]:
    found: list[str] = []
    for sentence, faulty in (
        (words.bands_unsteady, lambda mark: not mark.steady),
        (words.bands_backwards, lambda mark: mark.backwards and not mark.right),
        (words.bands_off_table, lambda mark: mark.steady and not mark.backwards and not mark.right),
    ):
        # Report the first kind only: if columns are not waves, their wavelengths mean little.
        if not found and (counts := _counts(tables, faulty)):
            found.append(sentence(counts))
    for D, listed in zip(BANDS_D, lists, strict=True):
        if listed and listed.length != D // 2:
            found.append(words.bands_number(listed.length, D // 2, D))
    if counts := _counts(functions, lambda mark: not mark.right):
        found.append(words.bands_off_function(counts))
    if not found and all(tables) and all(functions):
        found.append(words.BANDS_AGREE)
    return tuple(found)


def _counts(marks: list[list[Mark]], faulty: Callable[[Mark], bool]) -> list[tuple[int, int, int]]:
    """Return how many bands are faulty, of how many, and D, where any is."""
    counts = [
        (sum(map(faulty, each)), len(each), D) for each, D in zip(marks, BANDS_D, strict=True)
    ]
    return [each for each in counts if each[0]]


def _draw(tables: list[list[Mark]], functions: list[list[Mark]], label: str) -> Markup:
    lanes, y = [], float(TOP)
    for D, table, function in zip(BANDS_D, tables, functions, strict=True):
        lanes.append(text(0, y + 12, words.bands_width(D), class_="strong"))
        y += 20
        right = [Mark(value, right=True) for value in formulas.wavelengths(D).tolist()]
        for said, name, marks in (
            (words.BANDS_FORMULA, "formula", right),
            (words.YOUR_TABLE, "table", table),
            (words.BANDS_CALL, "function", function),
        ):
            lanes.append(_lane(y, said, name, D, marks))
            y += LANE
        y += 12
    return picture(label, y + 26, _axis(y - 6), *lanes)


def _axis(bottom: float) -> Markup:
    parts = []
    for place, said in enumerate(DECADES):
        x = _x(10.0**place)
        parts.append(line(x, TOP + 14, x, bottom, class_="grid"))
        parts.append(text(x, bottom + 13, said, class_="tick", text_anchor="middle"))
    x = _x(2 * math.pi)
    parts.append(text(x, TOP - 12, words.TWO_PI, class_="tick", text_anchor="middle"))
    parts.append(line(x, TOP - 8, x, bottom, class_="guide"))
    below = bottom + 29
    parts.append(text(RIGHT_EDGE, below, words.BANDS_AXIS, class_="tick", text_anchor="end"))
    return group(*parts)


def _lane(y: float, said: str, name: str, D: int, marks: Sequence[Mark]) -> Markup:
    parts = [text(LEFT - 8, y + 13, said, class_="label", text_anchor="end")]
    if not marks:
        parts.append(text(LEFT + 4, y + 13, "–", class_="label"))
    parts += [_mark(_x(mark.wavelength), y + 2, mark) for mark in marks]
    return group(*parts, class_=f"lane {name} d{D}")


def _mark(x: float, y: float, mark: Mark) -> Markup:
    state = "fits" if mark.right else "off"
    if not mark.steady:
        cross = f"M{x - 2.5:.2f} {y + 4.5:.2f}l5 5m0 -5l-5 5"
        return element("path", d=cross, class_=f"band cross {state}")
    if mark.backwards:
        return element("rect", x=x - 1.6, y=y, width=3.2, height=14, class_=f"band hollow {state}")
    return line(x, y, x, y + 14, class_=f"band {state}")


def _numbers(tables: list[list[Mark]], lists: list[Curve | None]) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for D, table, listed in zip(BANDS_D, tables, lists, strict=True):
        for k, right in enumerate(formulas.wavelengths(D).tolist()):
            measured = table[k].wavelength if table else None
            given = listed.values[k] if listed and k < len(listed.values) else None
            rows.append((str(D), str(k), _length(right), _length(measured), _length(given)))
    return rows


def _length(value: float | None) -> str:
    if value is None:
        return "–"
    return "∞" if math.isinf(value) else page_number_text(float(f"{value:.5g}"))
