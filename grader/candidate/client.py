"""The examiner's end of the wire: ask the candidate, with a deadline, and survive its death."""

from __future__ import annotations

import builtins
import functools
import time
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy.typing as npt

from .. import wire
from ..scorecard import Budgets, Outcome
from ..text import visible
from .process import CandidateFailure, Worker, failed

__all__ = ["Answer", "CandidateFailure", "Client"]

# What a name that hung, died or filled the memory twice would do a third time is known; waiting
# again is not worth it.
MAX_DEATHS_OF_A_NAME = 2
# Code that twice left something behind that cannot be cleared away (a __del__ that hangs, say) gets
# a fresh worker for every test.
MAX_FAILED_BEGINS = 2
BUILTIN_EXCEPTIONS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)

# What a failure may be, by its kind.
OUTCOMES = {
    outcome.value: outcome
    for outcome in Outcome
    if outcome not in (Outcome.PASSED, Outcome.GRADER_ERROR)
}

Argument: TypeAlias = "Answer | npt.NDArray[Any] | wire.Array | int | float"


class Answer:
    """A value that came back, and the object it stands for on the candidate's side."""

    def __init__(self, slot: int, origin: str, value: wire.Array | wire.Other) -> None:
        self.slot = slot
        self.origin = origin
        self.value = value

    @property
    def is_numbers(self) -> bool:
        """Whether it is made of plain numbers."""
        return isinstance(self.value, wire.Array)

    @property
    def type(self) -> str:
        """The name of the student's type, for messages."""
        value = self.value
        name = value.container if isinstance(value, wire.Array) else value.type_name
        return visible(name, 60) if name.replace(" ", "_").isidentifier() else "another type"

    @functools.cached_property
    def numbers(self) -> wire.FloatArray:
        """The values as float64, in the student's shape.

        Raises:
            CandidateFailure: if the answer is not made of numbers.
        """
        return self._array().numbers()

    @property
    def dtype(self) -> str:
        """The tensor's dtype, without "torch."; "number" for plain Python numbers."""
        return self._array().dtype

    @property
    def requires_grad(self) -> bool:
        """Whether a backward pass can start from it."""
        return isinstance(self.value, wire.Array) and self.value.requires_grad

    def _array(self) -> wire.Array:
        if isinstance(self.value, wire.Array):
            return self.value
        text = f"it returned {self.type}; expected numbers"
        raise failed(Outcome.FAILED, text, self.origin)


class StudentFile:
    """One of the student's files: its attributes are what the student wrote, ready to be called."""

    def __init__(self, client: Client, name: str) -> None:
        self._client = client
        self._name = name

    def __getattr__(self, name: str) -> StudentName:
        return StudentName(self._client, self._name, name)


class StudentName:
    """A class or function of the student's."""

    def __init__(self, client: Client, file: str, name: str) -> None:
        self._client = client
        self._file = file
        self.name = name

    def __call__(self, *arguments: Argument) -> Answer:
        """Call it by position.

        Raises:
            CandidateFailure: if no value came back.
        """
        return self._client.call_name(self._file, self.name, arguments)


class Client:
    """One submission's candidate: at most one worker at a time, replaced when it dies.

    Student files are attributes: `client.embeddings.TokenEmbedding(10, 4)`.
    """

    def __init__(self, files: Mapping[str, bytes], budgets: Budgets) -> None:
        self._files = dict(files)
        self._budgets = budgets
        self._worker: Worker | None = None
        self._slots = 0
        self._seed = 0
        self._restarts = 0
        self._failed_begins = 0
        self._deaths: dict[tuple[str, type], int] = {}
        self._imports: dict[str, frozenset[str] | CandidateFailure] = {}
        self._ends = time.monotonic() + budgets.total_s
        self._stale = True
        self._lost = 0  # objects up to this slot died with their worker
        self._death: CandidateFailure | None = None
        self.notices: dict[str, None] = {}
        self.known_sound: set[str] = set()  # names found right once, not to be examined again
        self.printed = ""

    def __getattr__(self, name: str) -> StudentFile:
        if name.startswith("_"):
            raise AttributeError(name)
        return StudentFile(self, f"{name}.py")

    def begin(self, seed: int) -> None:
        """Start a test: earlier objects are forgotten, torch's global state is put back."""
        self._seed = seed
        self._stale = True
        self.printed = ""

    def close(self) -> None:
        """End the worker."""
        if self._worker is not None:
            self._worker.kill()
            self._worker = None

    # ------------------------------------------------------------ questions

    def call_name(self, file: str, name: str, arguments: tuple[Argument, ...]) -> Answer:
        """Call what the student defined as `name`, in its own file or, failing that, another."""
        home = self._find(file, name)
        packed = tuple(self._pack(argument) for argument in arguments)
        return self._called(name, lambda slot: wire.CallName(home, name, packed, slot))

    def call(self, target: Answer, *arguments: Argument) -> Answer:
        """Call an object made earlier, the way students do: `module(x)`."""
        packed = tuple(self._pack(argument) for argument in arguments)
        return self._called(
            target.origin, lambda slot: wire.CallRef(self._ref(target), packed, slot)
        )

    def reference(self, name: str, *arguments: Argument) -> Answer:
        """Make one of the grader's own modules in the candidate."""
        packed = tuple(self._pack(argument) for argument in arguments)
        return self._called(name, lambda slot: wire.MakeReference(name, packed, slot))

    def read(self, target: Answer) -> wire.FloatArray:
        """Read an object's numbers again."""
        result = self._ask(wire.Read(self._ref(target)), target.origin)
        if not isinstance(result, wire.Array):
            raise _protocol("numbers were expected")
        return result.numbers()

    def parameters(self, *targets: Answer) -> tuple[wire.Parameter, ...]:
        """List every unique parameter under these modules."""
        result = self._ask(wire.ReadParameters(self._refs(targets)), targets[0].origin)
        if not isinstance(result, wire.Parameters):
            raise _protocol("parameters were expected")
        for item in result.items:
            item.values.numbers()
        return result.items

    def overwrite(self, *targets: Answer, values: tuple[npt.NDArray[Any], ...]) -> None:
        """Overwrite the unique trainable parameters, in the order that parameters() lists them."""
        packed = tuple(wire.array(each) for each in values)
        self._ask(wire.Overwrite(self._refs(targets), packed), targets[0].origin)

    def backward(self, *targets: Answer, output: Answer, cotangent: npt.NDArray[Any]) -> None:
        """Clear the gradients of `targets` and propagate `cotangent` back from `output`."""
        packed = wire.array(cotangent)
        question = wire.Backward(self._refs(targets), self._ref(output), packed)
        self._ask(question, output.origin)

    def step(self, *targets: Answer, rate: float) -> None:
        """Take one plain gradient step on every unique trainable parameter."""
        self._ask(wire.Step(self._refs(targets), rate), targets[0].origin)

    def set_training(self, target: Answer, training: bool) -> None:
        """Put a module in training or evaluation mode."""
        self._ask(wire.SetTraining(self._ref(target), training), target.origin)

    # ------------------------------------------------------------ names

    def defines(self, file: str, name: str) -> bool:
        """Tell whether the student's files define a name that can be looked up."""
        try:
            self._find(file, name)
        except CandidateFailure:
            return False
        return True

    def import_failure(self, file: str) -> CandidateFailure | None:
        """Import one of the student's files and return what went wrong, None if nothing did."""
        names = self._names_of(file)
        return names if isinstance(names, CandidateFailure) else None

    def _find(self, file: str, name: str) -> str:
        own = self._names_of(file) if file in self._files else frozenset[str]()
        if isinstance(own, CandidateFailure):
            raise own
        if name in own:
            return file
        broken: CandidateFailure | None = None
        for other in self._files:
            names = self._names_of(other)
            if isinstance(names, CandidateFailure):
                # The name may be in a file that cannot be imported: then that is the fault.
                broken = broken or (names if name.encode() in self._files[other] else None)
            elif name in names:
                self.notices[f"{name} was found in {other} instead of {file}"] = None
                return other
        if broken is not None:
            raise broken
        where = f"{file} does not define it" if file in self._files else f"{file} was not handed in"
        raise failed(Outcome.MISSING, where, name)

    def _names_of(self, file: str) -> frozenset[str] | CandidateFailure:
        if file not in self._imports:
            try:
                result = self._ask(wire.Import(file), f"import of {file}")
                if not isinstance(result, wire.Names):
                    raise _protocol("names were expected")
                self._imports[file] = frozenset(result.names)
            except CandidateFailure as failure:
                if failure.outcome in (Outcome.RAISED, Outcome.NOT_WRITTEN):
                    failure.outcome = Outcome.IMPORT_ERROR
                self._imports[file] = failure
        return self._imports[file]

    # ------------------------------------------------------------ asking

    def _pack(self, argument: Argument) -> wire.Argument:
        if isinstance(argument, Answer):
            return self._ref(argument)
        if isinstance(argument, (wire.Array, int, float)):
            return argument
        return wire.array(argument, "int64" if argument.dtype.kind in "iu" else "float32")

    def _refs(self, targets: tuple[Answer, ...]) -> tuple[wire.Ref, ...]:
        return tuple(self._ref(target) for target in targets)

    def _ref(self, target: Answer) -> wire.Ref:
        """Return the reference of an object, unless it died with the worker that held it."""
        if target.slot <= self._lost and self._death is not None:
            raise self._death
        return wire.Ref(target.slot)

    def _called(self, origin: str, question: Any) -> Answer:
        self._slots += 1
        slot = self._slots
        result = self._ask(question(slot), origin)
        if not isinstance(result, (wire.Array, wire.Other)):
            raise _protocol("a value was expected")
        return Answer(slot, origin, result)

    def _ask(self, question: wire.Question, origin: str) -> Any:
        """Ask and return the result.

        Raises:
            CandidateFailure: if the student's code raised, hung, died or answered nonsense.
        """
        # Building a module is one thing, calling it another: only what died is not tried again.
        asked = (origin, type(question))
        if self._deaths.get(asked, 0) >= MAX_DEATHS_OF_A_NAME:
            text = "it hung or ended its process twice and is not tried a third time"
            raise failed(Outcome.NOT_RUN, text, origin)
        try:
            reply = self._ready_worker().ask(question, self._deadline())
        except CandidateFailure as failure:
            failure.origin = origin
            if self._worker is not None and not self._worker.alive:
                self._bury(asked, failure)
            raise failure
        if reply.printed:
            self.printed = (self.printed + visible(reply.printed))[: wire.MAX_TEXT]
        if isinstance(reply.result, wire.Failure):
            told = _cleaned(reply.result, self._files)
            outcome = OUTCOMES.get(told.kind, Outcome.PROTOCOL)
            problem = CandidateFailure(outcome, told, self.printed, origin)
            if outcome is Outcome.MEMORY:
                problem.limit = f"{self._budgets.memory_mb} MB"
                self._bury(asked, problem)  # what filled the memory is still there
            raise problem
        return reply.result

    def _bury(self, asked: tuple[str, type], death: CandidateFailure) -> None:
        """End the worker over what it was asked; its objects are lost with it."""
        self._deaths[asked] = self._deaths.get(asked, 0) + 1
        self._restarts += 1
        self.close()
        self._stale = True
        self._lost, self._death = self._slots, death

    def _ready_worker(self) -> Worker:
        if time.monotonic() > self._ends:
            text = f"the submission used up its {self._budgets.total_s:g} s in total"
            raise CandidateFailure(Outcome.TIMEOUT, wire.Failure("timeout", "", text))
        if self._worker is not None and not self._stale:
            return self._worker
        if self._failed_begins >= MAX_FAILED_BEGINS:
            self.close()
        if self._worker is not None:
            # What an earlier test left behind is not this one's fault.
            try:
                self._worker.ask(wire.Begin(self._seed), self._deadline())
            except CandidateFailure:
                self._failed_begins += 1
                self.close()
        if self._worker is None:
            if self._restarts > self._budgets.restarts:
                text = f"the submission ended its process more than {self._budgets.restarts} times"
                raise CandidateFailure(Outcome.NOT_RUN, wire.Failure("not_run", "", text))
            self._worker = Worker(self._files, self._budgets)
            self._worker.begin(self._seed)
        self._stale = False
        return self._worker

    def _deadline(self) -> float:
        # The last question may run to its own deadline, so that it is named rightly.
        return time.monotonic() + self._budgets.deadline_s


def _cleaned(failure: wire.Failure, files: Mapping[str, bytes]) -> wire.Failure:
    """Return a failure safe to show: a builtin exception's name, a line there is, plain text.

    A student's own class name could carry what the code was given, so it only stands in the text.
    """
    bases = tuple(base for base in failure.bases if base in BUILTIN_EXCEPTIONS)
    own = failure.type_name not in BUILTIN_EXCEPTIONS
    name = (bases[0] if bases else "Exception") if own and failure.type_name else failure.type_name
    file = failure.file if failure.file in files else ""
    lines = files[file].count(b"\n") + 1 if file else 0
    text = f"{failure.type_name}: {failure.text}" if own and failure.type_name else failure.text
    line = failure.line if 0 < failure.line <= lines else 0
    return wire.Failure(failure.kind, name, visible(text), file, line, bases)


def _protocol(text: str) -> CandidateFailure:
    return failed(Outcome.PROTOCOL, text)
