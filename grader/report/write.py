"""Write the whole report: one page for the class and one for each submission."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ..files import file_names, write_text
from ..scorecard import Scorecard
from .classroom import class_page
from .figure import Pictures
from .links import Links, address, anonymous_names
from .student import student_page


def write_report(
    results: Path,
    cards: Sequence[Scorecard],
    *,
    pictures: Callable[[Scorecard], Pictures] | None = None,
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
        anonymous: leave out names, ids and e-mail addresses, also from file names.

    Returns:
        The class page.
    """
    report = results / "report"
    students = report / "students"
    students.mkdir(parents=True, exist_ok=True)
    names = anonymous_names(cards) if anonymous else {}
    shown = [names.get(card.submission.id, card.submission.id) for card in cards]
    files = [f"{name}.html" for name in file_names(shown)]
    pages = {
        card.submission.id: f"students/{address(file)}"
        for card, file in zip(cards, files, strict=True)
    }
    for card, file in zip(cards, files, strict=True):
        drawn = pictures(card) if pictures else Pictures()
        page = student_page(card, drawn, name=names.get(card.submission.id))
        write_text(students / file, page)
    for old in students.glob("*.html"):
        if old.name not in files:
            old.unlink()
    links = Links(page=lambda card: pages[card.submission.id], names=names)
    if card_link and not anonymous:
        links = Links(page=links.page, card=card_link)
    index = report / "index.html"
    write_text(index, class_page(cards, previous, anonymous, links))
    return index
