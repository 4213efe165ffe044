"""What the tests of the reports share: a real browser, real cards, and a class made of them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec
from playwright.sync_api import Browser, Page, Playwright

from grader.candidate.client import Client
from grader.lesson.pictures import figures
from grader.lesson.pictures.snapshot import Snapshot
from grader.lesson.pictures.take import take
from grader.report.figure import Pictures
from grader.scorecard import Budgets, Member, Scorecard
from grader.selftest.corpus import load, solution_files

ROOT = Path(__file__).resolve().parent.parent.parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
AXE = Path(__file__).parent / "axe" / "axe.min.js"
FAMILIES = ("Álvarez", "Brown", "Chen", "Dlamini", "Eriksson", "Fischer", "Gupta", "Haddad")
GIVEN = ("Ana", "Ben", "Chloe", "Daniel", "Emma", "Farid", "Grace", "Hugo")


@dataclass(frozen=True)
class Graded:
    """A submission's card and a snapshot of its work."""

    card: Scorecard
    snapshot: Snapshot

    @property
    def pictures(self) -> Pictures:
        """The pictures of its page."""
        return Pictures(figures(self.snapshot))


def corpus_files(*names: str) -> dict[str, dict[str, bytes]]:
    """Return the files of known submissions, the solutions and the stubs."""
    solutions = ROOT / "solutions"
    found = {
        known.submission.id: known.submission.files
        for kind in ("wrong", "hostile")
        for known in load(ROOT / "tests" / "submissions" / kind, solutions)
        if known.submission.id in names
    }
    found["solutions"] = solution_files(solutions)
    found["stubs"] = solution_files(ROOT / "student")
    return found


def snapshot_of(files: dict[str, bytes], deadline_s: float = 10.0) -> Snapshot:
    """Take a snapshot of a submission."""
    client = Client(files, Budgets(deadline_s=deadline_s))
    try:
        return take(client)
    finally:
        client.close()


def launch(playwright: Playwright) -> Browser:
    """Start the system's Chromium.

    Raises:
        RuntimeError: if there is none.
    """
    path = shutil.which("chromium")
    if path is None:
        raise RuntimeError(
            "These tests look at the pages in a real browser, and there is no 'chromium' on PATH. "
            "Install it (Debian: apt-get install chromium)."
        )
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


@contextmanager
def opened(
    browser: Browser, file: Path, width: int = 1280, scheme: str = "light", script: bool = True
) -> Iterator[Page]:
    """Open a page; afterwards nothing may have been loaded beside it or logged as an error."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        java_script_enabled=script,
    )
    page = context.new_page()
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: trouble.append(f"dialog: {dialog.message}"))
    page.on(
        "request",
        lambda request: request.url == file.as_uri() or trouble.append(f"asked for {request.url}"),
    )
    page.goto(file.as_uri())
    try:
        yield page
    finally:
        context.close()
    assert trouble == []


def classmates(cards: list[Scorecard], count: int) -> list[Scorecard]:
    """Return `count` cards of people with made-up names, copies of these in turn."""
    made = []
    for place in range(count):
        card = cards[place % len(cards)]
        given, family = GIVEN[place % 8], FAMILIES[place // 8 % 8]
        member = Member(f"s{place:05}", f"{family}, {given} {place}", f"{given}{place}@example.org")
        info = msgspec.structs.replace(
            card.submission,
            id=f"s{place:05}",
            digest=f"{place * 7919 % 100003:064x}",
            members=(member,),
            late=place % 10 == 0,
            notices=(f"embeddings-{family}.py was read as embeddings.py",)
            if place % 9 == 0
            else (),
        )
        made.append(msgspec.structs.replace(card, submission=info))
    return made
