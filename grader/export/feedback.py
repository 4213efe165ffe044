"""Write a student's feedback on a graded submission, as plain text and as HTML."""

from __future__ import annotations

import html
from collections.abc import Iterator

from ..scorecard import (
    ExerciseResult,
    Outcome,
    Penalty,
    Scorecard,
    Status,
    TestResult,
    for_student,
    merged,
)
from ..text import visible_in_file
from .base import GRADER_FAILED, PROVISIONAL, rejection
from .text import line, points, shorten

OPENING = "Automatic grading:"  # marks feedback as ours, so a later export may replace it
MAX_TEXT = 4_000  # characters of one test's message
MAX_FEEDBACK = 20_000  # characters of one person's feedback


def one_feedback(test: TestResult, limit: int = MAX_TEXT) -> str:
    """Return a test's message and hint in at most `limit` characters; nothing if it passed."""
    if test.outcome is Outcome.PASSED:
        return ""
    if test.outcome is Outcome.GRADER_ERROR:
        return GRADER_FAILED  # the fault's own text is for the instructor
    # Cut the message first, because making a flood of text visible would take long.
    message = visible_in_file(test.message[: limit + 1]) or f"{test.outcome.label.capitalize()}."
    hint = shorten(f"\nHint: {visible_in_file(test.hint[:limit])}", limit // 2) if test.hint else ""
    return shorten(message, limit - len(hint)) + hint


def heading(exercise: ExerciseResult) -> str:
    """Return an exercise's number and title."""
    return f"{exercise.number} {line(exercise.title)}"


def of_points(score: float, max_score: float) -> str:
    """Return points as `3 / 4`."""
    return f"{points(score)} / {points(max_score)}"


def remarks(card: Scorecard) -> list[str]:
    """Return the remarks on a card as a whole: its status, decisions and notices."""
    found = []
    if card.run.status is Status.GRADER_ERROR:
        found.append(GRADER_FAILED)
    if card.run.status is Status.PROVISIONAL:
        found.append(PROVISIONAL)
    if card.run.status is Status.REJECTED:
        label = card.run.status.label.capitalize()
        found.append(f"{label}: {visible_in_file(rejection(card))}")
    for override in card.overrides:
        about = override.about[0].upper() + override.about[1:]
        decision = f"{about}: {points(override.points)} points"
        found.append(
            f"{decision} by your teacher's decision. {visible_in_file(override.reason)}".strip()
        )
    if card.penalty:
        found.append(late_text(card.penalty))
    return [*found, *map(line, card.submission.notices)]


def late_text(penalty: Penalty) -> str:
    """Return what lateness takes, with the rule."""
    return f"Late: -{points(penalty.points)} points. {line(penalty.rule)}"


def feedback_text(card: Scorecard) -> str:
    """Return the feedback on a card as lines of text."""
    card = for_student(card)
    lines = [f"{OPENING} {of_points(card.score, card.max_score)} points", *remarks(card)]
    if card.run.status in (Status.GRADED, Status.PROVISIONAL):
        for exercise in card.exercises:
            lines += ["", f"{heading(exercise)}: {of_points(exercise.score, exercise.max_score)}"]
            for titles, text in _findings(exercise):
                lines.append("- " + "\n- ".join(titles))
                lines.append("    " + text.replace("\n", "\n    "))
    return shorten("\n".join(lines), MAX_FEEDBACK) + "\n"


def feedback_html(card: Scorecard) -> str:
    """Return the feedback on a card as HTML on one line, every text escaped."""
    card = for_student(card)
    parts = [f"<p>{OPENING} {of_points(card.score, card.max_score)} points</p>"]
    parts += [f"<p>{_html(remark)}</p>" for remark in remarks(card)]
    if card.run.status in (Status.GRADED, Status.PROVISIONAL):
        for exercise in card.exercises:
            total = of_points(exercise.score, exercise.max_score)
            parts.append(f"<p><strong>{_html(heading(exercise))}</strong>: {total}</p>")
            for titles, text in _findings(exercise):
                named = "; ".join(titles)
                parts.append(f"<p>{_html(named)}<br>{_html(text)}</p>")
    kept, size = [], 0
    for part in parts:
        size += len(part)
        if size > MAX_FEEDBACK:
            kept.append("<p>… cut: too long.</p>")
            break
        kept.append(part)
    return "".join(kept)


def _findings(exercise: ExerciseResult) -> Iterator[tuple[list[str], str]]:
    """Yield each text about the tests of an exercise, after the titles that it belongs to."""
    titles_of: dict[str, list[str]] = {}
    for test in merged(exercise.tests):
        if text := one_feedback(test):
            titles_of.setdefault(text, []).append(line(test.title))
    for text, titles in titles_of.items():
        yield titles, text


def _html(text: str) -> str:
    return html.escape(text).replace("\n", "<br>")
