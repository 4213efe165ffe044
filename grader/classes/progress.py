"""Show how a batch is getting on: a bar, plain lines where there is no terminal, or JSON lines."""

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

Kind = Literal["auto", "json"]


@dataclass
class Tally:
    """What has come in so far."""

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
        """How many cards there are."""
        return self.full + self.less + self.rejected + self.faults

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return self.clock() - self.started

    @property
    def rate(self) -> float:
        """Cards a second, 0 before the first."""
        return self.done / self.elapsed if self.done and self.elapsed > 0 else 0.0

    @property
    def left(self) -> float | None:
        """Seconds to go at this rate, None before the first card."""
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
        """Return the tally in words; what there is none of is left out, except full marks."""
        words = {"with less": self.less, "rejected": self.rejected, "grader faults": self.faults}
        some = [f"{count} {word}" for word, count in words.items() if count]
        return ", ".join([f"{self.full} with full marks", *some])

    def pace(self) -> str:
        """Return rate and time left in words."""
        if self.left is None:
            return "…"
        per_second = self.rate
        rate = f"{per_second:.1f}/s" if per_second >= 1 else f"{per_second * 60:.1f}/min"
        return f"{rate}, {duration(self.left)} left"


class Reporter(Protocol):
    """Whoever shows the progress."""

    def card(self, card: Scorecard) -> None:
        """Tell of a card that is written."""

    def note(self, text: str) -> None:
        """Tell the teacher something."""

    def end(self) -> None:
        """Show the last state and stop."""


def reporter(kind: Kind, console: Console, total: int) -> Reporter:
    """Return what suits the console and start it."""
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
        """Move the bar."""
        self._tally.add(card)
        text = f"{self._tally.pace()}: {self._tally.counts()}"
        self._progress.update(self._task, advance=1, description=text)

    def note(self, text: str) -> None:
        """Print above the bar."""
        self._progress.console.print(Text(f"note: {visible(text)}"), soft_wrap=True)

    def end(self) -> None:
        """Leave the bar as it is."""
        self._progress.stop()


class Lines:
    """A line for each tenth, for pipes, logs and dumb terminals."""

    def __init__(self, console: Console, total: int) -> None:
        self._tally = Tally(total)
        self._console = console
        self._tenth = 0

    def card(self, card: Scorecard) -> None:
        """Print a line if a tenth is full."""
        tally = self._tally
        tally.add(card)
        tenth = tally.done * 10 // tally.total
        if tenth > self._tenth:
            self._tenth = tenth
            text = f"{tally.done}/{tally.total}, {tally.pace()}: {tally.counts()}"
            self._console.print(Text(text), soft_wrap=True)

    def note(self, text: str) -> None:
        """Print it."""
        self._console.print(Text(f"note: {visible(text)}"), soft_wrap=True)

    def end(self) -> None:
        """Nothing is left to be done."""


class JsonLines:
    """One JSON object a line, for programs: `event` is start, card, note or end."""

    def __init__(self, console: Console, total: int) -> None:
        self._tally = Tally(total)
        self._console = console
        self._write("start", total=total)

    def card(self, card: Scorecard) -> None:
        """Write what became of one submission, and how far everything is."""
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
        """Write it."""
        self._write("note", text=visible(text))

    def end(self) -> None:
        """Write the tally."""
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
        # Not through rich: a line must stay one line, whatever the width.
        self._console.file.write(json.dumps({"event": event, **fields}) + "\n")
        self._console.file.flush()


def duration(seconds: float) -> str:
    """Return seconds as people say them."""
    whole = round(seconds)
    hours, minutes = whole // 3600, whole % 3600 // 60
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {whole % 60:02} s" if minutes else f"{whole} s"
