"""Write the whole report: one page for the class and one for each submission."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ..errors import KitError
from ..files import file_names, write_text
from ..scorecard import Scorecard
from .anonymous import anonymous_card, anonymous_pictures, pseudonym, read_key
from .classroom import class_page
from .figure import Pictures
from .links import Links, address
from .student import student_page

Drawing = Callable[[Scorecard], Pictures]


class ReportError(KitError):
    """The pages cannot be written. The message names the place and what to do."""


def write_report(
    results: Path,
    cards: Sequence[Scorecard],
    *,
    pictures: Drawing | None = None,
    previous: Mapping[str, float] | None = None,
    card_link: Callable[[Scorecard], str] | None = None,
    anonymous: bool = False,
) -> Path:
    """Write RESULTS/report/index.html and RESULTS/report/students/NAME.html.

    Pages of submissions that have no card any more are removed.

    Args:
        results: the folder RESULTS.
        cards: every card of the run.
        pictures: gives the pictures of a submission's page; without it, no page has pictures.
        previous: the scores of the last run by id, None if there was no such run.
        card_link: gives a card's address, relative to RESULTS/report/.
        anonymous: leave out everything about people, also from file names. Each submission gets a
            pseudonym, which is the same in every report on RESULTS.

    Returns:
        The class page.

    Raises:
        ReportError: if the pages cannot be written.
    """
    draw = pictures or (lambda card: Pictures())
    try:
        if anonymous:
            key = read_key(results)
            named = {pseudonym(card.submission.id, key): card for card in cards}
            earlier = previous and {pseudonym(id, key): score for id, score in previous.items()}
            # In the order of the pseudonyms, because the order of the ids would tell names.
            shown = [anonymous_card(named[name], name) for name in sorted(named)]
            return _write(
                results / "report",
                shown,
                lambda card: anonymous_pictures(
                    named[card.submission.id], draw(named[card.submission.id])
                ),
                earlier if previous is not None else None,
                None,
            )
        return _write(results / "report", cards, draw, previous, card_link)
    except OSError as error:
        reason = error.strerror or "cannot be written"
        raise ReportError(
            f"{results / 'report'}: {reason}. The cards are safe: make room or give yourself the"
            " right to write there, then run grader report again"
        ) from error


def _write(
    report: Path,
    cards: Sequence[Scorecard],
    pictures: Drawing,
    previous: Mapping[str, float] | None,
    card_link: Callable[[Scorecard], str] | None,
) -> Path:
    students = report / "students"
    students.mkdir(parents=True, exist_ok=True)
    files = [f"{name}.html" for name in file_names([card.submission.id for card in cards])]
    pages = {
        card.submission.id: f"students/{address(file)}"
        for card, file in zip(cards, files, strict=True)
    }
    for card, file in zip(cards, files, strict=True):
        write_text(students / file, student_page(card, pictures(card)))
    for old in students.glob("*.html"):
        if old.name not in files:
            old.unlink()
    links = Links(page=lambda card: pages[card.submission.id])
    if card_link:
        links = Links(page=links.page, card=card_link)
    index = report / "index.html"
    write_text(index, class_page(cards, previous, links))
    return index
