"""Count over all cards: points lost by test, mistakes, and outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..scorecard import Outcome, Scorecard, TestResult
from ..text import page_number_text
from . import histogram, words

# Tests of merely wrong or missing code end like this. The class page counts these outcomes but does
# not list the submissions, because that would be nearly everybody.
_ORDINARY = {
    Outcome.PASSED,
    Outcome.FAILED,
    Outcome.CONSEQUENCE,
    Outcome.RAISED,
    Outcome.NOT_WRITTEN,
    Outcome.NOT_RUN,
}


@dataclass(frozen=True)
class Lost:
    """One test and the points it cost the class."""

    exercise: int
    title: str
    by: str  # how many submissions lost points
    lost: float  # the mean of the points lost
    mean: str  # the same, beside what the test is worth
    bar: Markup


@dataclass(frozen=True)
class Shared:
    """A mistake or an outcome, and the submissions that share it."""

    key: str
    text: str
    count: str  # how many submissions, as text
    ids: tuple[str, ...]  # the submissions to list
    tests: int = 0


def points_lost(cards: Sequence[Scorecard]) -> list[Lost]:
    """Return the tests that cost points, the most expensive first."""
    losses: dict[str, list[float]] = {}
    for card in cards:
        for test in card.tests():
            losses.setdefault(test.id, []).append(test.max_score - test.score)
    tests = {test.id: test for card in cards for test in card.tests()}
    rows = [_lost(tests[id], lost) for id, lost in losses.items() if any(loss > 0 for loss in lost)]
    return sorted(rows, key=lambda row: -row.lost)


def _lost(test: TestResult, losses: Sequence[float]) -> Lost:
    mean = sum(losses) / len(losses)
    share = mean / test.max_score if test.max_score else 0.0
    return Lost(
        exercise=test.exercise,
        title=test.title,
        by=words.share(sum(loss > 0 for loss in losses), len(losses)),
        lost=mean,
        mean=f"{mean:.2f} / {page_number_text(test.max_score)}",
        bar=histogram.bar(share),
    )


def spotless(cards: Sequence[Scorecard]) -> list[str]:
    """Return the titles of the tests that cost no submission a point."""
    titles = {test.id: test.title for card in cards for test in card.tests()}
    lossy = {test.id for card in cards for test in card.tests() if test.score < test.max_score}
    return [title for identifier, title in titles.items() if identifier not in lossy]


def mistakes(cards: Sequence[Scorecard]) -> list[Shared]:
    """Return the known mistakes that were found, the most common first."""
    ids: dict[str, dict[str, None]] = {}
    sentences: dict[str, str] = {}
    for card in cards:
        for test in card.tests():
            if test.misconception:
                ids.setdefault(test.misconception, {})[card.submission.id] = None
                sentences.setdefault(test.misconception, test.hint)
    found = [
        Shared(mistake, sentences[mistake], words.submissions(len(those)), tuple(those))
        for mistake, those in ids.items()
    ]
    return sorted(found, key=lambda shared: (-len(shared.ids), shared.key))


def outcomes(cards: Sequence[Scorecard]) -> list[Shared]:
    """Return every outcome that occurred, and the submissions with the unusual ones."""
    tests = dict.fromkeys(Outcome, 0)
    ids: dict[Outcome, dict[str, None]] = {outcome: {} for outcome in Outcome}
    for card in cards:
        for test in card.tests():
            tests[test.outcome] += 1
            ids[test.outcome][card.submission.id] = None
    return [
        Shared(
            outcome.value,
            outcome.label.capitalize(),
            f"{len(ids[outcome]):,}",
            () if outcome in _ORDINARY else tuple(ids[outcome]),
            count,
        )
        for outcome, count in tests.items()
        if count
    ]
