"""The examiner's handle on a submission's code: call it by name, hold what comes back."""

from __future__ import annotations

import builtins
import functools
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy.typing as npt

from .. import wire
from ..places import is_from_notebook
from ..scorecard import Budgets, Outcome
from .failure import CandidateFailure, broken_protocol, failed
from .nearly import nearly
from .session import Session

__all__ = ["Answer", "CandidateFailure", "Client"]

KNOWN_TYPES = (
    frozenset(name for name, value in vars(builtins).items() if isinstance(value, type))
    | frozenset("NoneType ellipsis function method generator module".split())
    | frozenset("Tensor Parameter ndarray Size dtype".split())
    | frozenset(f"{name} tensor" for name in "complex32 complex64 complex128".split())
    | wire.DTYPES  # numpy's scalar types
)

Argument: TypeAlias = "Answer | npt.NDArray[Any] | wire.Array | int | float"


class Answer:
    """A value that came back, and the object behind it, which stays in the worker.

    An answer is called the way students call a module: `module(x)`.
    """

    def __init__(
        self, client: Client, slot: int, origin: str, value: wire.Array | wire.Other
    ) -> None:
        self.client = client
        self.slot = slot
        self.generation = client.session.generation
        self.origin = origin
        self.is_stand_in = False  # whether it was made by the grader, in a student's module's place
        self._value = value

    def __call__(self, *arguments: Argument) -> Answer:
        """Call the object with these arguments, in this order.

        Raises:
            CandidateFailure: if no value came back.
        """
        return self.client.call(self, *arguments)

    @property
    def is_numbers(self) -> bool:
        """Whether it is made of plain numbers."""
        return isinstance(self._value, wire.Array)

    @property
    def is_module(self) -> bool:
        """Whether it is an nn.Module."""
        return isinstance(self._value, wire.Other) and self._value.is_module

    @property
    def is_exception(self) -> bool:
        """Whether it is an exception that was returned instead of raised."""
        return isinstance(self._value, wire.Other) and self._value.is_exception

    @property
    def type(self) -> str:
        """The name of the value's type if it is a well-known one, else "another type".

        A class name of the student's own could carry hidden inputs onto the card.
        """
        value = self._value
        name = value.container if isinstance(value, wire.Array) else value.type_name
        return name if name in KNOWN_TYPES else "another type"

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
        return isinstance(self._value, wire.Array) and self._value.requires_grad

    def read(self) -> wire.FloatArray:
        """Read the object's numbers again: it may have changed since it was answered."""
        return self.client.read(self)

    def parameters(self) -> tuple[wire.Parameter, ...]:
        """List every unique parameter that the module registers."""
        return self.client.parameters(self)

    def train(self) -> None:
        """Put the module in training mode."""
        self.client.set_training(self, True)

    def eval(self) -> None:
        """Put the module in evaluation mode."""
        self.client.set_training(self, False)

    def backward(self, cotangent: npt.NDArray[Any], *modules: Answer) -> None:
        """Clear the gradients of `modules`, then propagate `cotangent` back from this tensor.

        Args:
            cotangent: the gradient of the loss with respect to this tensor, of its shape.
            modules: those whose parameters receive a gradient.
        """
        self.client.backward(*modules, output=self, cotangent=cotangent)

    def _array(self) -> wire.Array:
        if isinstance(self._value, wire.Array):
            return self._value
        text = f"it returned {self.type}; expected numbers"
        raise failed(Outcome.FAILED, text, self.origin)


class StudentFile:
    """One of the student's files: its attributes are the names the student defined there."""

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
        """Call it with these arguments, in this order.

        Raises:
            CandidateFailure: if no value came back.
        """
        return self._client.call_name(self._file, self.name, arguments)


class Client:
    """One submission's code, ready to be asked.

    Student files are attributes: `candidate.diagnostics.count_parameters(module)`. A client is a
    context manager that kills its worker at the end.
    """

    def __init__(self, files: Mapping[str, bytes], budgets: Budgets) -> None:
        self._files = dict(files)
        self._slots = 0
        self._imports: dict[str, frozenset[str] | CandidateFailure] = {}
        self.session = Session(self._files, budgets)
        self.notices: dict[str, None] = {}  # in the order in which they were noticed
        self.known_sound: set[str] = set()  # names found right once, not to be examined again

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __getattr__(self, name: str) -> StudentFile:
        if name.startswith("_"):
            raise AttributeError(name)
        return StudentFile(self, f"{name}.py")

    @property
    def printed(self) -> str:
        """What the code has printed during the present test."""
        return self.session.printed

    def begin(self, seed: int) -> None:
        """Start a test: earlier objects are forgotten, torch's global state is put back."""
        self.session.begin(seed)

    def close(self) -> None:
        """Kill the worker."""
        self.session.close()

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
        """Make one of the lesson's own modules (lesson.reference) in the worker."""
        packed = tuple(self._pack(argument) for argument in arguments)
        made = self._called(name, lambda slot: wire.MakeReference(name, packed, slot))
        # What is made of an object of the student's keeps its attributes.
        made.is_stand_in = not any(isinstance(argument, Answer) for argument in arguments)
        return made

    def tensor(
        self, numbers: npt.NDArray[Any], requires_grad: bool = False, computed: bool = False
    ) -> Answer:
        """Make a float32 tensor in the worker, to read later whether it was changed.

        Args:
            numbers: its values.
            requires_grad: whether it does.
            computed: whether it is the result of a calculation, as a module's output is.
        """
        packed = wire.array(numbers)
        sent = wire.Array(packed.shape, packed.data, requires_grad=requires_grad)
        return self.reference("computed" if computed else "tensor", sent)

    def read(self, target: Answer) -> wire.FloatArray:
        """Read an object's numbers again."""
        result = self._ask(wire.Read(self._ref(target)), target.origin)
        if not isinstance(result, wire.Array):
            raise broken_protocol("numbers were expected")
        return result.numbers()

    def parameters(self, *targets: Answer) -> tuple[wire.Parameter, ...]:
        """List every unique parameter under these modules."""
        result = self._ask(wire.ReadParameters(self._refs(targets)), targets[0].origin)
        if not isinstance(result, wire.Parameters):
            raise broken_protocol("parameters were expected")
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

    def import_failure(self, file: str) -> CandidateFailure | None:
        """Import one of the student's files and return what went wrong, None if nothing did."""
        names = self._names_of(file)
        return names if isinstance(names, CandidateFailure) else None

    def defines(self, file: str, name: str) -> bool:
        """Tell whether the student's files define a name that can be looked up."""
        try:
            self._find(file, name)
        except CandidateFailure:
            return False
        return True

    def _find(self, file: str, name: str) -> str:
        """Return the file that defines a name: its own, or else the first other one."""
        own = self._names_of(file) if file in self._files else frozenset[str]()
        if isinstance(own, CandidateFailure):
            raise own
        if name in own:
            return file
        broken: CandidateFailure | None = None
        for other in self._files:
            names = self._names_of(other)
            if isinstance(names, CandidateFailure):
                # The name may stand in a file that cannot be imported: then report the import.
                broken = broken or (names if name.encode() in self._files[other] else None)
            elif name in names:
                if not is_from_notebook(self._files[other]):  # cells have no files to be in
                    self.notices[f"{name} was found in {other} instead of {file}"] = None
                return other
        if broken is not None:
            raise broken
        where = f"{file} does not define it" if file in self._files else f"{file} was not handed in"
        raise failed(Outcome.MISSING, where + nearly(name, self._imports, self._files), name)

    def _names_of(self, file: str) -> frozenset[str] | CandidateFailure:
        """Return the names that a file defines, or why it cannot be imported; ask only once."""
        if file not in self._imports:
            try:
                result = self._ask(wire.Import(file), f"import of {file}")
                if not isinstance(result, wire.Names):
                    raise broken_protocol("names were expected")
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
        self.session.expect_alive(target.generation)
        return wire.Ref(target.slot)

    def _called(self, origin: str, question: Callable[[int], wire.Question]) -> Answer:
        """Ask a question whose result stays in a slot of the worker; return the answer."""
        self._slots += 1
        slot = self._slots
        result = self._ask(question(slot), origin)
        if not isinstance(result, (wire.Array, wire.Other)):
            raise broken_protocol("a value was expected")
        return Answer(self, slot, origin, result)

    def _ask(self, question: wire.Question, origin: str) -> wire.Result:
        return self.session.ask(question, origin)
