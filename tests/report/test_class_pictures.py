"""The pictures on the pages of a class: taken while it is graded, kept, and drawn again."""

from __future__ import annotations

import io
import json
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser
from rich.console import Console

from grader import lesson, snapshot
from grader.candidate.lockcheck import Isolation
from grader.classes import cards, results
from grader.classes import run as batch
from grader.classes.snapshots import pictures_of, snapshot_path, write_snapshot
from grader.cli import main
from grader.grade import Settings, grade
from grader.lesson.pictures.snapshot import TABLE_D, TABLE_L
from grader.report import words
from grader.report.figure import Pictures
from grader.scorecard import Budgets, Scorecard, without_times
from grader.submission import Submission
from tests.report.report_kit import Graded, corpus_files, opened

SEED, DEADLINE = 7, 2.0
ACCEPT = "full" if sys.platform == "linux" else "none"
QUITS = b"import os\n\nos._exit(3)\n"
# Counts its calls in the process that it is in.
COUNTS = b"""
calls = 0


def count_parameters(module):
    global calls
    calls += 1
    return calls
"""
# Hangs at the size of the heat map, which no test has.
SLY = f"""

Honest = SinusoidalPositionalEmbedding


def SinusoidalPositionalEmbedding(L, D):
    if (L, D) == ({TABLE_L + 1}, {TABLE_D}):
        while True:
            pass
    return Honest(L, D)
""".encode()


@dataclass(frozen=True)
class Class:
    """A class and its RESULTS."""

    source: Path
    folder: Path

    def run(self) -> batch.BatchOutcome:
        """Grade it, or go on."""
        options = batch.BatchOptions(
            jobs=1, seed=SEED, budgets=Budgets(deadline_s=DEADLINE), accept_isolation=ACCEPT
        )
        return batch.run(self.source, self.folder, options, Console(file=io.StringIO()))

    def card(self, id: str) -> Scorecard:
        """Return a card."""
        return cards.read_card(cards.card_path(self.folder, id))

    def page(self, id: str) -> Path:
        """Return a page."""
        return self.folder / "report" / "students" / f"{id}.html"

    def figures(self, id: str) -> list[str]:
        """Return the keys of the pictures on a page."""
        text = self.page(id).read_text(encoding="utf-8")
        assert text.count('class="picture"') == text.count('<figure class="figure"')
        return re.findall(r'<figure class="figure" id="(\w+)">', text)


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Class:
    """A class graded once; not to be changed."""
    root = tmp_path_factory.mktemp("pictured")
    known = corpus_files("sin_half_split")
    right = known["solutions"]
    files = {
        "right": right,
        "split": known["sin_half_split"],
        "quits": right | {"embeddings.py": QUITS},
        "counts": right | {"diagnostics.py": right["diagnostics.py"] + COUNTS},
        "sly": right | {"embeddings.py": right["embeddings.py"] + SLY},
        "empty": {"readme.txt": b"nothing"},
    }
    for id, each in files.items():
        folder = root / "class" / id
        folder.mkdir(parents=True)
        for name, content in each.items():
            (folder / name).write_bytes(content)
    graded = Class(root / "class", root / "results")
    assert graded.run().graded == len(files)
    return graded


@pytest.fixture
def again(first: Class, tmp_path: Path) -> Class:
    """A copy of the class and its results."""
    shutil.copytree(first.source, tmp_path / "class")
    shutil.copytree(first.folder, tmp_path / "results")
    return Class(tmp_path / "class", tmp_path / "results")


ALL = ["counts", "curve", "limits", "heat", "bands", "rows"]


def test_pages_of_a_class_have_pictures(first: Class, browser: Browser) -> None:
    """The right submission has all pictures, and a half-split table is drawn half split."""
    assert sorted(first.figures("right")) == sorted(ALL)
    with opened(browser, first.page("split")) as page:
        assert page.locator("svg.picture").count() == len(ALL)
        full = page.locator("#heat .cells").nth(0).locator("path.p8").get_attribute("d") or ""
        assert "Every sine comes first" in page.locator("#heat .why").inner_text()
    at_start = {int(column) for column in re.findall(r"M(\d+) 0v", full)}
    assert at_start == set(range(TABLE_D // 2, TABLE_D))
    with opened(browser, first.page("quits")) as page:
        assert page.locator("svg.picture").count() == 0
        assert words.NOT_RUN_AGAIN in page.locator("footer").inner_text()


def test_a_snapshot_costs_no_points(first: Class, isolation: Isolation) -> None:
    """Code that hangs only in the snapshot keeps its points, and its page says why it is bare."""
    card = first.card("sly")
    assert card.score == card.max_score
    assert first.figures("sly") == []
    assert words.NOTHING_DRAWN in first.page("sly").read_text(encoding="utf-8")
    for id in ("split", "sly"):
        files = {path.name: path.read_bytes() for path in (first.source / id).iterdir()}
        alone = grade(Submission(id, files), Settings(SEED, Budgets(DEADLINE)), isolation)
        assert alone.score == first.card(id).score
        assert without_times(alone).exercises == without_times(first.card(id)).exercises


def test_a_snapshot_holds_no_hidden_input(first: Class) -> None:
    """Snapshots are taken in a process that has answered no hidden test."""
    kept = json.loads(snapshot_path(first.folder, "counts").read_bytes())
    assert [part["value"]["counted"] for part in kept["seen"]["value"]["counts"]] == [1, 2, 3]


def test_pictures_stay_with_their_cards(again: Class) -> None:
    """Another run draws what was kept; a lost, damaged or foreign snapshot costs no card."""
    kept = again.folder / results.SNAPSHOTS
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in kept.iterdir()}
    shutil.rmtree(again.folder / "report")
    assert (outcome := again.run()).graded == 0, outcome
    assert before == {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in before}
    assert sorted(again.figures("right")) == sorted(ALL)
    (kept / "right.json").unlink()
    (kept / "split.json").write_text('{"digest": 1}')
    shutil.copy(kept / "counts.json", kept / "sly.json")
    assert again.run().graded == 0
    for id in ("right", "split", "sly"):
        assert again.figures(id) == []
        assert words.NONE_KEPT in again.page(id).read_text(encoding="utf-8")
    assert "No pictures" not in again.page("empty").read_text(encoding="utf-8")


def test_report_draws_them_again(again: Class) -> None:
    """`grader report` draws what was kept, on pages without names too."""
    before = sorted(again.figures("split"))
    shutil.rmtree(again.folder / "report")
    assert CliRunner().invoke(main, ["report", str(again.folder)]).exit_code == 0
    assert sorted(again.figures("split")) == before == sorted(ALL)
    done = CliRunner().invoke(main, ["report", str(again.folder), "--anonymous"])
    assert done.exit_code == 0
    pages = (again.folder / "report" / "students").iterdir()
    pictured = [page.read_text(encoding="utf-8").count('class="picture"') for page in pages]
    assert sorted(pictured) == [0, 0, 0, len(ALL), len(ALL), len(ALL)]


def test_a_grader_fault_in_a_snapshot_is_a_reason(
    graded: dict[str, Graded], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the grader while it takes a snapshot costs the pictures only."""

    def fail(client: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(lesson, "take_snapshot", fail)
    card = graded["solutions"].card
    files = corpus_files()["solutions"]
    submission = Submission(card.submission.id, files)
    (tmp_path / results.SNAPSHOTS).mkdir()
    text = snapshot.take(submission, card, Budgets())
    write_snapshot(tmp_path, submission.id, text)
    assert pictures_of(tmp_path, card) == Pictures((), words.NOT_DRAWN)
