"""Handle Ctrl-C while `grader check --watch` runs, also in the middle of a grading."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import time
from collections.abc import Iterator

KILL_AGAIN_S = 0.02  # the examiner may start a new worker after each kill, so kill this often


class CtrlC:
    """Turn Ctrl-C into KeyboardInterrupt, but during a grading only once the examiner is done.

    Raising KeyboardInterrupt during a grading would leave two threads waiting for the same process.
    So we kill workers until the examiner returns, and raise then.
    """

    def __init__(self) -> None:
        self._pressed = threading.Event()
        self._held_back = False

    def __enter__(self) -> CtrlC:
        threading.Thread(target=self._kill_workers, name="ctrl-c", daemon=True).start()
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    @contextlib.contextmanager
    def held_back(self) -> Iterator[None]:
        """Raise KeyboardInterrupt only after this block."""
        self._held_back = True
        try:
            yield
        finally:
            self._held_back = False
        if self._pressed.is_set():
            raise KeyboardInterrupt

    def _press(self, *_: object) -> None:
        self._pressed.set()
        if not self._held_back:
            raise KeyboardInterrupt

    def _kill_workers(self) -> None:
        self._pressed.wait()
        while self._held_back:
            for worker in multiprocessing.active_children():
                with contextlib.suppress(ValueError):  # the client has closed it in the meantime
                    worker.kill()
            time.sleep(KILL_AGAIN_S)
