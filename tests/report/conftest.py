"""Grade and observe a few known submissions once, and keep one browser open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright
from report_kit import Graded, corpus_files, launch, seen_of

from grader.candidate.probes import Isolation
from grader.grade import Settings, grade
from grader.report import class_page, student_page
from grader.submission import Submission

KNOWN = (
    "sin_half_split",
    "sin_cos_swapped",
    "tie_clone",
    "over_sin_slices",
    "count_bytes",
    "cos_raw_dot",
    "syntax_error",
    "floods_html",
    "floods_bidi_overrides",
    "floods_terminal_escapes",
    "floods_class_name",
)


@pytest.fixture(scope="session")
def graded(isolation: Isolation) -> dict[str, Graded]:
    """Cards and observations of known submissions, by name."""
    return {
        name: Graded(grade(Submission(name, files), Settings(seed=1), isolation), seen_of(files))
        for name, files in corpus_files(*KNOWN).items()
    }


@pytest.fixture(scope="session")
def pages(graded: dict[str, Graded], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every student's page and a class page."""
    folder = tmp_path_factory.mktemp("pages")
    for name, one in graded.items():
        page = student_page(one.card, one.seen)
        (folder / f"{name}.html").write_text(page, encoding="utf-8")
    page = class_page([one.card for one in graded.values()])
    (folder / "class.html").write_text(page, encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, without a window."""
    with sync_playwright() as playwright:
        opened = launch(playwright)
        yield opened
        opened.close()
