"""Count over all cards: points lost by test, misconceptions, and how tests ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from ..scorecard import Outcome, Scorecard
from ..text import page_number_text
from . import histogram, words

# How a test ends when code is merely wrong or missing: counted, but nobody is listed.
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
    """One test and what it cost."""

    exercise: int
    title: str
    by: str
    share: float
    mean: str
    bar: Markup


@dataclass(frozen=True)
class Shared:
    """Something several submissions have in common."""

    key: str
    said: str
    count: str
    who: tuple[str, ...]
    tests: int = 0


def points_lost(cards: Sequence[Scorecard]) -> list[Lost]:
    """Return the tests that cost points, the most expensive first."""
    lost: dict[str, list[float]] = {}
    for card in cards:
        for test in card.tests():
            lost.setdefault(test.id, []).append(test.max_score - test.score)
    known = {test.id: test for card in cards for test in card.tests()}
    found = []
    for identifier, losses in lost.items():
        losers = sum(loss > 0 for loss in losses)
        if losers:
            test = known[identifier]
            mean = sum(losses) / len(losses)
            share = mean / test.max_score if test.max_score else 0.0
            said = f"{mean:.2f} / {page_number_text(test.max_score)}"
            by = words.share(losers, len(losses))
            row = Lost(
                int(identifier.partition(".")[0]), test.title, by, mean, said, histogram.bar(share)
            )
            found.append(row)
    return sorted(found, key=lambda row: -row.share)


def spotless(cards: Sequence[Scorecard]) -> list[str]:
    """Return the titles of the tests that cost nobody a point."""
    titles = {test.id: test.title for card in cards for test in card.tests()}
    lossy = {test.id for card in cards for test in card.tests() if test.score < test.max_score}
    return [title for identifier, title in titles.items() if identifier not in lossy]


def misconceptions(cards: Sequence[Scorecard]) -> list[Shared]:
    """Return the misconceptions, those of most submissions first."""
    who: dict[str, dict[str, None]] = {}
    sentences: dict[str, str] = {}
    for card in cards:
        for test in card.tests():
            if test.misconception:
                who.setdefault(test.misconception, {})[card.submission.id] = None
                sentences.setdefault(test.misconception, test.hint)
    found = [
        Shared(key, sentences[key], words.who(len(ids)), tuple(ids)) for key, ids in who.items()
    ]
    return sorted(found, key=lambda shared: (-len(shared.who), shared.key))


def outcomes(cards: Sequence[Scorecard]) -> list[Shared]:
    """Return every outcome that occurred, and who is behind the unusual ones."""
    tests = dict.fromkeys(Outcome, 0)
    who: dict[Outcome, dict[str, None]] = {outcome: {} for outcome in Outcome}
    for card in cards:
        for test in card.tests():
            tests[test.outcome] += 1
            who[test.outcome][card.submission.id] = None
    return [
        Shared(
            outcome.value,
            outcome.label.capitalize(),
            f"{len(who[outcome]):,}",
            () if outcome in _ORDINARY else tuple(who[outcome]),
            count,
        )
        for outcome, count in tests.items()
        if count
    ]
