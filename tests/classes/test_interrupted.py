"""However a batch ends, its results are whole, no process is left, and another run continues."""

from __future__ import annotations

import csv
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.classes.cards import card_path, read_card
from grader.classes.plan import Plan, plan
from grader.classes.results import read_run
from grader.scorecard import Status
from tests.classes.class_kit import (
    LINUX,
    SLEEPER,
    Batch,
    all_gone,
    cards,
    descendants,
    edit,
    examiners,
    put,
    snapshots,
    until,
)

pytestmark = pytest.mark.skipif(not LINUX, reason="processes are looked up in /proc")


def test_killed_batch_is_resumed(undisturbed, tmp_path: Path) -> None:
    """A batch that was killed with SIGKILL and run again gives the cards of an undisturbed one."""
    folder = tmp_path / "results"
    with Batch(undisturbed.source, folder, "--jobs", "1") as batch:
        batch.when_cards(folder, 3)
        seen = descendants(batch.pid)
        batch.send(signal.SIGKILL)
        assert batch.end()[0] == -signal.SIGKILL
    assert len(seen) >= 3  # an examiner, its server and a worker
    all_gone(seen)
    saved = cards(folder)
    assert len(saved) >= 3
    with Batch(undisturbed.source, folder, "--jobs", "1") as batch:
        code, outcome, _ = batch.end()
    assert code == 0
    assert (outcome["reused"], outcome["graded"]) == (len(saved), 7 - len(saved))
    assert cards(folder) == cards(undisturbed.folder)
    assert snapshots(folder) == snapshots(undisturbed.folder)
    assert not list(folder.glob("**/.*.json.*"))


def test_ctrl_c(undisturbed, tmp_path: Path) -> None:
    """Ctrl-C ends a batch within two seconds, with a gradebook so far and no process left."""
    folder = tmp_path / "results"
    with Batch(undisturbed.source, folder, "--jobs", "2") as batch:
        batch.when_cards(folder, 1)
        seen = descendants(batch.pid)
        for pid in (batch.pid, *examiners(batch.pid)):  # a terminal sends it to all of them
            signal_to(pid)
        took = batch.seconds_until_gone()
        code, outcome, events = batch.end()
    assert code == 130
    assert took < 2
    all_gone(seen)
    done = cards(folder)
    assert sum(outcome["counts"].values()) == len(done) < 7
    assert {event["event"] for event in events} >= {"start", "card", "note", "end"}
    with (folder / "gradebook.csv").open(newline="", encoding="utf-8-sig") as stream:
        assert {row["submission"] for row in csv.DictReader(stream)} == set(done)
    undisturbed_cards = cards(undisturbed.folder)
    assert all(card == undisturbed_cards[id] for id, card in done.items())


def test_failed_rerun_keeps_the_good_card(copy) -> None:
    """A submission whose examiner is killed twice keeps the good card of an earlier run."""
    edit(copy.source / SLEEPER)
    put(copy.source / "zoe", {"diagnostics.py": b"def wavelengths(d_model, base=1e4): return []\n"})
    before = card_path(copy.folder, SLEEPER).read_bytes()
    before_snapshots = snapshots(copy.folder)
    with Batch(copy.source, copy.folder, "--jobs", "1") as batch:
        until(lambda: (run := read_run(copy.folder)) is not None and run.regrading)
        first = until(lambda: examiners(batch.pid))[0]
        started = kill_examiner(first)
        second = until(lambda: [pid for pid in examiners(batch.pid) if pid != first])[0]
        started |= kill_examiner(second)
        code, outcome, events = batch.end()
    all_gone(started)
    assert code == 0
    assert outcome["failed"] == [SLEEPER]
    assert outcome["counts"] == {"graded": 7, "rejected": 1}
    assert card_path(copy.folder, SLEEPER).read_bytes() == before
    assert {
        id: each for id, each in snapshots(copy.folder).items() if id != "zoe"
    } == before_snapshots
    told = {event["id"]: event["status"] for event in events if event["event"] == "card"}
    assert told == {SLEEPER: "grader_error", "zoe": "graded"}


def test_first_failure_leaves_a_card(copy) -> None:
    """Without an earlier card, the failure is written as a card, and the next run tries again."""
    path = card_path(copy.folder, SLEEPER)
    path.unlink()
    with Batch(copy.source, copy.folder, "--jobs", "1") as batch:
        for pid in _two_examiners(batch):
            kill_examiner(pid)
        assert batch.end()[1]["failed"] == [SLEEPER]
    card = read_card(path)
    assert card.run.status is Status.GRADER_ERROR
    assert card.submission.files
    assert all("ended from outside" in test.message for test in card.tests())
    planned = {entry.submission.id: entry.reason for entry in _plan(copy).entries}
    assert planned[SLEEPER] == "the grader had failed"


def _two_examiners(batch: Batch) -> Iterator[int]:
    """Yield the examiner that is grading, and then the one that replaces it."""

    # An examiner starts with the lock check, whose workers live shortly. So an examiner whose
    # processes stay the same for a while is grading.
    def grades() -> int:
        for pid in examiners(batch.pid):
            under = descendants(pid)
            if len(under) >= 2:
                time.sleep(0.7)
                if under == descendants(pid):
                    return pid
        return 0

    first = until(grades)
    yield first
    yield until(lambda: [pid for pid in examiners(batch.pid) if pid != first])[0]


def signal_to(pid: int, number: signal.Signals = signal.SIGINT) -> None:
    """Send a signal to a process that this test started."""
    os.kill(pid, number)


def kill_examiner(pid: int) -> dict[int, str]:
    """Kill an examiner, as the system does when memory runs out; return what it had started."""
    seen = descendants(pid)
    signal_to(pid, signal.SIGKILL)
    return seen


def _plan(graded) -> Plan:
    return plan(graded.source, graded.folder, None, None)
