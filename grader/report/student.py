"""The student's page: what to do next, every test, and pictures of the student's work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..scorecard import (
    ExerciseResult,
    Outcome,
    Scorecard,
    Status,
    TestResult,
    merged,
    next_step,
)
from ..text import page_number_text
from . import histogram, words
from .figure import Figure, Pictures
from .links import name_of
from .page import render

_NOT_STARTED = {Outcome.NOT_WRITTEN, Outcome.MISSING, Outcome.NOT_RUN}


@dataclass(frozen=True)
class TestView:
    """One test as the page shows it."""

    test: TestResult
    outcome: str
    mark: str  # "good", "bad" or "other", a class of style.css
    points: str
    message: str
    hint: str
    known: bool  # whether the hint is the sentence of a known mistake
    blame: str  # a sentence about the exercise that has to work first
    blamed: int | None  # its number


@dataclass(frozen=True)
class FigureView:
    """One picture, and the sentences of the mistakes that can be seen in it."""

    figure: Figure
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class ExerciseView:
    """One exercise as the page shows it."""

    number: int
    title: str
    points: str
    state: str
    complete: bool
    not_started: bool
    bar: Markup
    open: tuple[TestView, ...]
    passed: tuple[TestView, ...]
    messages: tuple[str, ...]
    figures: tuple[FigureView, ...]
    decision: str


def student_page(
    card: Scorecard,
    pictures: Pictures,
) -> str:
    """Return a student's page.

    Args:
        card: the scorecard; the page leaves out what only an instructor may read.
        pictures: the pictures, or the reason why there are none.
    """
    name = name_of(card)
    exercises = [_exercise(card, exercise, pictures.figures) for exercise in card.exercises]
    pictured = any(view.figures for view in exercises)
    following = next_step(card)
    first = following.exercise if following else -1
    ordered = sorted(exercises, key=lambda view: (view.number != first, view.complete, view.number))
    return render(
        "student.html",
        title=words.student_title(name),
        name=name,
        identity="" if name == card.submission.id else card.submission.id,
        score=page_number_text(card.score),
        points=words.of_points(card.score, card.max_score),
        max_score=page_number_text(card.max_score),
        summary=_summary(card, exercises),
        banners=banners(card),
        notices=card.submission.notices,
        next=_test(following, set()) if following else None,
        next_exercise=next((view for view in exercises if view.number == first), None),
        next_worth=words.earns(round(following.max_score - following.score, 2))
        if following
        else "",
        exercises=exercises,
        ordered=ordered,
        pictured=pictured,
        why_none=words.NOTHING_DRAWN if pictures.figures and not pictured else pictures.why_none,
        footer=_footer(card),
    )


def banners(card: Scorecard) -> list[str]:
    """Return the sentences about the whole card that lead the page."""
    sentences = {
        Status.PROVISIONAL: words.PROVISIONAL,
        Status.REJECTED: words.REJECTED,
        Status.GRADER_ERROR: words.GRADER_FAULT,
    }
    found = [sentences[card.run.status]] if card.run.status in sentences else []
    if card.penalty:
        found.append(words.late_penalty(card.penalty.points, card.penalty.rule))
    elif card.submission.late:
        found.append(words.LATE)
    return found + [
        words.total_decided(override.points, override.reason)
        for override in card.overrides
        if override.exercise is None
    ]


def _summary(card: Scorecard, exercises: Sequence[ExerciseView]) -> str:
    if card.run.status in (Status.REJECTED, Status.GRADER_ERROR):
        return card.run.status.label.capitalize()
    lost = sum(not view.complete for view in exercises)
    if lost:
        return words.left_to_do(lost)
    return words.ALL_DONE if card.score >= card.max_score else words.ALL_DONE_BUT_POINTS


def _exercise(card: Scorecard, exercise: ExerciseResult, drawn: Sequence[Figure]) -> ExerciseView:
    shown_hints: set[str] = set()
    views = [_test(test, shown_hints) for test in merged(exercise.tests)]
    passed = tuple(view for view in views if view.test.outcome is Outcome.PASSED)
    left = tuple(view for view in views if view.test.outcome is not Outcome.PASSED)
    lost = sum(test.score < test.max_score for test in exercise.tests)
    started = passed or any(view.test.outcome not in _NOT_STARTED for view in left)
    state = words.partly(lost, len(exercise.tests))
    if not lost:
        state = words.COMPLETE
    elif not started:
        state = words.NOT_STARTED
    decisions = [item.reason for item in card.overrides if item.exercise == exercise.number]
    return ExerciseView(
        number=exercise.number,
        title=words.exercise_title(exercise.number, exercise.title),
        points=words.of_points(exercise.score, exercise.max_score),
        state=state,
        complete=not lost,
        not_started=not started,
        bar=histogram.bar(exercise.score / exercise.max_score if exercise.max_score else 1.0),
        open=left,
        passed=passed,
        messages=tuple(dict.fromkeys(view.message for view in left if view.message)),
        figures=_figures(exercise, drawn),
        decision=" ".join(decisions),
    )


def _figures(exercise: ExerciseResult, drawn: Sequence[Figure]) -> tuple[FigureView, ...]:
    """Put the sentence of each mistake beside the first picture in which it can be seen."""
    used: set[str] = set()
    views = []
    for figure in drawn:
        if figure.exercise != exercise.number or figure.svg is None:
            continue
        sentences = {
            test.hint: None
            for test in exercise.tests
            if test.misconception
            and test.misconception not in used
            and test.misconception.startswith(figure.explained_by)
        }
        used |= {
            test.misconception
            for test in exercise.tests
            if test.hint in sentences and test.misconception
        }
        views.append(FigureView(figure, tuple(sentences)))
    return tuple(views)


def _test(test: TestResult, shown_hints: set[str]) -> TestView:
    """Prepare one test; a hint that the exercise has shown before is not repeated."""
    good = test.outcome in (Outcome.PASSED, Outcome.CONSEQUENCE)
    other = test.outcome in _NOT_STARTED or test.outcome is Outcome.GRADER_ERROR
    blame = ""
    if test.fault_in is not None:
        keeps = test.outcome is Outcome.CONSEQUENCE
        blame = (words.keeps_points if keeps else words.waits_for)(test.fault_in)
    hint = test.hint
    if hint and hint in shown_hints:
        hint = words.SAME_CAUSE if test.misconception else ""
    shown_hints.add(test.hint)
    return TestView(
        test=test,
        outcome=test.outcome.label.capitalize(),
        mark="good" if good else "other" if other else "bad",
        points=words.of_points(test.score, test.max_score),
        message=test.message,
        hint=hint,
        known=bool(test.misconception),
        blame=blame,
        blamed=test.fault_in,
    )


def _footer(card: Scorecard) -> str:
    run = card.run
    date = run.started_at.partition("T")[0]
    return words.footer(date, run.grader_version, run.python, run.torch, run.isolation)
