"""Draw which lengths each module accepts and which it refuses, on both sides of T = L."""

from __future__ import annotations

from markupsafe import Markup

from ...report.figure import Figure
from ...report.svg import WIDTH, element, group, line, picture, text
from . import words
from .snapshot import LENGTHS, LIMIT_L, LIMITED, Snapshot, Trial, reasons

TOP, ROW, LEFT = 44, 42, 26
STEP = (WIDTH - 2 * LEFT) / (len(LENGTHS) - 1)
BORDER = LEFT + (LENGTHS.index(LIMIT_L) + 0.5) * STEP


def draw(snapshot: Snapshot) -> Figure:
    """Draw what each module did with each length."""
    rows = [part.value for part in snapshot.limits]
    findings = _findings(rows)
    svg = None
    if any(rows):
        svg = _draw(rows, f"{words.LIMITS_TITLE}. {' '.join(findings)}")
    return Figure(
        key="limits",
        exercise=3,
        title=words.LIMITS_TITLE,
        svg=svg,
        reads=f"{words.limits_sizes(LIMIT_L)} {words.LIMITS_READS}",
        findings=findings,
        reasons=reasons(*snapshot.limits),
        explained_by=("over_",),
        head=(words.LIMITS_MODULE, *(_length(T) for T in LENGTHS)),
        numbers=tuple(
            (name, *(_described(trial) for trial in trials))
            for name, trials in zip(LIMITED, rows, strict=True)
            if trials
        ),
    )


def _right(trial: Trial) -> bool:
    """Return whether this is what the exercise asks for."""
    return trial.kind == ("answered" if trial.length <= LIMIT_L else "refused")


def _described(trial: Trial) -> str:
    return words.limits_trial(trial.kind, trial.detail, trial.rows)


def _length(T: int) -> str:
    if T in (LIMIT_L - 1, LIMIT_L, LIMIT_L + 1, LIMIT_L + 2):
        step = T - LIMIT_L
        return "L" if not step else f"L{'+' if step > 0 else '−'}{abs(step)}"
    return "2L" if T == 2 * LIMIT_L else str(T)


def _findings(rows: list[tuple[Trial, ...] | None]) -> tuple[str, ...]:
    found = [
        words.limits_wrong(name, _length(wrong[0].length), _described(wrong[0]))
        for name, trials in zip(LIMITED, rows, strict=True)
        if trials and (wrong := [trial for trial in trials if not _right(trial)])
    ]
    if not found and all(rows):
        found.append(words.LIMITS_AGREE)
    return tuple(found)


def _draw(rows: list[tuple[Trial, ...] | None], label: str) -> Markup:
    bottom = TOP + len(LIMITED) * ROW
    drawn = [
        _row(TOP + place * ROW, name, trials)
        for place, (name, trials) in enumerate(zip(LIMITED, rows, strict=True))
    ]
    return picture(label, bottom + 40, _sides(bottom), *drawn, _legend(bottom + 28))


def _sides(bottom: float) -> Markup:
    parts = [
        element("rect", x=BORDER, y=0, width=WIDTH - BORDER, height=bottom, class_="beyond"),
        line(BORDER, 0, BORDER, bottom, class_="guide"),
        text(BORDER - 8, 14, words.LIMITS_ANSWERS, class_="label", text_anchor="end"),
        text(BORDER + 8, 14, words.LIMITS_REFUSES, class_="label"),
    ]
    for place, T in enumerate(LENGTHS):
        said = f"T = {_length(T)}" if not place else _length(T)
        parts.append(text(LEFT + place * STEP, 34, said, class_="tick", text_anchor="middle"))
    return group(*parts)


def _row(y: float, name: str, trials: tuple[Trial, ...] | None) -> Markup:
    parts = [text(2, y + 14, name, class_="label")]
    parts.append(line(LEFT, y + 27, WIDTH - LEFT, y + 27, class_="grid"))
    for place, trial in enumerate(trials or ()):
        parts.append(_mark(LEFT + place * STEP, y + 27, trial.kind, _right(trial)))
    return group(*parts, class_="row")


def _mark(x: float, y: float, kind: str, fits: bool) -> Markup:
    state = "fits" if fits else "off"
    if kind == "answered":
        mark = element("circle", cx=x, cy=y, r=5, class_=f"trial answered {state}")
    elif kind == "refused":
        cross = f"M{x - 5:.2f} {y - 5:g}l10 10m0 -10l-10 10"
        mark = element("path", d=cross, class_=f"trial refused {state}")
    elif kind == "other_error":
        triangle = f"M{x:.2f} {y - 6:g}l6 10h-12z"
        mark = element("path", d=triangle, class_=f"trial error {state}")
    else:
        mark = element(
            "rect", x=x - 4.5, y=y - 4.5, width=9, height=9, class_=f"trial else {state}"
        )
    if fits:
        return mark
    return group(mark, element("circle", cx=x, cy=y, r=10.5, class_="wrong"))


def _legend(y: float) -> Markup:
    parts = []
    for x, kind, said in (
        (8, "answered", words.LIMITS_ACCEPTED),
        (88, "refused", words.LIMITS_REFUSED),
        (162, "other_error", words.LIMITS_ERROR),
        (248, "nothing", words.LIMITS_ELSE),
    ):
        parts.append(_mark(x, y - 4, kind, fits=True))
        parts.append(text(x + 11, y, said, class_="label"))
    return group(*parts)
