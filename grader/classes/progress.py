"""Show the progress of a class: a bar on a terminal, plain lines elsewhere, or JSON lines."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn
from rich.text import Text

from ..scorecard import Scorecard, Status
from ..text import visible

ProgressKind = Literal["auto", "json"]


@dataclass
class Tally:
    """How many cards there are so far, by outcome, and how fast they come."""

    total: int
    full: int = 0
    less: int = 0
    rejected: int = 0
    faults: int = 0
    clock: Callable[[], float] = time.monotonic
    started: float = field(init=False)

    def __post_init__(self) -> None:
        """Start the clock."""
        self.started = self.clock()

    @property
    def done(self) -> int:
        """How many cards were added."""
        return self.full + self.less + self.rejected + self.faults

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self.clock() - self.started

    @property
    def rate(self) -> float:
        """Cards per second; 0 before the first card."""
        return self.done / self.elapsed if self.done and self.elapsed > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds until the last card at this rate; None before the first card."""
        return (self.total - self.done) / self.rate if self.rate else None

    def add(self, card: Scorecard) -> None:
        """Count one card."""
        match card.run.status:
            case Status.GRADER_ERROR:
                self.faults += 1
            case Status.REJECTED:
                self.rejected += 1
            case _ if card.score == card.max_score:
                self.full += 1
            case _:
                self.less += 1

    def counts(self) -> str:
        """Return the counts in words. Zeros are left out, except for full marks."""
        words = {"with less": self.less, "rejected": self.rejected, "grader faults": self.faults}
        some = [f"{count} {word}" for word, count in words.items() if count]
        return ", ".join([f"{self.full} with full marks", *some])

    def pace(self) -> str:
        """Return the rate and the time left in words."""
        if self.left is None:
            return "…"
        per_second = self.rate
        rate = f"{per_second:.1f}/s" if per_second >= 1 else f"{per_second * 60:.1f}/min"
        return f"{rate}, {duration(self.left)} left"


class Reporter(Protocol):
    """What all three ways to show the progress have in common."""

    def card(self, card: Scorecard) -> None:
        """Count a card that is ready, and show the progress."""

    def note(self, text: str) -> None:
        """Show the teacher a sentence."""

    def end(self) -> None:
        """Show the final state and stop."""


def reporter(kind: ProgressKind, console: Console, total: int) -> Reporter:
    """Start to show the progress in the way that suits the console.

    Args:
        kind: "json" for programs; "auto" for people.
        console: where to show it (stderr).
        total: how many cards will come.
    """
    if kind == "json":
        return JsonLines(console, total)
    if console.is_terminal and not console.is_dumb_terminal:
        return Bar(console, total)
    return Lines(console, total)


class Bar:
    """A bar on a terminal."""

    def __init__(self, console: Console, total: int) -> None:
        self._tally = Tally(total)
        self._progress = Progress(
            BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"), console=console
        )
        self._task: TaskID = self._progress.add_task("grading …", total=total)
        self._progress.start()

    def card(self, card: Scorecard) -> None:
        """Move the bar on."""
        self._tally.add(card)
        text = f"{self._tally.pace()}: {self._tally.counts()}"
        self._progress.update(self._task, advance=1, description=text)

    def note(self, text: str) -> None:
        """Print the sentence above the bar."""
        self._progress.console.print(Text(f"note: {visible(text)}"), soft_wrap=True)

    def end(self) -> None:
        """Stop moving the bar, and leave it on the screen."""
        self._progress.stop()


class Lines:
    """A line for each tenth of the class, for pipes, logs and dumb terminals."""

    def __init__(self, console: Console, total: int) -> None:
        self._tally = Tally(total)
        self._console = console
        self._tenth = 0

    def card(self, card: Scorecard) -> None:
        """Print a line if another tenth is complete."""
        tally = self._tally
        tally.add(card)
        tenth = tally.done * 10 // tally.total
        if tenth > self._tenth:
            self._tenth = tenth
            text = f"{tally.done}/{tally.total}, {tally.pace()}: {tally.counts()}"
            self._console.print(Text(text), soft_wrap=True)

    def note(self, text: str) -> None:
        """Print the sentence."""
        self._console.print(Text(f"note: {visible(text)}"), soft_wrap=True)

    def end(self) -> None:
        """Do nothing, because the last line is already printed."""


class JsonLines:
    """One JSON object per line, for programs. `event` is start, card, note or end."""

    def __init__(self, console: Console, total: int) -> None:
        self._tally = Tally(total)
        self._console = console
        self._write("start", total=total)

    def card(self, card: Scorecard) -> None:
        """Write the outcome of one submission, and the progress of the class."""
        tally = self._tally
        tally.add(card)
        self._write(
            "card",
            id=card.submission.id,
            status=card.run.status.value,
            score=card.score,
            max_score=card.max_score,
            done=tally.done,
            total=tally.total,
            rate_per_s=round(tally.rate, 3),
            left_s=None if tally.left is None else round(tally.left, 1),
        )

    def note(self, text: str) -> None:
        """Write the sentence."""
        self._write("note", text=visible(text))

    def end(self) -> None:
        """Write the final counts."""
        tally = self._tally
        self._write(
            "end",
            done=tally.done,
            total=tally.total,
            full=tally.full,
            less=tally.less,
            rejected=tally.rejected,
            grader_errors=tally.faults,
            elapsed_s=round(tally.elapsed, 1),
        )

    def _write(self, event: str, **fields: Any) -> None:
        # Write to the file itself, because rich would break long lines at the console's width.
        self._console.file.write(json.dumps({"event": event, **fields}) + "\n")
        self._console.file.flush()


def duration(seconds: float) -> str:
    """Return seconds in words, such as "1 min 05 s"."""
    whole = round(seconds)
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {whole % 60:02} s" if minutes else f"{whole} s"
