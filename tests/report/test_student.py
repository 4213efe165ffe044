"""The student's page in a real browser."""

from __future__ import annotations

import itertools
import math
import re
import warnings
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from grader.lesson import formulas
from grader.report import student_page, words
from grader.report.figure import Pictures
from grader.scorecard import Outcome, Override, Penalty, Scorecard, Status, next_step
from tests.report.report_kit import AXE, Graded, opened

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # html5lib's own
    import html5lib

EVERY = ["solutions", "sin_half_split", "stubs", "syntax_error", "floods_html", "class"]


def with_tests(card: Scorecard, **changes: object) -> Scorecard:
    """Return the card with the first test of its first exercise changed."""
    first = card.exercises[0]
    tests = (msgspec.structs.replace(first.tests[0], **changes), *first.tests[1:])
    exercise = msgspec.structs.replace(first, tests=tests)
    return msgspec.structs.replace(card, exercises=(exercise, *card.exercises[1:]))


def violations(page: Page) -> list[str]:
    """Return what axe-core calls serious or critical."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result = page.evaluate("axe.run({resultTypes: ['violations']})")
    assert {"color-contrast", "svg-img-alt"} & {rule["id"] for rule in result["passes"]}
    return [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in result["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("name", EVERY)
def test_page_is_valid_html(name: str, pages: Path) -> None:
    """html5lib's strict parser accepts the page, and its headings go down one step at a time."""
    text = (pages / f"{name}.html").read_text(encoding="utf-8")
    html5lib.HTMLParser(strict=True).parse(text)
    levels = [int(level) for level in re.findall(r"<h([1-6])", text)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in itertools.pairwise(levels))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["sin_half_split", "stubs", "class"])
def test_no_serious_accessibility_violation(
    name: str, scheme: str, browser: Browser, pages: Path
) -> None:
    """axe-core finds nothing serious, in light and in dark, with every detail open."""
    with opened(browser, pages / f"{name}.html", scheme=scheme) as page:
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert violations(page) == []


@pytest.mark.parametrize("name", EVERY)
def test_page_fits_a_phone(name: str, browser: Browser, pages: Path) -> None:
    """At 390 pixels nothing but wide tables scrolls sideways."""
    with opened(browser, pages / f"{name}.html", width=390) as page:
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_fails_comes_first(browser: Browser, pages: Path) -> None:
    """The failing exercise leads, the next step names its test, and the sentence stands beside."""
    with opened(browser, pages / "sin_half_split.html") as page:
        assert page.locator(".exercise h2").first.inner_text() == "4. Measure the wavelength bands"
        step = page.locator(".next").inner_text()
        assert "sin in even columns, cos in odd ones" in step
        assert "worth 6 points" in step
        sentence = page.locator("#heat .why").inner_text()
        assert "Every sine comes first" in sentence
        assert page.locator(".test.bad .outcome").first.inner_text() == "Wrong answer"


def test_half_split_table_looks_half_split(browser: Browser, pages: Path) -> None:
    """Position 0 is blank (sine) in the left half and full (cosine) in the right half only."""
    with opened(browser, pages / "sin_half_split.html") as page:
        full = page.locator("#heat .cells").nth(0).locator("path.p8").get_attribute("d") or ""
        right = page.locator("#heat .cells").nth(1).locator("path.p8").get_attribute("d") or ""
    at_start = {int(column) for column in re.findall(r"M(\d+) 0v", full)}
    assert at_start == set(range(16, 32))
    assert {int(column) for column in re.findall(r"M(\d+) 0v", right)} == set(range(1, 32, 2))


def test_bands_stand_where_the_formula_puts_them(browser: Browser, pages: Path) -> None:
    """32 and 16 strokes a lane, each at the logarithm of its wavelength, read off the axis."""
    with opened(browser, pages / "solutions.html") as page:
        grid = [float(x) for x in page.eval_on_selector_all("#bands .grid", ALL_X)]
        for width in (64, 32):
            expected = [
                grid[0] + (grid[5] - grid[0]) * math.log10(wavelength) / 5
                for wavelength in formulas.wavelengths(width).tolist()
            ]
            for lane in ("formula", "table", "function"):
                strokes = page.eval_on_selector_all(f"#bands .{lane}.d{width} line.band", ALL_X)
                assert [float(x) for x in strokes] == pytest.approx(expected, abs=0.05)
        assert page.locator("#bands .off").count() == 0


ALL_X = "elements => elements.map(element => element.getAttribute('x1'))"


def test_exchanged_functions_turn_backwards(browser: Browser, pages: Path) -> None:
    """With sine and cosine exchanged every band of the table is hollow, in its right place."""
    with opened(browser, pages / "sin_cos_swapped.html") as page:
        assert page.locator("#bands .table.d64 .hollow.off").count() == 32
        assert page.locator("#bands .function.d64 .off").count() == 0
        assert "turn backwards" in page.locator("#bands figcaption").inner_text()


def test_rows_that_learn(browser: Browser, pages: Path) -> None:
    """Untied, five rows are touched; tied, all; with a cloned matrix still only the five."""
    for name, tied in (("solutions", 24), ("tie_clone", 5)):
        with opened(browser, pages / f"{name}.html") as page:
            for strip, expected in (("untied", 5), ("tied", tied)):
                cells = page.locator(f"#rows .own.{strip} .cell")
                assert cells.count() == 24
                untouched = page.locator(f"#rows .own.{strip} .cell.none").count()
                assert 24 - untouched == expected
            assert (page.locator("#rows .tied .differs").count() > 0) == (name == "tie_clone")


def test_lengths_on_both_sides_of_the_limit(browser: Browser, pages: Path) -> None:
    """Three lengths answered and three refused a module; what slices is ringed three times."""
    with opened(browser, pages / "over_sin_slices.html") as page:
        assert page.locator("#limits .wrong").count() == 3
        assert page.locator("#limits .row .answered").count() == 12
        border = float(page.locator("#limits .guide").get_attribute("x1") or 0)
        refused = page.locator("#limits .row path.refused").evaluate_all(
            "marks => marks.map(mark => mark.getBBox().x)"
        )
        assert len(refused) == 6
        assert min(refused) > border


def test_bars_show_the_difference(browser: Browser, pages: Path) -> None:
    """The learned bar is longer than the token bar by 128/100, and the sinusoidal one is empty."""
    with opened(browser, pages / "solutions.html") as page:
        widths = page.locator("#counts .row .bar").evaluate_all(
            "bars => bars.map(bar => Number(bar.getAttribute('width')))"
        )
        assert widths[1] / widths[0] == pytest.approx(1.28, abs=0.001)
        assert widths[2] == 0
        assert page.locator("#counts .counted.off").count() == 0


def test_every_picture_has_a_text_alternative(browser: Browser, pages: Path) -> None:
    """Each picture is one image with a label; what is inside is not read out cell by cell."""
    with opened(browser, pages / "sin_half_split.html") as page:
        labels = page.locator("svg.picture").evaluate_all(
            "all => all.map(each => [each.getAttribute('role'), each.getAttribute('aria-label')])"
        )
        assert len(labels) == 6
        assert all(role == "img" and len(label) > 20 for role, label in labels)


def test_keyboard_reaches_everything(browser: Browser, pages: Path) -> None:
    """The first tab stop skips to the content, and Enter opens a picture's numbers."""
    with opened(browser, pages / "solutions.html") as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == words.SKIP
        summary = page.locator("#bands summary")
        summary.focus()
        page.keyboard.press("Enter")
        assert page.locator("#bands tbody tr").count() == 48
        assert page.locator("#bands table").is_visible()


@pytest.mark.parametrize(
    "name", ["floods_html", "floods_bidi_overrides", "floods_terminal_escapes", "floods_class_name"]
)
def test_hostile_text_stays_text(name: str, graded: dict[str, Graded], pages: Path) -> None:
    """Nothing that only an instructor may read is on the page, and nothing invisible either."""
    text = (pages / f"{name}.html").read_text(encoding="utf-8")
    for test in graded[name].card.tests():
        assert not test.detail or test.detail not in text
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08\x0b-\x1f\x7f-\x9f]", text)
    assert "alert(" not in text


def test_hostile_names_and_messages_are_shown(
    browser: Browser, graded: dict[str, Graded], tmp_path: Path
) -> None:
    """Markup, templates and control characters in names and messages are read as they are."""
    hostile = (
        "<script>alert(1)</script><img src=x onerror=alert(1)> {{ 7 * 7 }} \u202egnp.exe \x1b[2J"
    )
    card = graded["sin_half_split"].card
    card = with_tests(card, outcome=Outcome.RAISED, score=0.0, message=hostile, title=hostile)
    info = msgspec.structs.replace(card.submission, id=hostile, notices=(hostile,))
    card = msgspec.structs.replace(card, submission=info)
    file = tmp_path / "hostile.html"
    file.write_text(student_page(card, graded["sin_half_split"].pictures), encoding="utf-8")
    with opened(browser, file) as page:
        seen = page.locator("h1").inner_text()
        assert seen.startswith("<script>alert(1)</script><img src=x")
        assert "{{ 7 * 7 }}" in seen
        assert r"\u202egnp.exe \x1b[2J" in seen
        assert page.locator("script, img").count() == 0
        assert page.locator(".notices li").inner_text() == seen


def test_a_consequence_says_whose_fault_it_is(
    browser: Browser, graded: dict[str, Graded], tmp_path: Path
) -> None:
    """The points are kept, and the cause is a link to the other exercise."""
    card = with_tests(
        graded["solutions"].card,
        outcome=Outcome.CONSEQUENCE,
        message="The rows differ.",
        fault_in=4,
    )
    file = tmp_path / "page.html"
    file.write_text(student_page(card, Pictures()), encoding="utf-8")
    with opened(browser, file) as page:
        blame = page.locator(".blame a")
        assert blame.inner_text() == words.keeps_points(4)
        assert blame.get_attribute("href") == "#exercise-4"
        assert page.locator("svg.picture").count() == 0


def test_what_a_teacher_and_the_grader_say(
    browser: Browser, graded: dict[str, Graded], tmp_path: Path
) -> None:
    """A teacher's points come with their reason, and a grader fault is not theirs."""
    card = graded["solutions"].card
    run = msgspec.structs.replace(card.run, status=Status.GRADER_ERROR)
    override = Override(exercise=2, points=15.0, reason="Agreed in the office hour.")
    total = Override(exercise=None, points=80.0, reason="Oral exam.")
    rule = "Due on Monday."
    card = msgspec.structs.replace(
        card, run=run, overrides=(override, total), penalty=Penalty(10.0, rule)
    )
    file = tmp_path / "page.html"
    file.write_text(student_page(card, Pictures()), encoding="utf-8")
    with opened(browser, file) as page:
        banners = page.locator(".banner").all_inner_texts()
        assert banners == [
            words.GRADER_FAULT,
            f"Late: −10 points. {rule}",
            "Your teacher set the total to 80 points. Oral exam.",
            f"{words.TEACHER_DECISION} {override.reason}",
        ]


def test_next_step(graded: dict[str, Graded]) -> None:
    """A file that cannot be imported comes before wrong code, and that before unwritten code."""
    expected = {
        "syntax_error": Outcome.IMPORT_ERROR,
        "sin_half_split": Outcome.FAILED,
        "stubs": Outcome.NOT_WRITTEN,
    }
    for name, outcome in expected.items():
        step = next_step(graded[name].card)
        assert step is not None
        assert step.outcome is outcome
    assert next_step(graded["solutions"].card) is None


def test_page_prints(pages: Path, tmp_path: Path, browser: Browser) -> None:
    """Printing gives a PDF of a few pages."""
    with opened(browser, pages / "sin_half_split.html") as page:
        printed = page.pdf(format="A4")
    assert printed.startswith(b"%PDF")
    assert 1 < printed.count(b"/Type /Page\n") < 12


def test_templates_hold_no_sentence() -> None:
    """Every word on a page comes from words.py or the card: the templates have none."""
    folder = Path(student_page.__code__.co_filename).parent / "templates"
    for template in folder.glob("*.html"):
        text = template.read_text(encoding="utf-8")
        text = re.sub(r"\{% block page %\}\w*\{% endblock %\}|\{[{%].*?[%}]\}", "", text)
        left = re.sub(r"<[^>]*>", "", text)
        assert not re.search(r"[A-Za-z]{2}", left), template.name
        assert not re.search(r'(aria-label|title|placeholder|alt)="[^"{]*[a-z]', text), (
            template.name
        )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_colours_of_text_have_contrast(scheme: str) -> None:
    """Every colour used for words, in pictures too, has 4.5:1 on every ground it stands on."""
    folder = Path(student_page.__code__.co_filename).parent / "templates"
    rules = (folder / "style.css").read_text(encoding="utf-8").split("prefers-color-scheme: dark")
    colours = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", rules[scheme == "dark"]))
    grounds = dict.fromkeys(("ink", "soft", "own"), ("page", "sheet", "wash"))
    grounds |= dict.fromkeys(("good", "bad", "other"), ("page", "sheet"))
    grounds["ink"] += ("bad-wash", "track")
    for name, behind in grounds.items():
        for ground in behind:
            assert contrast(colours[name], colours[ground]) >= 4.5, (name, ground)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG 2.2."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
