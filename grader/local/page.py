"""Make the page of one submission that `grader check --html` writes."""

from __future__ import annotations

from .. import lesson
from ..candidate.client import Client
from ..report import student_page
from ..report.figure import Pictures
from ..scorecard import Budgets, Scorecard
from ..submission import Submission


def page(submission: Submission, card: Scorecard, budgets: Budgets) -> str:
    """Return the student's page of a card, with pictures of what the code does.

    Args:
        submission: the files, which are asked again at fixed public sizes for the pictures.
        card: what the page says.
        budgets: the limits under which the code runs.
    """
    client = Client(submission.files, budgets)
    try:
        snapshot = lesson.take_snapshot(client)
    finally:
        client.close()
    return student_page(card, Pictures(lesson.draw(snapshot)))
