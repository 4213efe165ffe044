"""Draw the neighbour-cosine curves: the right one, the student's, and of the learned rows."""

from __future__ import annotations

import math

from markupsafe import Markup

from ...report.figure import Figure
from ...report.svg import WIDTH, element, group, line, linear, picture, polyline, text
from ...text import page_number_text
from .. import formulas
from . import words
from .snapshot import CURVE_D, CURVE_L, MAX_OFFSET, Curve, Snapshot, reasons

LEFT, RIGHT_EDGE, TOP, BOTTOM = 36, WIDTH - 10, 78, 238
LOW, HIGH = -0.4, 1.1
# Six standard deviations of the mean cosine of independent rows: 1/sqrt(D * (L - k)).
CHANCE = 6 / math.sqrt(CURVE_D * (CURVE_L - MAX_OFFSET))
TOLERANCE = 1e-4  # wide enough for a float32 table

_x = linear(1, MAX_OFFSET, LEFT + 14, RIGHT_EDGE - 8)
_y = linear(LOW, HIGH, BOTTOM, TOP)


def draw(snapshot: Snapshot) -> Figure:
    """Draw what the student's function returns for both tables."""
    right = formulas.cosine_curve(formulas.sinusoid(CURVE_L, CURVE_D), MAX_OFFSET).tolist()
    own, learned = snapshot.curve_sinusoidal.value, snapshot.curve_learned.value
    findings = _findings(own, right)
    svg = None
    if own or learned:
        svg = _draw(right, own, learned, f"{words.CURVE_TITLE}. {' '.join(findings)}")
    return Figure(
        key="curve",
        exercise=2,
        title=words.CURVE_TITLE,
        svg=svg,
        reads=words.CURVE_READS,
        findings=findings,
        reasons=reasons(snapshot.curve_sinusoidal, snapshot.curve_learned),
        explained_by=("cos_", "learned_init_"),
        head=(words.OFFSET, words.RIGHT, words.CURVE_YOURS, words.CURVE_LEARNED),
        numbers=tuple(
            (str(k + 1), page_number_text(round(right[k], 4)), _at(own, k), _at(learned, k))
            for k in range(MAX_OFFSET)
        )
        if svg
        else (),
    )


def _findings(own: Curve | None, right: list[float]) -> tuple[str, ...]:
    if own is None:
        return ()
    found = [] if own.own_table else [words.CURVE_OTHER_TABLE]
    if own.length != MAX_OFFSET:
        return (*found, words.curve_length(own.length, MAX_OFFSET))
    for k, (value, expected) in enumerate(zip(own.values, right, strict=True)):
        if value is None or not abs(value - expected) <= TOLERANCE:
            off = words.curve_off(k + 1, _at(own, k), page_number_text(round(expected, 4)))
            return (*found, off)
    return (*found, words.CURVE_AGREES)


def _at(curve: Curve | None, k: int) -> str:
    if curve is None or k >= len(curve.values):
        return "–"
    value = curve.values[k]
    return words.NOT_A_NUMBER if value is None else page_number_text(float(f"{value:.4g}"))


def _draw(right: list[float], own: Curve | None, learned: Curve | None, label: str) -> Markup:
    exact = Curve(tuple(right), MAX_OFFSET)
    parts = [_axes(), _band(), _series(exact, "right", 5)]
    if learned:
        parts.append(_series(learned, "learned", 3))
    if own:
        parts.append(_series(own, "own", 3))
    return picture(label, BOTTOM + 38, _legend(), *parts)


def _axes() -> Markup:
    parts = []
    for value in (0.0, 0.5, 1.0):
        parts.append(line(LEFT, _y(value), RIGHT_EDGE, _y(value), class_="grid"))
        parts.append(text(LEFT - 6, _y(value) + 4, f"{value:g}", class_="tick", text_anchor="end"))
    for k in range(1, MAX_OFFSET + 1):
        parts.append(text(_x(k), BOTTOM + 14, str(k), class_="tick", text_anchor="middle"))
    middle = (LEFT + RIGHT_EDGE) / 2
    parts.append(text(middle, BOTTOM + 31, words.CURVE_AXIS, class_="tick", text_anchor="middle"))
    return group(*parts)


def _band() -> Markup:
    top, bottom = _y(CHANCE), _y(-CHANCE)
    return element(
        "rect", x=LEFT, y=top, width=RIGHT_EDGE - LEFT, height=bottom - top, class_="chance"
    )


def _series(curve: Curve, name: str, radius: float) -> Markup:
    points = [
        (_x(k + 1), _y(value), LOW <= value <= HIGH)
        for k, value in enumerate(curve.values[:MAX_OFFSET])
        if value is not None
    ]
    parts = [polyline([(x, y) for x, y, _ in points], class_="stroke")] if len(points) > 1 else []
    for x, y, inside in points:
        if inside:
            parts.append(element("circle", cx=x, cy=y, r=radius, class_="dot"))
        else:  # the point lies outside the picture, so an arrow head marks it at the edge
            way = -1 if y <= (TOP + BOTTOM) / 2 else 1
            head = f"M{x:g} {y + 3 * way:g}l-4 {-7 * way}h8z"
            parts.append(element("path", d=head, class_="dot"))
    return group(*parts, class_=f"series {name}")


def _legend() -> Markup:
    entries = (
        ("right", words.CURVE_RIGHT, 5),
        ("own", words.CURVE_YOURS, 3),
        ("learned", words.CURVE_LEARNED, 3),
    )
    parts = []
    for place, (name, said, radius) in enumerate(entries):
        y = 10 + place * 16
        mark = [
            line(4, y, 28, y, class_="stroke"),
            element("circle", cx=16, cy=y, r=radius, class_="dot"),
        ]
        parts.append(group(*mark, class_=f"series {name}"))
        parts.append(text(36, y + 4, said, class_="label"))
    y = 10 + 3 * 16
    parts.append(element("rect", x=4, y=y - 5, width=24, height=10, class_="chance"))
    parts.append(text(36, y + 4, words.CURVE_CHANCE, class_="label"))
    return group(*parts)
