"""Draw the histogram of a class's scores, and the small bars of both pages."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from . import words
from .svg import WIDTH, element, group, line, linear, picture, text

BINS = 20  # of five percent each; one more bin holds full marks alone
LEFT, BOTTOM, TOP = 30, 168, 22
STEP = (WIDTH - LEFT - 4) / (BINS + 1)


def bins(shares: Sequence[float]) -> list[int]:
    """Count shares of the full score (0 to 1) in 20 bins and a 21st for full marks alone."""
    counts = [0] * (BINS + 1)
    for share in shares:
        place = BINS if share >= 1 else min(int(max(share, 0.0) * BINS + 1e-9), BINS - 1)
        counts[place] += 1
    return counts


def draw(shares: Sequence[float]) -> Markup:
    """Draw the histogram of shares of the full score."""
    counts = bins(shares)
    most = max(counts) or 1
    y = linear(0, most, BOTTOM, TOP)
    described = "; ".join(_described(place, count) for place, count in enumerate(counts) if count)
    bars = [
        element(
            "rect",
            x=LEFT + place * STEP + 1,
            y=y(count),
            width=STEP - 2,
            height=BOTTOM - y(count),
            class_="bar full" if place == BINS else "bar",
        )
        for place, count in enumerate(counts)
        if count
    ]
    label = words.histogram_label(described)
    return picture(label, BOTTOM + 36, _axes(most, y(most)), *bars)


def bar(share: float) -> Markup:
    """Draw one small bar for a share of 0 to 1.

    It is hidden from screen readers, because the page has the number beside it.
    """
    length = min(max(share, 0.0), 1.0) * 100
    return element(
        "svg",
        element("rect", x=0, y=0, width=100, height=8, class_="track"),
        element("rect", x=0, y=0, width=length, height=8, class_="bar"),
        viewBox="0 0 100 8",
        class_="small-bar",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


def _described(place: int, count: int) -> str:
    low = place * 100 // BINS
    return words.histogram_bin(low, low + 100 // BINS, count)


def _axes(most: int, top: float) -> Markup:
    parts = [
        line(LEFT, BOTTOM, WIDTH - 4, BOTTOM, class_="axis"),
        line(LEFT, top, WIDTH - 4, top, class_="grid"),
        text(LEFT - 5, BOTTOM + 4, "0", class_="tick", text_anchor="end"),
        text(LEFT - 5, top + 4, str(most), class_="tick", text_anchor="end"),
        text(
            (LEFT + WIDTH) / 2,
            BOTTOM + 32,
            words.DISTRIBUTION_X,
            class_="tick",
            text_anchor="middle",
        ),
    ]
    for percent in (0, 25, 50, 75):
        x = LEFT + percent * BINS / 100 * STEP
        parts.append(text(x, BOTTOM + 15, str(percent), class_="tick", text_anchor="middle"))
    full = LEFT + (BINS + 0.5) * STEP
    parts.append(text(full, BOTTOM + 15, "100", class_="tick", text_anchor="middle"))
    return group(*parts)
