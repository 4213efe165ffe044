"""Grade again on every save: first what the change touches, with what turned green or red."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.text import Text

from .. import render
from ..candidate.cores import one_core
from ..candidate.lockcheck import probe
from ..candidate.server import start_server
from ..errors import KitError
from ..grade import Settings, examiner, grade
from ..intake import IntakeError, open_submission
from ..registry import exercise_number, files_of, suite_files, suites_folder
from ..scorecard import Outcome, Scorecard, Status, TestResult, for_student, without_times
from ..submission import Submission

QUIET_MS = 10  # a save is over when nothing more happens for so long
LONGEST_MS = 200  # and at the latest after this
SETTLE_S = 0.1  # an editor that takes a file away before writing it anew needs less
LOOK_AGAIN_S = 1.0  # for what no event tells: a shared folder, a folder put in another's place
KILL_AGAIN_S = 0.02
MAX_NAMED = 3  # so many tests are named one by one
KEEPS_POINTS = (Outcome.PASSED, Outcome.CONSEQUENCE)


class WatchError(KitError):
    """Something needed to watch is missing."""


def watch(
    path: Path,
    settings: Settings,
    console: Console,
    *,
    audience: str,
    after: Callable[[Scorecard], None] | None = None,
) -> None:
    """Grade a submission now and after every change of its files, until Ctrl-C (main thread only).

    The seed stays the same, so that only the student's own changes turn a test green or red.

    Args:
        path: a folder, or one file.
        settings: as for one grading.
        console: where the results go.
        audience: `student` or `instructor`.
        after: called with every complete card, cut down to its audience, after it was shown.

    Raises:
        WatchError: if watchfiles is not installed.
        IntakeError: if there is nothing at that path to begin with.
    """
    wakes = _wakes(path, _watchfiles())
    with contextlib.suppress(KeyboardInterrupt), _CtrlC() as ctrl_c:
        read = open_submission(path)
        start_server()
        isolation = probe(settings.budgets)
        for layer in isolation.layers:
            if not layer.on:
                text = f"isolation: {layer.name} is off ({layer.detail})"
                Console(stderr=True).print(Text(text))

        def graded(read: Submission, exercises: frozenset[int]) -> Scorecard:
            with ctrl_c.grading(), one_core():
                return grade(read, replace(settings, exercises=exercises), isolation)

        chosen = settings.exercises or frozenset(map(exercise_number, suite_files(suites_folder())))
        watcher = _Watcher(path, chosen, graded, console, audience, after)
        watcher.first(read)
        for _ in wakes:
            watcher.look()


def affected(before: Mapping[str, bytes], now: Mapping[str, bytes]) -> frozenset[int]:
    """Return the exercises that use a file which differs."""
    changed = set(_changed(before, now))
    suites = suite_files(suites_folder())
    return frozenset(
        exercise_number(suite) for suite in suites if changed.intersection(files_of(suite))
    )


class _Watcher:
    """What was read and found last, and how to grade and show it again."""

    def __init__(
        self,
        path: Path,
        chosen: frozenset[int],
        grade: Callable[[Submission, frozenset[int]], Scorecard],
        console: Console,
        audience: str,
        after: Callable[[Scorecard], None] | None,
    ) -> None:
        self._path = path
        self._chosen = chosen
        self._grade = grade
        self._console = console
        self._audience = audience
        self._after = after
        self._read = Submission("")
        self._card: Scorecard | None = None  # the last complete one

    def first(self, read: Submission) -> None:
        """Grade and show without looking back."""
        self._read = read
        self._finish(self._show(self._grade(read, self._chosen), None, ""))

    def look(self) -> None:
        """Grade and show again if what would be graded has changed."""
        before, now = self._read, _settled(self._path, self._read)
        if _gradable(before) == _gradable(now):
            return
        assert self._card is not None
        self._read = now
        headline = _headline(before, now)
        first = affected(before.files, now.files) & self._chosen
        if before.rejected or now.rejected or first in (frozenset(), self._chosen):
            self._finish(self._show(self._grade(now, self._chosen), self._card, headline))
            return
        part = self._grade(now, first)
        shown = self._show(_merged(part, self._card), self._card, headline)
        whole = _with_notices(_merged(self._grade(now, self._chosen - first), part), part)
        # The rest seldom changes, and a card that is shown already is not shown twice.
        if _findings(whole) != _findings(shown):
            self._show(whole, self._card, headline)
        self._finish(whole)

    def _show(self, card: Scorecard, before: Scorecard | None, headline: str) -> Scorecard:
        console = self._console
        with console:  # one write: a screen that is cleared and filled in two flickers
            if before is not None:
                if console.file.isatty() and not console.is_dumb_terminal:
                    console.clear()
                console.print(Text(headline, style="dim"))
                for line in turned(before, card):
                    console.print(line)
                console.print()
            render.show(self._cut(card), console)
            console.print()
            console.print(Text("Waiting for the next save; Ctrl-C ends.", style="dim"))
        return card

    def _finish(self, card: Scorecard) -> None:
        self._card = card
        if self._after is not None:
            self._after(self._cut(card))

    def _cut(self, card: Scorecard) -> Scorecard:
        return for_student(card) if self._audience == "student" else card


# ------------------------------------------------------------ what changed


def turned(before: Scorecard, now: Scorecard) -> list[Text]:
    """Say in words which tests turned green or red."""
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
        texts = [f"exercise {_exercise(test)}, {test.title}" for test in tests]
    else:
        counts = Counter(map(_exercise, tests))
        each = ", ".join(f"{count} of exercise {number}" for number, count in counts.items())
        texts = [f"{len(tests)} tests ({each})"]
    return [Text.assemble((f"{words}: ", f"bold {style}"), text) for text in texts]


def _exercise(test: TestResult) -> str:
    return test.id.partition(".")[0]


def _headline(before: Submission, now: Submission) -> str:
    changed = _changed(before.files, now.files)
    saved = ", ".join(name for name in changed if name in now.files)
    gone = ", ".join(name for name in changed if name not in now.files)
    parts = [f"{saved} saved"] * bool(saved) + [f"{gone} gone"] * bool(gone)
    return f"{time.strftime('%H:%M:%S')} {'; '.join(parts) or 'the folder changed'}"


def _changed(before: Mapping[str, bytes], now: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name in {*before, *now} if before.get(name) != now.get(name))


def _settled(path: Path, before: Submission) -> Submission:
    """Read the submission; what has just gone may be in the middle of a save, so look twice."""
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
    """Return what a card depends on: not the backup and swap files that editors leave beside."""
    return read.files, read.rejected, read.notices


# ------------------------------------------------------------ cards


def _merged(card: Scorecard, other: Scorecard) -> Scorecard:
    """Return the card with the other's exercises in the places it leaves empty."""
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
    notices = dict.fromkeys((*other.submission.notices, *card.submission.notices))
    submission = msgspec.structs.replace(card.submission, notices=tuple(notices))
    return msgspec.structs.replace(card, submission=submission)


def _findings(card: Scorecard) -> tuple[Any, ...]:
    return without_times(card).exercises, set(card.submission.notices)


# ------------------------------------------------------------ events and the end


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
    """Yield when something at the path may have changed, and now and then anyway.

    The folder is watched, not the file: an atomic save puts another file in its place.
    """
    is_folder = path.is_dir()
    while True:
        folder = (path if is_folder else path.parent).resolve()
        # A folder that is gone, or a system out of watches, is only looked at now and then.
        with contextlib.suppress(OSError, RuntimeError):
            identity = folder.stat().st_ino
            for _ in watchfiles.watch(
                folder,
                watch_filter=None,  # reading costs a millisecond and knows better what matters
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


class _CtrlC:
    """Ctrl-C, also in the middle of a grading: the examiner alone ends a client's workers.

    An exception raised there would make two threads wait for one process. So while the examiner
    works, its workers are killed until it has nothing left to wait for; then comes the exception.
    """

    def __init__(self) -> None:
        self._pressed = threading.Event()
        self._grading = False

    def __enter__(self) -> _CtrlC:
        threading.Thread(target=self._kill_workers, name="ctrl-c", daemon=True).start()
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressing it again changes nothing
        if examiner.cache_info().currsize:
            examiner().close()
            examiner.cache_clear()
        signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def grading(self) -> Iterator[None]:
        """Hold Ctrl-C back until the examiner is done."""
        self._grading = True
        try:
            yield
        finally:
            self._grading = False
        if self._pressed.is_set():
            raise KeyboardInterrupt

    def _press(self, *_: object) -> None:
        self._pressed.set()
        if not self._grading:
            raise KeyboardInterrupt

    def _kill_workers(self) -> None:
        self._pressed.wait()
        while self._grading:
            for worker in multiprocessing.active_children():
                with contextlib.suppress(ValueError):  # closed meanwhile by its client
                    worker.kill()
            time.sleep(KILL_AGAIN_S)
