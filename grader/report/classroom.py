"""The class page: scores, common mistakes, submissions worth a look, and a table of all."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..scorecard import Scorecard, Status
from ..text import and_more, page_number_text
from . import attention, histogram, tally, words
from .attention import Group
from .filters import Filters
from .links import Links, alphabetical, name_of
from .page import render

MOST_LISTED = 200  # a longer list ends in "and N more", because the table has every submission
MOST_MISTAKES = 12  # shown at once; the page folds the rarer ones away


@dataclass(frozen=True)
class Cell:
    """An exercise's points in the table."""

    points: str
    mark: str  # "full", "part" or "none", a class of style.css


@dataclass(frozen=True)
class Row:
    """One submission in the table."""

    name: str
    identity: str
    page: str
    card: str
    score: str
    cells: tuple[Cell | None, ...]
    flags: tuple[str, ...]
    change: float | None  # None without an earlier score
    change_text: str
    filters: str  # the filters of table.js that keep this row
    points: float  # the score, for the filter of a range
    graded: bool


@dataclass(frozen=True)
class Moved:
    """The submissions that moved in one way since the last run."""

    title: str
    rows: tuple[Row, ...]
    more: str


def class_page(
    cards: Sequence[Scorecard],
    previous: Mapping[str, float] | None = None,
    links: Links | None = None,
) -> str:
    """Return the class page.

    Args:
        cards: every submission's card.
        previous: the scores of the last run by id, None if there was no such run.
        links: the addresses of pages and cards.
    """
    links = links or Links()
    numbers = sorted({exercise.number for card in cards for exercise in card.exercises})
    titles = {exercise.number: exercise.title for card in cards for exercise in card.exercises}
    graded = [card for card in cards if card.run.status is not Status.GRADER_ERROR]
    shares = [card.score / card.max_score if card.max_score else 0.0 for card in graded]
    needs = attention.groups(cards)
    needed = {person.id for group in needs for person in group.people}
    table = Filters(cards, titles, needed, previous is not None)
    rows = {card.submission.id: _row(card, numbers, previous, table, links) for card in cards}

    def people(groups: Sequence[Group]) -> list[tuple[Group, list[tuple[Row, str]]]]:
        return [
            (group, [(rows[person.id], person.reason) for person in group.people])
            for group in groups
        ]

    return render(
        "class.html",
        script="table.js",
        facts=_facts(cards, graded, shares),
        histogram=histogram.draw(shares) if shares else None,
        lost=tally.points_lost(graded),
        spotless=tally.spotless(graded),
        mistakes=[(shared, [rows[id] for id in shared.ids]) for shared in tally.mistakes(cards)],
        most_mistakes=MOST_MISTAKES,
        outcomes=[(shared, [rows[id] for id in shared.ids]) for shared in tally.outcomes(cards)],
        needs=people(needs),
        notices=people(attention.notices(cards)),
        choices=table.choices,
        moved=_moved(list(rows.values()), previous),
        gone=len(set(previous or ()) - set(rows)),
        compared=previous is not None,
        exercises=[(number, titles[number]) for number in numbers],
        rows=sorted(rows.values(), key=lambda row: alphabetical(row.name)),
        carded=any(row.card for row in rows.values()),
        footer=_footer(cards),
    )


def _facts(
    cards: Sequence[Scorecard], graded: Sequence[Scorecard], shares: Sequence[float]
) -> list[tuple[str, str]]:
    facts = [(words.SUBMISSIONS, f"{len(cards):,}")]
    if graded:
        scores = [card.score for card in graded]
        full = sum(share >= 1 for share in shares)
        facts += [
            (words.MEDIAN, page_number_text(round(statistics.median(scores), 1))),
            (words.MEAN, page_number_text(round(statistics.fmean(scores), 1))),
            (words.FULL_MARKS, words.share(full, len(graded))),
        ]
    if len(graded) < len(cards):
        facts.append((words.UNGRADED, f"{len(cards) - len(graded):,}"))
    return facts


def _row(
    card: Scorecard,
    numbers: Sequence[int],
    previous: Mapping[str, float] | None,
    table: Filters,
    links: Links,
) -> Row:
    identity = card.submission.id
    graded = card.run.status is not Status.GRADER_ERROR
    by_number = {exercise.number: exercise for exercise in card.exercises}
    cells: list[Cell | None] = []
    for number in numbers:
        exercise = by_number.get(number)
        if exercise is None:
            cells.append(None)
            continue
        full = exercise.score >= exercise.max_score
        mark = "full" if full else "part" if exercise.score > 0 else "none"
        cells.append(Cell(page_number_text(exercise.score), mark))
    flags = _flags(card)
    before = previous.get(identity) if previous else None
    change = None if before is None or not graded else round(card.score - before, 2)
    filters = [*table.of(card), *(["moved"] if change else [])]
    name = name_of(card)
    return Row(
        name=name,
        identity="" if name == identity else identity,
        page=links.page(card),
        card=links.card(card),
        score=page_number_text(card.score) if graded else "–",
        cells=tuple(cells),
        flags=flags,
        change=change,
        change_text=words.signed(change) if change else "",
        filters=" ".join(filters),
        points=card.score,
        graded=graded,
    )


def _flags(card: Scorecard) -> tuple[str, ...]:
    submission, run = card.submission, card.run
    flags = {
        run.status.label: run.status is not Status.GRADED,
        words.FLAG_LATE: bool(submission.late),
        words.FLAG_OVERRIDE: bool(card.overrides),
        words.FLAG_ISOLATION: run.isolation != "full",
        words.FLAG_ENDED: card.ended(),
    }
    return tuple(flag for flag, raised in flags.items() if raised)


def _moved(rows: Sequence[Row], previous: Mapping[str, float] | None) -> list[Moved]:
    if previous is None:
        return []
    up = sorted((row for row in rows if (row.change or 0) > 0), key=lambda row: -(row.change or 0))
    down = sorted((row for row in rows if (row.change or 0) < 0), key=lambda row: row.change or 0)
    new = [row for row in rows if row.change is None and row.graded]
    return [
        Moved(f"{title} ({len(group):,})", tuple(group[:MOST_LISTED]), _more(group))
        for title, group in ((words.UP, up), (words.DOWN, down), (words.NEW, new))
        if group
    ]


def _more(rows: Sequence[Row]) -> str:
    return and_more(len(rows), MOST_LISTED)


def _footer(cards: Sequence[Scorecard]) -> str:
    """Return how the cards were made, or nothing if they were made in more than three ways."""
    runs = Counter(
        words.footer("", run.grader_version, run.python, run.torch, run.isolation)
        for run in (card.run for card in cards)
    )
    return " ".join(runs) if len(runs) <= 3 else ""
