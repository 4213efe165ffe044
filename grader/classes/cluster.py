"""Grade on a cluster: check its nodes, and send submissions only to those that may grade.

A cluster node is a process that runs what we send it through dask's scheduler (dask, and so our
messages, call it a worker). Each function that we send imports the kit only on the node, so that a
node without the kit can say so instead of failing.
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

from .. import __version__
from ..candidate.lockcheck import Isolation, probe
from ..grade import Settings
from ..lesson.title import DISTRIBUTION
from ..registry import suites_digest, suites_folder
from ..scorecard import Budgets
from ..submission import Submission
from .pool import CannotGradeError, Graded, IsolationLevel, check_isolation, examine

CONNECT_S = 5
NODES_S = 60
# One submission in work and one waiting, so that no node is idle while its card is sent to us.
CALLS_PER_NODE = 2
LOST = "the scheduler is gone: when it is back, run again to grade the rest"

# What a node sends back: True and the value, or False and the reason why it must not grade.
NodeReply = tuple[bool, Any]


@dataclass(frozen=True)
class _Call:
    """A call that was sent: to which nodes, and dask's future of it."""

    payload: bytes
    running: Future[NodeReply] | None  # None: no node is connected now
    nodes: frozenset[str]


class ClusterNodes(Executor):
    """The nodes of a scheduler that may grade, as an Executor. Nodes may come and go.

    We list the nodes that may run a call by name, so that the others never get it. If a node dies,
    dask runs its call on another node of the list. If none is left, we submit the call again.

    Args:
        client: a distributed.Client.
        budgets: the limits submissions will run under.
        accepted: the least isolation the teacher accepts.
        note: called with a sentence, once, about each node that is refused.

    Raises:
        CannotGradeError: if no node may grade.
    """

    def __init__(
        self, client: Any, budgets: Budgets, accepted: IsolationLevel, note: Callable[[str], None]
    ) -> None:
        self._client = client
        self._terms = pickle.dumps((_versions(), budgets, accepted))
        self._note = note
        self._fit: dict[str, Isolation] = {}
        self._refused: dict[str, str] = {}
        self._calls: dict[Future[Any], _Call] = {}
        self._executor: Any = None
        self._update()
        if not self._fit:
            reasons = "; ".join(f"{name}: {why}" for name, why in self._refused.items())
            raise CannotGradeError(f"no worker can be used: {reasons or 'there is none'}")
        self.isolation = next(iter(self._fit.values()))  # each card has that of its own node

    def room(self) -> int:
        """Update the list of nodes, and return how many submissions may be under way now."""
        self._update()
        for future, call in list(self._calls.items()):
            if not call.nodes & self._fit.keys():
                self._send(future, call.payload)
        return CALLS_PER_NODE * max(1, len(self._fit))

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a function on a node that may grade."""
        call = pickle.dumps(functools.partial(fn, *args, **kwargs))
        future: Future[Any] = Future()
        self._send(future, pickle.dumps((self._terms, call)))
        return future

    def _send(self, future: Future[Any], payload: bytes) -> None:
        """Send a call, or send it again in place of the one sent before."""
        before = self._calls.get(future)
        running = None
        if self._fit:
            running = self._executor.submit(_portable(), "perform", payload)
        self._calls[future] = _Call(payload, running, frozenset(self._fit))
        if running is not None:
            running.add_done_callback(functools.partial(self._receive, future))
        if before is not None and before.running is not None:
            before.running.cancel()

    def _receive(self, future: Future[Any], running: Future[NodeReply]) -> None:
        """Pass on what came back, unless the call has been sent again since."""
        if future not in self._calls or self._calls[future].running is not running:
            return
        del self._calls[future]
        if running.cancelled():
            future.set_exception(CannotGradeError(LOST))
        elif error := running.exception():
            future.set_exception(error)
        elif running.result()[0]:
            future.set_result(running.result()[1])
        else:
            future.set_exception(CannotGradeError(f"a worker has changed: {running.result()[1]}"))

    def _update(self) -> None:
        """Find out which nodes have come and gone, and check the new ones."""
        try:
            present = self._client.scheduler_info(n_workers=-1)["workers"]
        except OSError as error:
            raise CannotGradeError(LOST) from error
        new = sorted(present.keys() - self._fit.keys() - self._refused.keys())
        gone = self._fit.keys() - present.keys()
        self._fit = {name: found for name, found in self._fit.items() if name in present}
        self._refused = {name: why for name, why in self._refused.items() if name in present}
        if gone and not self._fit:
            self._note("no fit worker is left; waiting for one")
        if new:
            replies = self._client.run(
                _portable(), "describe", self._terms, workers=new, on_error="return"
            )
            for name, reply in replies.items():
                self._admit(name, present[name]["nthreads"], reply)
        if new or gone:
            self._executor = self._client.get_executor(pure=False, workers=sorted(self._fit))

    def _admit(self, name: str, threads: int, reply: NodeReply | Exception) -> None:
        """Let a new node grade, or refuse it and tell the teacher why."""
        if isinstance(reply, Exception):
            reason = f"it cannot be asked: {reply!r}"
        elif not reply[0]:
            reason = reply[1]
        elif threads != 1:
            reason = f"its {threads} threads would share one examiner: start it with --nthreads 1"
        else:
            self._fit[name] = reply[1]
            return
        self._refused[name] = reason
        self._note(f"worker {name} is not used: {reason}")


@contextlib.contextmanager
def cluster_nodes(
    address: str, budgets: Budgets, accepted: IsolationLevel, note: Callable[[str], None]
) -> Iterator[ClusterNodes]:
    """Connect to a scheduler. Leaving drops the calls that are not finished.

    Args:
        address: of the scheduler, such as tcp://10.0.0.5:8786.
        budgets: the limits submissions will run under.
        accepted: the least isolation the teacher accepts.
        note: called with a sentence about each node that is refused.

    Raises:
        CannotGradeError: if there is no scheduler, or no node that may grade.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise CannotGradeError(
            f'a scheduler needs dask: pip install "{DISTRIBUTION}[cluster]"'
        ) from error
    # dask logs a traceback for each lost connection. We tell the teacher in a sentence instead.
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    connect: Callable[..., Any] = Client  # distributed is only half typed
    try:
        client = connect(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError) as error:
        raise CannotGradeError(f"no scheduler answers at {address}: {error}") from error
    try:
        try:
            client.wait_for_workers(1, timeout=NODES_S)
        except TimeoutError as error:
            raise CannotGradeError(f"the scheduler at {address} has no workers") from error
        yield ClusterNodes(client, budgets, accepted, note)
    finally:
        client.close(timeout=1)


# ---------------------------------------------------------------- on the node


def describe(terms: bytes) -> NodeReply:
    """Check whether this node may grade; return its isolation, or the reason why not."""
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


def perform(payload: bytes) -> NodeReply:
    """Call the function that was sent, if this node may grade.

    It is checked again, because a node may have been restarted with other versions.
    """
    terms, call = pickle.loads(payload)
    fit, found = describe(terms)
    return (True, pickle.loads(call)()) if fit else (False, found)


def examine_there(
    submission: Submission, settings: Settings, _: Isolation, with_snapshot: bool
) -> Graded:
    """Grade one submission on a node. The card has the isolation of this node, not of another."""
    return examine(submission, settings, _probed(settings.budgets), with_snapshot)


@functools.cache
def _probed(budgets: Budgets) -> Isolation:
    return probe(budgets)


def _versions() -> dict[str, str]:
    """Return what must be equal on two machines so that they give equal cards."""
    return {
        "grader": __version__,
        "suites": suites_digest(suites_folder())[:12],
        "python": platform.python_version(),
        "torch": importlib.metadata.version("torch"),
        "numpy": importlib.metadata.version("numpy"),
    }


def _difference(theirs: dict[str, str]) -> str:
    """Return how this node differs from the machine that runs the batch."""
    ours = _versions()
    return "; ".join(
        f"it has {name} {ours[name]}, {wanted} is needed"
        for name, wanted in theirs.items()
        if ours[name] != wanted
    )


# ---------------------------------------------------------------- what is sent


def _portable() -> Callable[[str, bytes], NodeReply]:
    """Return a function that calls one of this module's functions by name on a node.

    It is an inner function, which dask pickles with its code. A function of this module would be
    pickled as a mere name, which a node without the kit could not look up.
    """
    version, distribution = __version__, DISTRIBUTION

    def call(name: str, payload: bytes) -> NodeReply:
        try:
            import grader

            theirs = getattr(grader, "__version__", "of unknown version")
            if theirs != version:
                return False, f"it has grader {theirs}, {version} is needed"
            from grader.classes import cluster
        except ImportError as error:
            return False, f"it lacks the kit ({error}): pip install {distribution} there"
        reply: NodeReply = getattr(cluster, name)(payload)
        return reply

    return call
