"""Grade again on every save, and show which tests turned green or red.

Exercises that use a changed file are graded and shown first, then the rest.
"""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from .. import render
from ..errors import KitError
from ..grade import close_examiner, examiner
from ..intake import IntakeError, open_submission
from ..registry import exercise_number, files_of, suite_files, suites_folder
from ..scorecard import Outcome, Scorecard, Status, TestResult, without_times
from ..submission import Submission
from .ctrl_c import CtrlC
from .grading import Grading

QUIET_MS = 10  # a save is over when nothing has happened for this long
LONGEST_MS = 200  # a save is over after this long in any case
SETTLE_S = 0.1  # enough for an editor that removes a file and then writes it again
# Poll this often, for changes that file events miss: network folders, a replaced folder.
LOOK_AGAIN_S = 1.0
MAX_NAMED = 3  # up to this many tests are named one by one
KEEPS_POINTS = (Outcome.PASSED, Outcome.CONSEQUENCE)


class WatchError(KitError):
    """Something needed to watch is missing."""


def watch(
    path: Path,
    start: Callable[[], Grading],
    console: Console,
    keep: Callable[[Scorecard], None],
) -> None:
    """Grade a submission now and after every change of its files, until Ctrl-C (main thread only).

    The seed stays the same, so that only the student's own changes turn a test green or red.

    Args:
        path: a folder, or one file.
        start: checks the locks and returns how to grade; called once Ctrl-C is handled.
        console: where the cards are shown.
        keep: called with every complete card after it was shown.

    Raises:
        WatchError: if watchfiles is not installed.
        IntakeError: if there is nothing at that path to begin with.
    """
    wakes = _wakes(path, _watchfiles())
    with contextlib.suppress(KeyboardInterrupt), CtrlC() as ctrl_c:
        read = open_submission(path)
        grading = start()
        with _open_examiner(ctrl_c):
            watcher = _Watcher(path, grading, ctrl_c, console, keep)
            watcher.first(read)
            for _ in wakes:
                watcher.look()


@contextlib.contextmanager
def _open_examiner(ctrl_c: CtrlC) -> Iterator[None]:
    """Own this process's examiner: collect the suites now, and end pytest's thread afterwards."""
    try:
        with ctrl_c.held_back():
            examiner()
        yield
    finally:
        with ctrl_c.held_back():
            close_examiner()


def affected(before: Mapping[str, bytes], now: Mapping[str, bytes]) -> frozenset[int]:
    """Return the exercises that use a file which differs."""
    changed = set(_changed(before, now))
    suites = suite_files(suites_folder())
    return frozenset(
        exercise_number(suite) for suite in suites if changed.intersection(files_of(suite))
    )


class _Watcher:
    """Remember what was read and found last, and grade and show what changed since."""

    def __init__(
        self,
        path: Path,
        grading: Grading,
        ctrl_c: CtrlC,
        console: Console,
        keep: Callable[[Scorecard], None],
    ) -> None:
        self._path = path
        self._grading = grading
        self._ctrl_c = ctrl_c
        self._console = console
        self._keep = keep
        self._exercises = grading.settings.exercises or frozenset(
            map(exercise_number, suite_files(suites_folder()))
        )
        self._read = Submission("")
        self._card: Scorecard | None = None  # the last complete one

    def first(self, read: Submission) -> None:
        """Grade and show a submission for the first time, so without any comparison."""
        self._read = read
        self._finish(self._show(self._grade(read, self._exercises), None, ""))

    def look(self) -> None:
        """Grade and show again if what would be graded has changed."""
        before, now = self._read, _settled(self._path, self._read)
        if _gradable(before) == _gradable(now):
            return
        assert self._card is not None
        self._read = now
        headline = _headline(before, now)
        first = affected(before.files, now.files) & self._exercises
        if before.rejected or now.rejected or first in (frozenset(), self._exercises):
            self._finish(self._show(self._grade(now, self._exercises), self._card, headline))
            return
        part = self._grade(now, first)
        shown = self._show(_merged(part, self._card), self._card, headline)
        rest = self._grade(now, self._exercises - first)
        whole = _with_notices(_merged(rest, part), part)
        # The rest seldom changes, so do not show the same card a second time.
        if _findings(whole) != _findings(shown):
            self._show(whole, self._card, headline)
        self._finish(whole)

    def _grade(self, read: Submission, exercises: frozenset[int]) -> Scorecard:
        with self._ctrl_c.held_back():
            return self._grading.grade(read, exercises)

    def _show(self, card: Scorecard, before: Scorecard | None, headline: str) -> Scorecard:
        console = self._console
        with console:  # collect one write, because clearing and filling apart would flicker
            if before is not None:
                if console.file.isatty() and not console.is_dumb_terminal:
                    console.clear()
                console.print(Text(headline, style="dim"))
                for line in turned(before, card):
                    console.print(line)
                console.print()
            render.show(card, console)
            console.print()
            console.print(Text("Waiting for the next save; Ctrl-C ends.", style="dim"))
        return card

    def _finish(self, card: Scorecard) -> None:
        self._card = card
        self._keep(card)


# ------------------------------------------------------------ what changed


def turned(before: Scorecard, now: Scorecard) -> list[Text]:
    """Return the lines that say which tests turned green or red."""
    old = {test.id: test.outcome for test in before.tests()}
    both = [(old[test.id], test) for test in now.tests() if test.id in old]
    green = [
        test
        for outcome, test in both
        if test.outcome is Outcome.PASSED and outcome is not Outcome.PASSED
    ]
    red = [
        test
        for outcome, test in both
        if outcome in KEEPS_POINTS and test.outcome not in KEEPS_POINTS
    ]
    lines = _named("now passing", green, "green") + _named("now failing", red, "red")
    return lines or [Text("No test turned green or red.")]


def _named(words: str, tests: list[TestResult], style: str) -> list[Text]:
    if len(tests) <= MAX_NAMED:
        texts = [f"exercise {test.exercise}, {test.title}" for test in tests]
    else:
        counts = Counter(test.exercise for test in tests)
        each = ", ".join(f"{count} of exercise {number}" for number, count in counts.items())
        texts = [f"{len(tests)} tests ({each})"]
    return [Text.assemble((f"{words}: ", f"bold {style}"), text) for text in texts]


def _headline(before: Submission, now: Submission) -> str:
    changed = _changed(before.files, now.files)
    saved = ", ".join(name for name in changed if name in now.files)
    gone = ", ".join(name for name in changed if name not in now.files)
    parts = [f"{saved} saved"] * bool(saved) + [f"{gone} gone"] * bool(gone)
    return f"{time.strftime('%H:%M:%S')} {'; '.join(parts) or 'the folder changed'}"


def _changed(before: Mapping[str, bytes], now: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def _settled(path: Path, before: Submission) -> Submission:
    """Read the submission, and again a little later if a file is gone.

    Some editors remove a file and then write it again, so this may be the middle of a save.
    """
    now = _read(path)
    if any(source and not now.files.get(name) for name, source in before.files.items()):
        time.sleep(SETTLE_S)
        now = _read(path)
    return now


def _read(path: Path) -> Submission:
    try:
        return open_submission(path)
    except IntakeError as error:
        return Submission(path.name, rejected=str(error))


def _gradable(read: Submission) -> tuple[Any, ...]:
    """Return what a card depends on, so without the backup and swap files of editors."""
    return read.files, read.rejected, read.notices


# ------------------------------------------------------------ cards


def _merged(card: Scorecard, other: Scorecard) -> Scorecard:
    """Return the card with the exercises that it lacks taken from the other card."""
    found = {each.number: each for each in (*other.exercises, *card.exercises)}
    exercises = tuple(found[number] for number in sorted(found))
    faulty = any(test.outcome is Outcome.GRADER_ERROR for each in exercises for test in each.tests)
    status = Status.GRADER_ERROR if faulty else card.run.status
    return msgspec.structs.replace(
        card,
        exercises=exercises,
        score=round(sum(each.score for each in exercises), 2),
        max_score=round(sum(each.max_score for each in exercises), 2),
        run=msgspec.structs.replace(card.run, status=status),
    )


def _with_notices(card: Scorecard, other: Scorecard) -> Scorecard:
    """Return the card with the notices of both cards, the other's first."""
    notices = dict.fromkeys((*other.submission.notices, *card.submission.notices))
    submission = msgspec.structs.replace(card.submission, notices=tuple(notices))
    return msgspec.structs.replace(card, submission=submission)


def _findings(card: Scorecard) -> tuple[Any, ...]:
    """Return what a reader would see on the card."""
    return without_times(card).exercises, set(card.submission.notices)


# ------------------------------------------------------------ events


def _watchfiles() -> Any:
    try:
        import watchfiles
    except ImportError:
        raise WatchError(
            "Watching needs the package watchfiles. In the kit's folder, install it with: "
            'python -m pip install --editable ".[watch]"'
        ) from None
    return watchfiles


def _wakes(path: Path, watchfiles: Any) -> Iterator[None]:
    """Yield when something at the path may have changed, and every LOOK_AGAIN_S in any case.

    For a file, its folder is watched, because an atomic save replaces the file by another.
    """
    is_folder = path.is_dir()
    while True:
        folder = (path if is_folder else path.parent).resolve()
        # If the folder is gone, or the system can watch no more folders, we only poll.
        with contextlib.suppress(OSError, RuntimeError):
            identity = folder.stat().st_ino
            for _ in watchfiles.watch(
                folder,
                watch_filter=None,  # reading takes a millisecond and tells exactly what changed
                step=QUIET_MS,
                debounce=LONGEST_MS,
                rust_timeout=int(LOOK_AGAIN_S * 1000),
                yield_on_timeout=True,
                recursive=is_folder,
            ):
                yield
                if folder.stat().st_ino != identity:
                    break
        time.sleep(SETTLE_S)
        yield
