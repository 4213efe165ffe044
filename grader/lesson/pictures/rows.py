"""Draw which rows of the token matrix get a gradient, without and with the tied head."""

from __future__ import annotations

from markupsafe import Markup

from ...report.figure import Figure
from ...report.svg import WIDTH, element, group, line, picture, text
from ...text import page_number_text
from . import words
from .snapshot import ROWS_IDS, ROWS_V, Part, Rows, Snapshot, reasons

LEFT, TOP, CELL, STRIP = 42, 8, 12.6, 84
NOTHING = 1e-6  # a shorter gradient counts as none
TOLERANCE = 1e-3  # of the longest right gradient: a difference that can be seen
SHADES = 8


def draw(snapshot: Snapshot) -> Figure:
    """Draw both strips of the student's matrix, each above the right one."""
    parts = ((snapshot.rows_untied, words.UNTIED), (snapshot.rows_tied, words.TIED))
    findings = tuple(finding for part, what in parts for finding in _findings(part.value, what))
    svg = None
    if snapshot.rows_untied.value or snapshot.rows_tied.value:
        svg = _draw(snapshot, f"{words.ROWS_TITLE}. {' '.join(findings)}")
    return Figure(
        key="rows",
        exercise=5,
        title=words.ROWS_TITLE,
        svg=svg,
        reads=words.ROWS_READS,
        findings=findings,
        reasons=reasons(snapshot.rows_untied, snapshot.rows_tied),
        explained_by=("tie_", "token_"),
        head=(
            words.ROW,
            *(f"{what}: {whose}" for _, what in parts for whose in (words.YOURS, words.RIGHT)),
        ),
        numbers=tuple(
            (str(row), *(cell for part, _ in parts for cell in _pair(part, row)))
            for row in range(ROWS_V)
        )
        if svg
        else (),
    )


def _touched(lengths: tuple[float | None, ...]) -> list[bool]:
    """Return which rows have a gradient."""
    return [value is None or value > NOTHING for value in lengths]


def _differs(rows: Rows) -> list[bool]:
    allowed = TOLERANCE * max(rows.right)
    return [
        value is None or abs(value - right) > allowed or reached != expected
        for value, right, reached, expected in zip(
            rows.lengths, rows.right, _touched(rows.lengths), _touched(rows.right), strict=True
        )
    ]


def _findings(rows: Rows | None, what: str) -> list[str]:
    if rows is None:
        return []
    own, right = _touched(rows.lengths), _touched(rows.right)
    found = [words.rows_touched(sum(own), sum(right), ROWS_V, what)]
    if own == right and any(_differs(rows)):
        found.append(words.rows_differ(sum(_differs(rows)), what))
    return found


def _pair(part: Part[Rows], row: int) -> tuple[str, str]:
    if part.value is None:
        return "–", "–"
    value = part.value.lengths[row]
    own = words.NOT_A_NUMBER if value is None else _short(value)
    return own, _short(part.value.right[row])


def _short(value: float) -> str:
    return page_number_text(float(f"{value:.3g}"))


def _draw(snapshot: Snapshot, label: str) -> Markup:
    strips, y = [], float(TOP)
    for part, name, said in (
        (snapshot.rows_untied, "untied", words.ROWS_UNTIED),
        (snapshot.rows_tied, "tied", words.ROWS_TIED),
    ):
        strips.append(text(0, y + 12, said, class_="strong"))
        if part.value:
            strips.append(
                _strip(y + 24, words.YOURS, f"own {name}", part.value.lengths, part.value)
            )
            right = _strip(y + 44, words.RIGHT, f"exact {name}", part.value.right, None)
            strips.append(right)
        else:
            strips.append(text(LEFT, y + 36, "–", class_="label"))
        y += STRIP
    return picture(label, y + 18, *strips, _ids(y - 8))


def _strip(
    y: float, said: str, name: str, lengths: tuple[float | None, ...], judged: Rows | None
) -> Markup:
    longest = max(judged.right if judged else [value or 0.0 for value in lengths]) or 1.0
    wrong = _differs(judged) if judged else [False] * len(lengths)
    parts = [text(LEFT - 6, y + 12, said, class_="label", text_anchor="end")]
    for row, value in enumerate(lengths):
        classes = ["cell", _shade(value, longest)] + (["differs"] if wrong[row] else [])
        x = LEFT + row * CELL
        box = {"x": x + 0.8, "y": y + 0.8, "width": CELL - 1.6, "height": 14.4}
        parts.append(element("rect", **box, class_=" ".join(filter(None, classes))))
    return group(*parts, class_=f"strip {name}")


def _shade(length: float | None, longest: float) -> str:
    """Return the CSS class of a row; the longer its gradient, the darker."""
    if length is None:
        return "nan"
    if length <= NOTHING:
        return "none"
    return f"p{min(SHADES, max(2, round(SHADES * length / longest)))}"


def _ids(y: float) -> Markup:
    parts = [line(LEFT, y - 4, WIDTH - 8, y - 4, class_="grid")]
    used = set(ROWS_IDS.ravel().tolist())
    for row in range(ROWS_V):
        x = LEFT + (row + 0.5) * CELL
        if row in used:
            parts.append(element("circle", cx=x, cy=y + 2, r=2.5, class_="used"))
            parts.append(text(x, y + 16, str(row), class_="tick", text_anchor="middle"))
    parts.append(text(LEFT - 6, y + 16, words.ROWS_IDS, class_="tick", text_anchor="end"))
    return group(*parts)
