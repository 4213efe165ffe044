"""A card of a grading that failed."""

from __future__ import annotations

from grader.scorecard import Budgets, Run, Scorecard, Status, SubmissionInfo


def failed_card() -> Scorecard:
    """Return a card that holds no grade."""
    run = Run(
        grader_version="", suites_digest="", seed=0, budgets=Budgets(), python="", torch="",
        platform="", isolation="full", layers=(), status=Status.GRADER_ERROR, started_at="",
        duration_s=0.0,
    )  # fmt: skip
    info = SubmissionInfo(id="one", digest="", files=())
    return Scorecard(submission=info, score=0.0, max_score=0.0, exercises=(), run=run)
