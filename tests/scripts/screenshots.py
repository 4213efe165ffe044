"""Make student-page.png and class-page.png: python -m tests.scripts.screenshots [FOLDER]."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import msgspec
from playwright.sync_api import sync_playwright

from grader.candidate.lockcheck import probe
from grader.grade import Settings, grade
from grader.report import Links, class_page, student_page
from grader.scorecard import Budgets, Member, Scorecard
from grader.selftest.corpus import load
from grader.submission import Submission
from tests.report.report_kit import ROOT, Graded, classmates, corpus_files, launch, snapshot_of

STUDENT = "sin_half_split"
EVERY = 9  # one known wrong submission in nine, for a class of some size


def plain_names(cards: list[Scorecard]) -> list[Scorecard]:
    """Return the cards with numbers for names: these pictures show nobody."""
    renamed = []
    for number, card in enumerate(cards, 1):
        member = Member(id=f"{number:05}", name=f"Student {number}")
        replace = msgspec.structs.replace
        info = replace(card.submission, id=f"student-{number}", members=(member,), notices=())
        renamed.append(replace(card, submission=info))
    return renamed


def main(folder: Path) -> None:
    """Grade a few known submissions and photograph their pages."""
    folder.mkdir(parents=True, exist_ok=True)
    isolation = probe(Budgets())
    wrong = load(ROOT / "tests" / "submissions" / "wrong", ROOT / "solutions")[::EVERY]
    files = corpus_files(STUDENT, *(known.submission.id for known in wrong))
    cards = {
        name: grade(Submission(name, each), Settings(seed=1), isolation)
        for name, each in files.items()
    }
    (*_, chosen) = plain_names(classmates([cards[STUDENT]], 19))
    student = Graded(chosen, snapshot_of(files[STUDENT]))
    fellows = plain_names(classmates([*cards.values(), *[cards["solutions"]] * 12], 120))
    previous = {card.submission.id: card.score - place % 5 for place, card in enumerate(fellows)}
    links = Links(page=lambda card: f"students/{card.submission.id}.html")
    pages = {
        "student-page": (student_page(student.card, student.pictures), 1720),
        "class-page": (class_page(fellows, previous, links), 1500),
    }
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        browser = launch(playwright)
        for name, (text, height) in pages.items():
            file = Path(temporary, f"{name}.html")
            file.write_text(text, encoding="utf-8")
            page = browser.new_page(viewport={"width": 1120, "height": height})
            page.goto(file.as_uri())
            page.screenshot(path=folder / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images")
