"""The class page in a real browser, and the whole report on disk."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from grader.files import file_names
from grader.report import Links, class_page, words, write_report
from grader.report.histogram import bins
from grader.scorecard import Scorecard
from tests.report.report_kit import Graded, classmates, opened

NAMES = "#table tbody tr:not([hidden]) th"


@pytest.fixture(scope="session")
def fellows(graded: dict[str, Graded]) -> list[Scorecard]:
    """Forty cards with names."""
    return classmates([one.card for one in graded.values()], 40)


@pytest.fixture
def written(fellows: list[Scorecard], tmp_path: Path) -> Path:
    """A class page with everything on it."""
    previous = {card.submission.id: card.score - place % 3 for place, card in enumerate(fellows)}
    previous["gone"] = 50.0
    del previous[fellows[5].submission.id]
    links = Links(
        page=lambda card: f"students/{card.submission.id}.html",
        card=lambda card: f"../cards/{card.submission.id}.json",
    )
    file = tmp_path / "class.html"
    file.write_text(class_page(fellows, previous, links), encoding="utf-8")
    return file


def scores(page: Page) -> list[float]:
    """Return the scores in the order of the table."""
    return [float(text) for text in page.locator("#table tbody td:nth-child(2)").all_inner_texts()]


def test_sorting(browser: Browser, written: Path) -> None:
    """A heading sorts by its column, lowest first, then the other way round, and says so."""
    with opened(browser, written) as page:
        heading = page.locator("#table thead th").nth(1)
        heading.locator("button").click()
        assert scores(page) == sorted(scores(page))
        assert heading.get_attribute("aria-sort") == "ascending"
        heading.locator("button").press("Enter")
        assert scores(page) == sorted(scores(page), reverse=True)
        assert heading.get_attribute("aria-sort") == "descending"
        assert page.locator("#table [aria-sort]").count() == 1


def test_filtering(browser: Browser, written: Path, fellows: list[Scorecard]) -> None:
    """Part of a name, and a kind of submission, narrow the table; the count is told."""
    with opened(browser, written) as page:
        page.fill("#find", "grace")
        shown = page.locator(NAMES).all_inner_texts()
        assert len(shown) == 5
        assert all("Grace" in name for name in shown)
        assert page.locator("#shown").inner_text() == "5 of 40 shown"
        page.fill("#find", "")
        page.select_option("#show", "e4")
        lost = [card for card in fellows if card.exercises[4].score < card.exercises[4].max_score]
        assert page.locator(NAMES).count() == len(lost)
        page.fill("#find", "no such name")
        assert page.locator("#shown").inner_text() == words.NONE_MATCH


def test_plain_table_without_script(browser: Browser, written: Path) -> None:
    """Without script the table is whole and sorted by name, and no dead control is shown."""
    with opened(browser, written, script=False) as page:
        names = page.locator("#table tbody th").all_inner_texts()
        assert len(names) == 40
        families = [name.split(",")[0] for name in names]
        assert families == sorted(families, key=lambda name: name.replace("Á", "A"))
        assert not page.locator("#tools").is_visible()
        assert page.locator("#table button").count() == 0


def test_links_lead_to_pages_and_cards(browser: Browser, written: Path) -> None:
    """Every row links to its page and its card."""
    with opened(browser, written) as page:
        row = page.locator("#table tbody tr").first
        addresses = row.locator("a").evaluate_all("all => all.map(a => a.getAttribute('href'))")
    assert [address.split("/")[0] for address in addresses] == ["students", ".."]


def test_what_moved(browser: Browser, written: Path) -> None:
    """Ups, new ones and lost ones since the last run are told, with the change in the table."""
    with opened(browser, written) as page:
        section = page.locator("section[aria-labelledby=moved]").inner_text()
        assert "Up (25)" in section
        assert "New (1)" in section
        assert "No longer there: 1" in section
        page.select_option("#show", "moved")
        assert page.locator(NAMES).count() == 25


def test_misconceptions_lead_to_who(
    browser: Browser, written: Path, fellows: list[Scorecard]
) -> None:
    """Misconceptions are ranked by how many share them, each with links to whom."""
    with opened(browser, written) as page:
        counts = [int(text) for text in page.locator(".misconceptions .big").all_inner_texts()]
        assert counts == sorted(counts, reverse=True)
        having = {
            card.submission.id
            for card in fellows
            if any(test.misconception == "sin_half_split" for test in card.tests())
        }
        item = page.locator(".misconceptions li", has_text="sin_half_split").first
        assert item.locator("a").count() == len(having)


def test_anonymous_page_names_nobody(fellows: list[Scorecard], tmp_path: Path) -> None:
    """Neither pages nor file names carry a name, an id, an address or a notice's text."""
    index = write_report(
        tmp_path, fellows, card_link=lambda card: card.submission.id, anonymous=True
    )
    written = [index, *(index.parent / "students").iterdir()]
    assert len(written) == 41
    for file in written:
        text = file.name + file.read_text(encoding="utf-8")
        for card in fellows:
            (member,) = card.submission.members
            for secret in (
                card.submission.id,
                member.name,
                member.name.split(",")[0],
                member.email,
            ):
                assert secret not in text


def test_whole_report_on_disk(graded: dict[str, Graded], browser: Browser, tmp_path: Path) -> None:
    """Index and pages are written, the links between them work, and old pages go."""
    cards = [one.card for one in graded.values()]
    old = tmp_path / "report" / "students" / "left-the-course.html"
    old.parent.mkdir(parents=True)
    old.write_text("old", encoding="utf-8")
    index = write_report(tmp_path, cards, pictures=lambda card: graded[card.submission.id].pictures)
    assert index == tmp_path / "report" / "index.html"
    assert not old.exists()
    assert len(list(index.parent.rglob("*"))) == len(cards) + 2
    with opened(browser, index) as page:
        addresses = page.locator("#table tbody th a").evaluate_all("all => all.map(a => a.href)")
        assert sorted(addresses) == sorted(
            file.as_uri() for file in (index.parent / "students").iterdir()
        )


def test_hostile_ids_stay_in_their_folder(graded: dict[str, Graded], tmp_path: Path) -> None:
    """Ids with slashes, dots, markup or only another case become different, plain file names."""
    ids = [
        "../../up",
        "..",
        "a/b",
        "a\\b",
        "Ann",
        "ann",
        "nul",
        "<b>",
        "\ud800",
        "é" * 300,
        "-x",
        "",
    ]
    names = file_names(ids)
    assert len({name.casefold() for name in names}) == len(ids)
    assert all(name.isascii() and not set(name) & set('/\\<>:"|?*%') for name in names)
    assert not any(name.startswith((".", "-")) or len(name) > 110 for name in names)
    card = graded["solutions"].card
    cards = [
        msgspec.structs.replace(card, submission=msgspec.structs.replace(card.submission, id=each))
        for each in ids
    ]
    write_report(tmp_path, cards)
    assert len(list((tmp_path / "report" / "students").iterdir())) == len(ids)
    assert [entry.name for entry in tmp_path.iterdir()] == ["report"]


def test_three_thousand_submissions(
    graded: dict[str, Graded], browser: Browser, tmp_path: Path
) -> None:
    """The page of 3,000 is under 3 MB, opens, and can be sorted and filtered."""
    cards = classmates([one.card for one in graded.values()], 3000)
    previous = {card.submission.id: 80.0 for card in cards}
    links = Links(
        page=lambda card: f"students/{card.submission.id}.html",
        card=lambda card: f"../cards/{card.submission.id}.json",
    )
    file = tmp_path / "class.html"
    text = class_page(cards, previous, links)
    file.write_text(text, encoding="utf-8")
    assert file.stat().st_size < 3_000_000
    with opened(browser, file) as page:
        page.locator("#tools").wait_for(state="visible")
        page.locator("#table thead button").nth(1).click()
        page.fill("#find", "Emma")
        assert page.locator(NAMES).count() == 375


def test_empty_class(browser: Browser, tmp_path: Path) -> None:
    """A run without submissions has a page that says so."""
    file = tmp_path / "class.html"
    file.write_text(class_page([]), encoding="utf-8")
    with opened(browser, file) as page:
        assert page.locator(".banner").inner_text() == words.NO_CARDS


def test_histogram_bins() -> None:
    """Every share of the points falls into its five percent; full marks have their own bin."""
    counted = bins([0.0, 0.049, 0.05, 0.15, 0.9499, 0.95, 0.9999, 1.0, 1.0])
    assert counted[0] == 2
    assert counted[1] == 1
    assert counted[3] == 1
    assert counted[18] == 1
    assert counted[19] == 2
    assert counted[20] == 2
    assert sum(counted) == 9


def test_histogram_in_the_page(browser: Browser, written: Path, fellows: list[Scorecard]) -> None:
    """The bars' heights are in proportion to the counts."""
    with opened(browser, written) as page:
        heights = page.locator("section[aria-labelledby=distribution] rect.bar").evaluate_all(
            "bars => bars.map(bar => Number(bar.getAttribute('height')))"
        )
    counted = [count for count in bins([card.score / card.max_score for card in fellows]) if count]
    assert [height / max(heights) for height in heights] == pytest.approx(
        [count / max(counted) for count in counted], abs=0.001
    )
