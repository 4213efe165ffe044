"""Grade one submission on this computer, as `grader check` does once or at every save."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rich.console import Console
from rich.text import Text

from ..candidate.cores import one_core
from ..candidate.lockcheck import Isolation, probe
from ..grade import Settings, grade
from ..scorecard import Scorecard, for_student
from ..submission import Submission

Audience: TypeAlias = Literal["student", "instructor"]


@dataclass(frozen=True)
class Grading:
    """How submissions are graded here, and for whom."""

    settings: Settings
    isolation: Isolation
    audience: Audience

    def grade(self, submission: Submission, exercises: frozenset[int] | None = None) -> Scorecard:
        """Grade a submission on one CPU core and return its card as the audience may read it.

        Args:
            submission: the files.
            exercises: only these; None means those of the settings.
        """
        settings = self.settings
        if exercises is not None:
            settings = replace(settings, exercises=exercises)
        with one_core():
            card = grade(submission, settings, self.isolation)
        return for_student(card) if self.audience == "student" else card


def start(settings: Settings, audience: Audience, errors: Console) -> Grading:
    """Check the locks and return how to grade behind them.

    Args:
        settings: seed, budgets and exercises.
        audience: whom the cards are for; a student's leaves out what code printed or raised.
        errors: where each layer of isolation that does not hold here is named (stderr).
    """
    isolation = probe(settings.budgets)
    for layer in isolation.layers:
        if not layer.on:
            errors.print(Text(f"isolation: {layer.name} is off ({layer.detail})"))
    return Grading(settings, isolation, audience)
