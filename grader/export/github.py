"""GitHub Actions: the job's summary in Markdown, and annotations as workflow commands."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from ..scorecard import ExerciseResult, Outcome, Scorecard, Status, for_student, merged
from .base import GRADER_FAILED, Job, Output, gradable
from .feedback import heading, of_points, one_feedback, remarks
from .text import line, markdown, preformatted

MAX_BYTES = 1024 * 1024
MAX_ANNOTATIONS = 10  # of a kind
QUIET = (Outcome.CONSEQUENCE, Outcome.NOT_RUN, Outcome.NOT_WRITTEN)
_CUT = "\n_The summary is cut here: it is over GitHub's limit of 1 MiB._\n"

Annotation = tuple[str, str, str]  # kind, title, message


def make(job: Job) -> Output:
    """Return summary.md and annotations.txt."""
    output = Output()
    gradable(job.cards, output.notes)
    output.files["summary.md"] = _capped(chain.from_iterable(map(_blocks, job.cards)))
    found = chain.from_iterable(map(_annotations, job.cards))
    output.files["annotations.txt"] = "".join(f"{command}\n" for command in _commands(found))
    return output


def to_github_summary(card: Scorecard) -> str:
    """Return Markdown of at most 1 MiB, for the student to see."""
    return _capped(_blocks(card))


def to_github_annotations(card: Scorecard) -> list[str]:
    """Return workflow commands to print, for the student to see: at most ten of a kind."""
    return _commands(_annotations(card))


def _blocks(card: Scorecard) -> list[str]:
    """Return the summary in blocks; it may be cut after any of them."""
    card = for_student(card)
    name = markdown(card.submission.id)
    if card.run.status is Status.GRADER_ERROR:
        return [f"## {name}: not graded\n", preformatted(GRADER_FAILED) + "\n"]
    blocks = [f"## {name}: {of_points(card.score, card.max_score)} points\n"]
    if notes := remarks(card):
        blocks.append(preformatted("\n".join(notes)) + "\n")
    if card.run.status is not Status.REJECTED:
        for exercise in card.exercises:
            blocks += _exercise_blocks(exercise)
    return blocks


def _exercise_blocks(exercise: ExerciseResult) -> list[str]:
    total = of_points(exercise.score, exercise.max_score)
    rows = [f"### {markdown(heading(exercise))}: {total}\n", "| Test | Result | Points |"]
    rows.append("| --- | --- | --- |")
    texts = []
    for test in merged(exercise.tests):
        title = markdown(test.title)
        rows.append(f"| {title} | {test.outcome.label} | {of_points(test.score, test.max_score)} |")
        if text := one_feedback(test):
            texts.append(f"**{title}**\n\n{preformatted(text)}\n")
    return ["\n".join(rows) + "\n", *texts]


def _capped(blocks: Iterable[str]) -> str:
    kept: list[str] = []
    size = len(_CUT.encode())
    for block in blocks:
        size += len(block.encode()) + 1
        if size > MAX_BYTES:
            return "\n".join(kept) + _CUT
        kept.append(block)
    return "\n".join(kept)


def _annotations(card: Scorecard) -> list[Annotation]:
    card = for_student(card)
    if card.run.status is Status.GRADER_ERROR:
        return [("error", card.submission.id, GRADER_FAILED)]
    found = [("warning", card.submission.id, remark) for remark in remarks(card)]
    if card.run.status is not Status.REJECTED:
        for test in card.tests():
            if text := one_feedback(test):
                found.append(("notice" if test.outcome in QUIET else "error", test.title, text))
    return found


def _commands(annotations: Iterable[Annotation]) -> list[str]:
    """Return at most ten commands of each kind; the tenth then counts those left out."""
    kinds: dict[str, list[Annotation]] = {"error": [], "warning": [], "notice": []}
    for annotation in annotations:
        kinds[annotation[0]].append(annotation)
    commands = []
    for kind, found in kinds.items():
        if len(found) > MAX_ANNOTATIONS:
            more = f"{len(found) - MAX_ANNOTATIONS + 1} more: see the job's summary."
            found = [*found[: MAX_ANNOTATIONS - 1], (kind, "More", more)]
        commands += [
            f"::{kind} title={_property(title)}::{_data(text)}" for _, title, text in found
        ]
    return commands


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(line(text)).replace(":", "%3A").replace(",", "%2C")
