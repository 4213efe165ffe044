"""Write the pages of a few known submissions once, and keep one browser open."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from grader.report import class_page, student_page
from tests.report.report_kit import Graded, launch


@pytest.fixture(scope="session")
def pages(graded: dict[str, Graded], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every student's page and a class page."""
    folder = tmp_path_factory.mktemp("pages")
    for name, one in graded.items():
        page = student_page(one.card, one.pictures)
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
