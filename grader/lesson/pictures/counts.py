"""Draw the trainable numbers of the three embeddings as bars, and the difference L*D."""

from __future__ import annotations

import math

from markupsafe import Markup

from ...report.figure import Figure
from ...report.svg import WIDTH, element, group, line, linear, picture, text
from ...text import page_number_text
from . import words
from .snapshot import COUNT_D, COUNT_L, COUNT_V, COUNTED, Count, Snapshot, reasons

EXPECTED = (COUNT_V * COUNT_D, COUNT_L * COUNT_D, 0)
LEFT, RIGHT_EDGE, TOP, ROW, BAR = 8, WIDTH - 24, 66, 46, 14
MOST = 1.25 * max(EXPECTED)  # longer bars are cut there

_x = linear(0, MOST, LEFT, RIGHT_EDGE)


def draw(snapshot: Snapshot) -> Figure:
    """Draw what each module owns and what the student's function counts."""
    counts = [part.value for part in snapshot.counts]
    findings = _findings(counts)
    svg = None
    if any(counts):
        svg = _draw(counts, f"{words.COUNTS_TITLE}. {' '.join((*findings, *_labels(counts)))}")
    uncounted = tuple(
        f"count_parameters({name}): {count.reason}."
        for name, count in zip(COUNTED, counts, strict=True)
        if count and count.reason
    )
    return Figure(
        key="counts",
        exercise=1,
        title=words.COUNTS_TITLE,
        svg=svg,
        reads=f"{words.counts_sizes(COUNT_V, COUNT_L, COUNT_D)} {words.COUNTS_READS}",
        findings=findings,
        reasons=(*reasons(*snapshot.counts), *dict.fromkeys(uncounted)),
        explained_by=("count_", "sin_trainable", "sin_from_pretrained", "learned_", "token_"),
        head=(words.COUNTS_MODULE, words.COUNTS_EXPECTED, words.COUNTS_OWNED, words.COUNTS_COUNTED),
        numbers=tuple(
            (name, str(expected), str(count.owned) if count else "–", _counted(count))
            for name, expected, count in zip(COUNTED, EXPECTED, counts, strict=True)
        )
        if svg
        else (),
    )


def _findings(counts: list[Count | None]) -> tuple[str, ...]:
    _, learned, fixed = counts
    if learned is None or fixed is None:
        return ()
    expected = page_number_text(COUNT_L * COUNT_D)
    return (words.counts_delta(page_number_text(learned.owned - fixed.owned), expected),)


def _counted(count: Count | None) -> str:
    return "–" if count is None or count.counted is None else page_number_text(count.counted)


def _labels(counts: list[Count | None]) -> list[str]:
    return [
        f"{name} {words.counts_label(str(count.owned), _counted(count))}."
        for name, count in zip(COUNTED, counts, strict=True)
        if count
    ]


def _draw(counts: list[Count | None], label: str) -> Markup:
    rows = [
        _row(TOP + place * ROW, name, expected, count)
        for place, (name, expected, count) in enumerate(zip(COUNTED, EXPECTED, counts, strict=True))
    ]
    bottom = TOP + len(COUNTED) * ROW
    return picture(label, bottom + 30, _legend(), *rows, _delta(bottom, counts))


def _row(y: float, name: str, expected: int, count: Count | None) -> Markup:
    parts = [text(LEFT, y, name, class_="label")]
    top = y + 6
    if count is None:
        parts.append(text(WIDTH - 8, y, "–", class_="label", text_anchor="end"))
        return group(*parts, class_="row")
    owned = str(count.owned)
    fits = "fits" if count.owned == expected else "off"
    parts.append(text(WIDTH - 8, y, owned, class_=f"label number {fits}", text_anchor="end"))
    parts.append(
        element(
            "rect", x=LEFT, y=top, width=_x(count.owned) - LEFT, height=BAR, class_=f"bar {fits}"
        )
    )
    parts.append(
        element(
            "rect", x=LEFT, y=top, width=max(_x(expected) - LEFT, 1), height=BAR, class_="target"
        )
    )
    if count.counted is not None and math.isfinite(count.counted):
        x = _x(count.counted)
        agrees = "fits" if count.counted == expected else "off"
        arrow = f"M{x:.2f} {top + BAR + 1:g}l-5 9h10z"
        parts.append(element("path", d=arrow, class_=f"counted {agrees}"))
    return group(*parts, class_="row")


def _delta(y: float, counts: list[Count | None]) -> Markup:
    _, learned, fixed = counts
    if learned is None or fixed is None:
        return Markup()
    start, end = sorted((_x(fixed.owned), _x(learned.owned)))
    difference = learned.owned - fixed.owned
    fits = "fits" if difference == COUNT_L * COUNT_D else "off"
    said = words.counts_bracket(page_number_text(difference), difference == COUNT_L * COUNT_D)
    return group(
        element("path", d=f"M{start:.2f} {y - 2:g}v6H{end:.2f}v-6", class_=f"bracket {fits}"),
        text(LEFT, y + 20, said, class_=f"label {fits}"),
    )


def _legend() -> Markup:
    return group(
        element("rect", x=LEFT, y=4, width=24, height=10, class_="bar fits"),
        text(40, 13, words.COUNTS_OWNED, class_="label"),
        element("rect", x=LEFT, y=20, width=24, height=10, class_="target"),
        text(40, 29, words.COUNTS_EXPECTED, class_="label"),
        element("path", d="M184 19l-5 9h10z", class_="counted fits"),
        text(196, 29, words.COUNTS_COUNTED, class_="label"),
        line(LEFT, 40, WIDTH - 8, 40, class_="grid"),
    )
