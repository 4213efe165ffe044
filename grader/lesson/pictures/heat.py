"""Draw the sinusoidal table as a heat map, beside the right one and the difference."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Sequence

from markupsafe import Markup

from ...report.figure import Figure
from ...report.svg import element, group, line, picture, text
from .. import formulas
from . import words
from .snapshot import TABLE_D, TABLE_L, Numbers, Snapshot, reasons

LEVELS = 8  # shades on either side of 0
CELL_W, CELL_H = 3.1, 3.0
LEFT, TOP, GAP = 24, 34, 14
PANEL_W, PANEL_H = TABLE_D * CELL_W, TABLE_L * CELL_H
BEYOND = 1.02


def draw(snapshot: Snapshot) -> Figure:
    """Draw the student's table, if there is one."""
    table = snapshot.table.value
    svg = None
    findings: tuple[str, ...] = ()
    if table is not None:
        cells = TABLE_L * TABLE_D
        finding = words.heat_right(cells)
        if table.first is not None:
            finding = words.heat_wrong(table.wrong, cells, *table.first)
        findings = (finding,)
        svg = _draw(table.rows, exact=not table.wrong, label=f"{words.HEAT_TITLE}. {finding}")
    return Figure(
        key="heat",
        exercise=4,
        title=words.HEAT_TITLE,
        svg=svg,
        reads=words.heat_sizes(TABLE_L, TABLE_D),
        findings=findings,
        reasons=reasons(snapshot.table),
        explained_by=("sin_",),
    )


def _draw(rows: Sequence[Numbers], exact: bool, label: str) -> Markup:
    shades = {_shade(value) for row in rows for value in row}
    height = TOP + PANEL_H + 44
    return picture(
        label,
        height,
        _panel(0, words.YOURS, rows),
        _right_panel(),
        _panel(2, words.DIFFERENCE, [] if exact else _difference(rows)),
        _positions(),
        _legend(height - 10, shades),
    )


@functools.cache
def _right() -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(row) for row in formulas.sinusoid(TABLE_L, TABLE_D).tolist())


@functools.cache
def _right_panel() -> Markup:
    """Return the panel of the right table.

    It is drawn once, because all the thousands of pages of a class show the same one.
    """
    return _panel(1, words.RIGHT, _right())


def _difference(rows: Sequence[Numbers]) -> list[Numbers]:
    return [
        tuple(
            None if a is None else min(max(a - b, -1.0), 1.0)
            for a, b in zip(own, other, strict=True)
        )
        for own, other in zip(rows, _right(), strict=True)
    ]


def _panel(place: int, title: str, rows: Sequence[Numbers]) -> Markup:
    x = LEFT + place * (PANEL_W + GAP)
    parts = [
        text(0, -18, title, class_="strong"),
        element("rect", x=0, y=0, width=PANEL_W, height=PANEL_H, class_="panel"),
        text(0, -5, "0", class_="tick"),
        text(PANEL_W, -5, str(TABLE_D - 1), class_="tick", text_anchor="end"),
    ]
    if rows:
        scaled = f"translate({CELL_W / 2:g} 0) scale({CELL_W:g} {CELL_H:g})"
        parts.append(group(*_cells(rows), transform=scaled, class_="cells"))
    else:
        middle = {"text_anchor": "middle", "class_": "tick"}
        parts.append(text(PANEL_W / 2, PANEL_H / 2, words.NO_DIFFERENCE, **middle))
    return group(*parts, transform=f"translate({x:g} {TOP})")


def _cells(rows: Sequence[Numbers]) -> list[Markup]:
    """Return one path for each shade, in which equal cells below each other are one stroke."""
    strokes: dict[str, list[str]] = defaultdict(list)
    for column in range(len(rows[0])):
        shades = [_shade(row[column]) for row in rows] + ["end"]
        start = 0
        for place in range(1, len(shades)):
            if shades[place] != shades[start]:
                if shades[start]:
                    strokes[shades[start]].append(f"M{column} {start}v{place - start}")
                start = place
    return [
        element("path", d="".join(moves), class_=f"cell {name}") for name, moves in strokes.items()
    ]


@functools.lru_cache(8192)  # a right table has the same 2,048 values on every page
def _shade(value: float | None) -> str:
    """Return the CSS class of a cell; a cell of 0 has none."""
    if value is None:
        return "nan"
    if abs(value) > BEYOND:
        return "over" if value > 0 else "under"
    level = round(value * LEVELS)
    return f"{'p' if level > 0 else 'n'}{min(abs(level), LEVELS)}" if level else ""


def _positions() -> Markup:
    ticks = [
        text(LEFT - 4, TOP + (p + 0.5) * CELL_H + 4, str(p), class_="tick", text_anchor="end")
        for p in (0, TABLE_L // 2, TABLE_L - 1)
    ]
    return group(*ticks)


def _legend(y: float, used: set[str]) -> Markup:
    step = 7
    shades = [f"n{level}" for level in range(LEVELS, 0, -1)] + [""]
    shades += [f"p{level}" for level in range(1, LEVELS + 1)]
    parts = [text(LEFT, y, "−1", class_="tick")]
    start = LEFT + 18
    for place, name in enumerate(shades):
        x = start + (place + 0.5) * step
        parts.append(line(x, y - 9, x, y, class_=f"swatch {name}", stroke_width=step))
    x = start + len(shades) * step + 4
    parts.append(text(x, y, "1", class_="tick"))
    for name, said in (
        ("over", words.OR_MORE),
        ("under", words.OR_LESS),
        ("nan", words.NOT_A_NUMBER),
    ):
        if name in used:
            x += 22
            parts.append(line(x, y - 9, x, y, class_=f"swatch {name}", stroke_width=8))
            parts.append(text(x + 8, y, said, class_="tick"))
            x += 5 * len(said)
    return group(*parts)
