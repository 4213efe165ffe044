"""Grade on other machines: a dask scheduler's workers, vetted before they get a submission.

Workers run `examine` below, which is the same `grade` as everywhere. What travels is a function
that imports the kit only there, so that a worker without the kit can say so instead of failing.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.metadata
import logging
import multiprocessing
import pickle
import platform
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

from .. import __version__, snapshot
from ..candidate.lockcheck import Isolation, probe
from ..grade import Settings, grade
from ..registry import suites_digest, suites_folder
from ..scorecard import Budgets
from ..submission import Submission
from .pool import CannotGradeError, Graded, Level, check_isolation

CONNECT_S = 5
WORKERS_S = 60
# One submission under way and one waiting, so that no worker idles while a card travels.
WAITING_PER_WORKER = 2
LOST = "the scheduler is gone: when it is back, run again to grade the rest"

# What a worker answers: True and the value, or False and why it must not grade.
Answer = tuple[bool, Any]


@dataclass(frozen=True)
class _Sent:
    """A call under way: what runs it, and who may."""

    payload: bytes
    running: Future[Answer] | None  # None while there is nobody fit
    workers: frozenset[str]


class Workers(Executor):
    """The fit workers of a scheduler, as an Executor; newcomers are vetted as they come.

    A call is given to workers by name, so that unfit ones never get it. A worker that is lost with
    a call is dask's to replace by another of those; if none of them is left, it is sent again.

    Args:
        client: a distributed.Client.
        budgets: the limits submissions will run under.
        accepted: the least isolation the teacher accepts.
        note: is told of each worker that is refused, once, and why.
    """

    def __init__(
        self, client: Any, budgets: Budgets, accepted: Level, note: Callable[[str], None]
    ) -> None:
        self._client = client
        self._terms = pickle.dumps((_versions(), budgets, accepted))
        self._note = note
        self._fit: dict[str, Isolation] = {}
        self._refused: dict[str, str] = {}
        self._sent: dict[Future[Any], _Sent] = {}
        self._executor: Any = None
        self._vet()
        if not self._fit:
            reasons = "; ".join(f"{name}: {why}" for name, why in self._refused.items())
            raise CannotGradeError(f"no worker can be used: {reasons or 'there is none'}")
        self.isolation = next(iter(self._fit.values()))  # each card carries its own worker's

    def room(self) -> int:
        """Return how many submissions may be under way, after a look at who is there now."""
        self._vet()
        for future, sent in list(self._sent.items()):
            if not sent.workers & self._fit.keys():
                self._send(future, sent.payload)
        return WAITING_PER_WORKER * max(1, len(self._fit))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a function on a fit worker."""
        call = pickle.dumps(functools.partial(fn, *args, **kwargs))
        future: Future[Any] = Future()
        self._send(future, pickle.dumps((self._terms, call)))
        return future

    def _send(self, future: Future[Any], payload: bytes) -> None:
        before = self._sent.get(future)
        running = None
        if self._fit:
            running = self._executor.submit(_travelling(), "perform", payload)
        self._sent[future] = _Sent(payload, running, frozenset(self._fit))
        if running is not None:
            running.add_done_callback(functools.partial(self._receive, future))
        if before is not None and before.running is not None:
            before.running.cancel()

    def _receive(self, future: Future[Any], running: Future[Answer]) -> None:
        """Pass on what came back, unless it has been sent again since."""
        if future not in self._sent or self._sent[future].running is not running:
            return
        del self._sent[future]
        if running.cancelled():
            future.set_exception(CannotGradeError(LOST))
        elif error := running.exception():
            future.set_exception(error)
        elif running.result()[0]:
            future.set_result(running.result()[1])
        else:
            future.set_exception(CannotGradeError(f"a worker has changed: {running.result()[1]}"))

    def _vet(self) -> None:
        """Look who has come and gone, and ask those who came what they are."""
        try:
            present = self._client.scheduler_info(n_workers=-1)["workers"]
        except OSError as error:
            raise CannotGradeError(LOST) from error
        strangers = sorted(present.keys() - self._fit.keys() - self._refused.keys())
        gone = self._fit.keys() - present.keys()
        self._fit = {name: found for name, found in self._fit.items() if name in present}
        self._refused = {name: why for name, why in self._refused.items() if name in present}
        if gone and not self._fit:
            self._note("no fit worker is left; waiting for one")
        if strangers:
            answers = self._client.run(
                _travelling(), "describe", self._terms, workers=strangers, on_error="return"
            )
            for name, answer in answers.items():
                self._judge(name, present[name]["nthreads"], answer)
        if strangers or gone:
            self._executor = self._client.get_executor(pure=False, workers=sorted(self._fit))

    def _judge(self, name: str, threads: int, answer: Answer | Exception) -> None:
        if isinstance(answer, Exception):
            reason = f"it cannot be asked: {answer!r}"
        elif not answer[0]:
            reason = answer[1]
        elif threads != 1:
            reason = f"its {threads} threads would share one examiner: start it with --nthreads 1"
        else:
            self._fit[name] = answer[1]
            return
        self._refused[name] = reason
        self._note(f"worker {name} is not used: {reason}")


@contextlib.contextmanager
def workers(
    address: str, budgets: Budgets, accepted: Level, note: Callable[[str], None]
) -> Iterator[Workers]:
    """Connect to a scheduler; leaving drops what is not finished.

    Args:
        address: of the scheduler, such as tcp://10.0.0.5:8786.
        budgets: the limits submissions will run under.
        accepted: the least isolation the teacher accepts.
        note: is told of each worker that is refused, and why.

    Raises:
        CannotGradeError: if there is no scheduler, or no worker that can be used.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise CannotGradeError(
            'a scheduler needs dask: pip install "embedding-grader[cluster]"'
        ) from error
    # What it would print, with tracebacks, when a connection is lost is said here in a sentence.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    connect: Callable[..., Any] = Client  # distributed is only half typed
    try:
        client = connect(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CannotGradeError(f"no scheduler answers at {address}: {error}") from error
    try:
        try:
            client.wait_for_workers(1, timeout=WORKERS_S)
        except TimeoutError as error:
            raise CannotGradeError(f"the scheduler at {address} has no workers") from error
        yield Workers(client, budgets, accepted, note)
    finally:
        client.close(timeout=1)


# ---------------------------------------------------------------- on the worker


def describe(terms: bytes) -> Answer:
    """Say what this worker is: fit and its isolation, or not and why."""
    theirs, budgets, accepted = pickle.loads(terms)
    if reason := _difference(theirs):
        return False, reason
    if multiprocessing.current_process().daemon:
        return False, (
            "its nanny forbids it child processes: start it with --no-nanny, or with"
            " DASK_DISTRIBUTED__WORKER__DAEMON=False in its environment"
        )
    isolation = _probed(budgets)
    try:
        check_isolation(isolation, accepted)
    except CannotGradeError as error:
        return False, str(error)
    return True, isolation


def perform(payload: bytes) -> Answer:
    """Call the function that was sent, if this worker is fit to."""
    terms, call = pickle.loads(payload)
    fit, said = describe(terms)
    return (True, pickle.loads(call)()) if fit else (False, said)


def examine(submission: Submission, settings: Settings, _: Isolation, look: bool) -> Graded:
    """Grade one submission; its card tells the isolation of this machine, not of another."""
    card = grade(submission, settings, _probed(settings.budgets))
    return card, snapshot.take(submission, card, settings.budgets) if look else ""


@functools.cache
def _probed(budgets: Budgets) -> Isolation:
    return probe(budgets)


def _versions() -> dict[str, str]:
    """What must be the same for a card to come out the same."""
    return {
        "grader": __version__,
        "suites": suites_digest(suites_folder())[:12],
        "python": platform.python_version(),
        "torch": importlib.metadata.version("torch"),
        "numpy": importlib.metadata.version("numpy"),
    }


def _difference(theirs: dict[str, str]) -> str:
    ours = _versions()
    return "; ".join(
        f"it has {name} {ours[name]}, {wanted} is needed"
        for name, wanted in theirs.items()
        if ours[name] != wanted
    )


# ---------------------------------------------------------------- on the way


def _travelling() -> Callable[[str, bytes], Answer]:
    """Return a function that is pickled by its code, as a worker may lack this module."""
    version = __version__

    def call(name: str, payload: bytes) -> Answer:
        try:
            import grader

            theirs = getattr(grader, "__version__", "of unknown version")
            if theirs != version:
                return False, f"it has grader {theirs}, {version} is needed"
            from grader.classes import cluster
        except ImportError as error:
            return False, f"it lacks the kit ({error}): pip install embedding-grader there"
        answer: Answer = getattr(cluster, name)(payload)
        return answer

    return call
