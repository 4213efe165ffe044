"""The progress of a class: a bar on a terminal, plain lines in a pipe, JSON for programs."""

from __future__ import annotations

import io
import json

import pytest
from rich.console import Console

from grader.classes.cards import load_cards
from grader.classes.progress import Tally, duration, reporter
from tests.kit import full_marks


def tell(kind, console: Console, folder) -> str:
    """Report the cards of a class and return what was written."""
    known = load_cards(folder)
    told = reporter(kind, console, len(known))
    for card in known:
        told.card(card)
    told.note("[bold]look\x1b[31m")
    told.end()
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_bar(undisturbed, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal gets a bar with count, rate, time left and outcomes; NO_COLOR is respected."""
    monkeypatch.setenv("NO_COLOR", "1")
    console = Console(file=io.StringIO(), force_terminal=True, width=120)
    text = tell("auto", console, undisturbed.folder)
    assert "7/7" in text
    assert "0 s left: 2 with full marks, 4 with less, 1 rejected" in text
    assert "[bold]look\\x1b" in text
    assert "\x1b[3" not in text.replace("\x1b[?", "")


def test_lines(undisturbed, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pipe and a dumb terminal get plain lines without escapes."""
    pipe = tell("auto", Console(file=io.StringIO(), width=20), undisturbed.folder)
    monkeypatch.setenv("TERM", "dumb")
    dumb = tell("auto", Console(file=io.StringIO(), force_terminal=True), undisturbed.folder)
    for text in (pipe, dumb):
        assert text.splitlines()[-2].startswith("7/7, ")
        assert text.splitlines()[-1] == "note: [bold]look\\x1b[31m"
        assert "\x1b" not in text


def test_json_lines(undisturbed) -> None:
    """Every line is one JSON object; a card event has id, status, score and progress."""
    text = tell("json", Console(file=io.StringIO(), width=10), undisturbed.folder)
    events = [json.loads(line) for line in text.splitlines()]
    assert [event["event"] for event in events] == ["start", *["card"] * 7, "note", "end"]
    assert events[1]["id"] == "ana"
    assert events[1]["score"] == events[1]["max_score"] == full_marks()
    assert events[1]["status"] == "graded"
    assert (events[7]["done"], events[7]["left_s"]) == (7, 0)
    assert (events[-1]["full"], events[-1]["less"], events[-1]["rejected"]) == (2, 4, 1)


def test_time_left(undisturbed) -> None:
    """The time left assumes that the remaining cards take as long as those so far."""
    now = [0.0]
    tally = Tally(10, clock=lambda: now[0])
    assert tally.left is None
    card = load_cards(undisturbed.folder)[0]
    for _ in range(4):
        tally.add(card)
    now[0] = 8.0
    assert (tally.rate, tally.left) == (0.5, 12.0)
    assert tally.pace() == "30.0/min, 12 s left"
    assert [duration(each) for each in (5, 61, 7260)] == ["5 s", "1 min 01 s", "2 h 01 min"]
