"""The candidate process: imports the student's files and answers the examiner's questions."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import io
import itertools
import os
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import msgspec
import numpy as np
import torch

from .. import wire
from ..lesson import reference
from . import attacks, isolation, threads
from .source import PACKAGE, StudentFinder

MAX_PARAMETERS = 5_000
MAX_LINES = 10**7
RECURSION_LIMIT = sys.getrecursionlimit()
BUILTIN_EXCEPTIONS = frozenset(
    value
    for value in vars(builtins).values()
    if isinstance(value, type) and issubclass(value, BaseException)
)
# The student's code may replace these on the class, or a subclass may lie about them.
_generator = torch.default_generator
_tensor = torch.tensor
_numel, _detach, _to = torch.Tensor.numel, torch.Tensor.detach, torch.Tensor.to
_to_dense, _contiguous, _numpy = (
    torch.Tensor.to_dense,
    torch.Tensor.contiguous,
    torch.Tensor.numpy,
)
_shape, _dtype, _requires_grad, _layout = (
    vars(torch._C.TensorBase)[name].__get__
    for name in ("shape", "dtype", "requires_grad", "layout")
)

Result: TypeAlias = (
    wire.Array | wire.Other | wire.Names | wire.Parameters | wire.Done | wire.Failure
)


def main(peer: socket.socket, files: Mapping[str, bytes], memory_bytes: int, cpu_s: int) -> None:
    """Answer questions until the examiner hangs up, then leave without any clean-up code.

    Args:
        peer: the socket to the examiner.
        files: the student's source files by name.
        memory_bytes: how much address space may be taken on top of what is in use now.
        cpu_s: processor seconds after which the kernel ends the process.
    """
    printed = CappedText(wire.MAX_TEXT)
    _detach_from_terminal(printed)
    sys.meta_path.insert(0, StudentFinder(files))
    threads.hand_over(peer)
    isolation.enter(keep=peer.fileno(), memory_bytes=memory_bytes, cpu_s=cpu_s)
    candidate = Candidate(tuple(files))
    with contextlib.suppress(wire.ClosedError):
        while True:
            ask = wire.decode_ask(wire.receive(peer, None))
            result = candidate.answer(ask.question)
            reply = wire.Reply(ask.id, result, printed.take())
            wire.send(peer, _frame(reply), None)
    os._exit(0)


def rehearse() -> None:
    """Answer one question of each kind in the server, so that what it needs is there in a fork."""
    candidate, token, output = Candidate(()), wire.Ref(1), wire.Ref(2)
    ids = wire.array(np.zeros((1, 2)), "int64")
    for question in (
        wire.Begin(0),
        wire.MakeReference("token", (2, 2), token.slot),
        wire.CallRef(token, (ids,), output.slot),
        wire.Overwrite((token,), (wire.array(np.zeros((2, 2))),)),
        wire.Backward((token,), output, wire.array(np.zeros((1, 2, 2)))),
        wire.Step((token,), 1.0),
        wire.SetTraining(token, training=True),
        wire.ReadParameters((token,)),
        wire.Read(output),
    ):
        result = candidate.answer(question)
        if isinstance(result, wire.Failure):
            raise RuntimeError(f"{type(question).__name__}: {result.text}")
        _frame(wire.Reply(0, result))


class CappedText(io.TextIOBase):
    """A standard stream that keeps the first characters and drops the rest."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._pieces: list[str] = []
        self._kept = 0

    def writable(self) -> bool:
        """A stream that is only written to."""
        return True

    def write(self, text: str) -> int:
        """Keep what still fits.

        Raises:
            TypeError: if it is not text, as for every text stream.
        """
        if type(text) is not str:
            raise TypeError("write() argument must be str")
        piece = text[: self._limit - self._kept]
        self._pieces.append(piece)
        self._kept += len(piece)
        return len(text)

    def take(self) -> str:
        """Return what was kept, and start anew."""
        text = "".join(self._pieces)
        self._pieces, self._kept = [], 0
        return clean(text)


class Candidate:
    """The student's objects, and one method a question."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self._files = files
        self._slots: dict[int, Any] = {}

    def answer(self, question: wire.Question) -> Result:
        """Do what is asked; whatever the student's code throws becomes a Failure."""
        try:
            if torch.is_grad_enabled() and not torch.is_inference_mode_enabled():
                return self._act(question)
            with torch.inference_mode(False), torch.enable_grad():
                return self._act(question)
        except BaseException as error:  # noqa: BLE001 (student code may raise anything at all)
            return self._failure(error)

    def _act(self, question: wire.Question) -> Result:
        match question:
            case wire.Begin(seed):
                self._slots.clear()
                _restore_torch()
                _generator.manual_seed(seed)
                return wire.Done()
            case wire.Import(file):
                bound = vars(self._module(file))
                names = [name for name in bound if isinstance(name, str) and name[:1] != "_"]
                return wire.Names(tuple(clean(name) for name in names[:500]))
            case wire.CallName(file, name, arguments, slot):
                function = getattr(self._module(file), name)
                return self._call(function, arguments, slot)
            case wire.CallRef(target, arguments, slot):
                return self._call(self._slots[target.slot], arguments, slot)
            case wire.MakeReference(name, arguments, slot):
                return self._call(reference.MAKERS[name], arguments, slot)
            case wire.Read(target):
                return pack(self._slots[target.slot])
            case wire.ReadParameters(targets):
                return self._read_parameters(targets)
            case wire.Overwrite(targets, values):
                with torch.no_grad():
                    for parameter, numbers in zip(self._trainable(targets), values, strict=True):
                        parameter.copy_(unpack(numbers))
                return wire.Done()
            case wire.Backward(targets, output, cotangent):
                for parameter in self._trainable(targets):
                    parameter.grad = None
                tensor = self._slots[output.slot]
                # A scalar's backward pass: that of a tensor imports sympy for its first argument.
                (tensor * unpack(cotangent)).sum().backward()
                return wire.Done()
            case wire.Step(targets, rate):
                with torch.no_grad():
                    for parameter in self._trainable(targets):
                        if parameter.grad is not None:
                            parameter.sub_(rate * parameter.grad.to_dense())
                return wire.Done()
            case wire.SetTraining(target, training):
                self._slots[target.slot].train(training)
                return wire.Done()
            case wire.Attack(name, argument):
                attacks.ATTACKS[name](argument)
                return wire.Done()

    def _module(self, file: str) -> Any:
        """Return one of the student's modules; what its import changes in torch is put back."""
        name = f"{PACKAGE}.{file.removesuffix('.py')}"
        if name not in sys.modules:
            importlib.import_module(name)
            _restore_torch()
        return sys.modules[name]

    def _call(
        self, function: Callable[..., Any], arguments: tuple[wire.Argument, ...], slot: int
    ) -> Result:
        value = function(*(self._argument(argument) for argument in arguments))
        self._slots[slot] = value
        return pack(value)

    def _argument(self, argument: wire.Argument) -> Any:
        if isinstance(argument, wire.Ref):
            return self._slots[argument.slot]
        return unpack(argument) if isinstance(argument, wire.Array) else argument

    def _trainable(self, targets: tuple[wire.Ref, ...]) -> list[torch.nn.Parameter]:
        roots = [self._slots[target.slot] for target in targets]
        found = itertools.islice(parameters(roots), MAX_PARAMETERS)
        return [parameter for parameter, _ in found if parameter.requires_grad]

    def _read_parameters(self, targets: tuple[wire.Ref, ...]) -> Result:
        roots = [self._slots[target.slot] for target in targets]
        found = list(itertools.islice(parameters(roots), MAX_PARAMETERS + 1))
        if len(found) > MAX_PARAMETERS or sum(p.numel() for p, _ in found) > wire.MAX_NUMBERS:
            return wire.Failure("flooded", "", f"more than {MAX_PARAMETERS} parameters")
        items = []
        for parameter, owner in found:
            values = pack(parameter)
            if not isinstance(values, wire.Array):
                return wire.Failure("raised", "", "a parameter without readable numbers")
            items.append(
                wire.Parameter(
                    values,
                    bool(parameter.requires_grad),
                    parameter.grad is not None,
                    _type_name(owner),
                    parameter.untyped_storage().data_ptr(),
                    parameter._version,
                )
            )
        return wire.Parameters(tuple(items))

    def _failure(self, error: BaseException) -> wire.Failure:
        try:
            return self._told(error)
        except BaseException:  # noqa: BLE001 (an exception's class may do anything when looked at)
            return wire.Failure("raised", "Exception", "(an exception that cannot be read)")

    def _told(self, error: BaseException) -> wire.Failure:
        bases = type.mro(type(error))
        text = _text_of(error)
        kind = "raised"
        if NotImplementedError in bases:
            kind = "not_written"
        elif MemoryError in bases or "allocate memory" in text or "bad_alloc" in text:
            kind = "memory"
        elif not {SystemExit, KeyboardInterrupt, GeneratorExit}.isdisjoint(bases):
            kind = "exited"
        file, line = self._place(error)
        known = tuple(base.__name__ for base in bases if base in BUILTIN_EXCEPTIONS)
        return wire.Failure(kind, _type_name(error), text, file, line, known)

    def _place(self, error: BaseException) -> tuple[str, int]:
        """Return the file and line of the student's last frame on the way to the error."""
        if isinstance(error, SyntaxError) and type(error).__module__ == "builtins":
            line = error.lineno
            if type(line) is int and 0 < line < MAX_LINES:
                return str(error.filename), line
            return str(error.filename), 0
        place = ("", 0)
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in self._files:
                place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            trace = trace.tb_next
        return place


def parameters(roots: list[Any]) -> Iterator[tuple[torch.nn.Parameter, torch.nn.Module]]:
    """Yield every unique parameter under the modules and who registers it, in that order.

    Walks the registries themselves: a module may override parameters() or named_modules().
    """
    seen: set[int] = set()
    waiting = list(reversed(roots))
    while waiting:
        module = waiting.pop()
        if id(module) in seen or not isinstance(module, torch.nn.Module):
            continue
        seen.add(id(module))
        registries = object.__getattribute__(module, "__dict__")
        # A traced module keeps them in an object of its own.
        registries = getattr(registries.get("_actual_script_module"), "__dict__", registries)
        for parameter in list(registries.get("_parameters", {}).values()):
            if parameter is not None and id(parameter) not in seen:
                seen.add(id(parameter))
                yield parameter, module
        waiting.extend(reversed(list(registries.get("_modules", {}).values())))


def pack(value: Any) -> wire.Array | wire.Other | wire.Failure:
    """Return a value as plain numbers where it is made of numbers, else the name of its type."""
    if isinstance(value, torch.Tensor):
        return _pack_tensor(value)
    if isinstance(value, (bool, int, float, np.number, np.bool_)):
        return _pack_numbers(value, ())
    if isinstance(value, np.ndarray):
        return _pack_numbers(value, value.shape)
    if isinstance(value, (list, tuple)):
        items = list(itertools.islice(iter(value), wire.MAX_NUMBERS + 1))
        if len(items) > wire.MAX_NUMBERS:
            return _flood()
        plain = [
            item.detach().tolist() if isinstance(item, torch.Tensor) else item for item in items
        ]
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            numbers = np.array(plain)
            if numbers.dtype.kind in "biuf":  # text that reads like a number is none
                return _pack_numbers(numbers, None, "tuple" if isinstance(value, tuple) else "list")
    return wire.Other(
        _type_name(value),
        is_module=isinstance(value, torch.nn.Module),
        is_exception=isinstance(value, BaseException)
        or (isinstance(value, type) and issubclass(value, BaseException)),
    )


def _pack_tensor(tensor: torch.Tensor) -> wire.Array | wire.Other | wire.Failure:
    # A subclass may lie about every operation; its storage cannot.
    with torch._C.DisableTorchFunctionSubclass():
        if _numel(tensor) > wire.MAX_NUMBERS:
            return _flood()
        dtype = str(_dtype(tensor)).removeprefix("torch.")
        if dtype not in wire.DTYPES:
            return wire.Other(f"{dtype} tensor")
        dense = _detach(tensor)
        if _layout(tensor) != torch.strided:
            dense = _to_dense(dense)
        numbers = _numpy(_contiguous(_to(dense, torch.float64)))
        return wire.Array(
            tuple(_shape(tensor)),
            numbers.tobytes(),
            dtype,
            "Parameter" if isinstance(tensor, torch.nn.Parameter) else "Tensor",
            _requires_grad(tensor),
        )


def _pack_numbers(
    value: Any, shape: tuple[int, ...] | None, container: str = ""
) -> wire.Array | wire.Other | wire.Failure:
    numbers = np.asarray(value, dtype=np.float64)
    if numbers.size > wire.MAX_NUMBERS:
        return _flood()
    dtype = str(value.dtype) if isinstance(value, (np.ndarray, np.number)) else "number"
    return wire.Array(
        numbers.shape if shape is None else tuple(shape),
        np.ascontiguousarray(numbers, dtype="<f8").tobytes(),
        dtype if dtype in wire.DTYPES else "number",
        clean(container or type(value).__name__)[:100],
    )


def unpack(packed: wire.Array) -> torch.Tensor:
    """Return numbers from the wire as a fresh tensor."""
    dtype = getattr(torch, packed.dtype)
    return _tensor(packed.numbers(), dtype=dtype, requires_grad=packed.requires_grad)


def clean(text: str) -> str:
    """Return text that any encoder takes: lone surrogates replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _restore_torch() -> None:
    """Undo what student code may have set for the whole process."""
    sys.setrecursionlimit(RECURSION_LIMIT)
    torch.set_default_dtype(torch.float32)
    if torch.get_num_threads() != 1:
        torch.set_num_threads(1)
    if torch.are_deterministic_algorithms_enabled():
        torch.use_deterministic_algorithms(False)
    if torch.get_default_device().type != "cpu":
        torch.set_default_device(None)


def _detach_from_terminal(printed: CappedText) -> None:
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    os.close(null)
    sys.stdin = io.StringIO()  # input() meets the end of the file
    sys.stdout = sys.stderr = printed


def _frame(reply: wire.Reply) -> bytes:
    try:
        frame = wire.encode(reply)
    except (msgspec.EncodeError, TypeError, ValueError, OverflowError):
        frame = wire.encode(wire.Reply(reply.id, wire.Other("a value that cannot be sent")))
    return (
        frame if len(frame) <= wire.MAX_FRAME_BYTES else wire.encode(wire.Reply(reply.id, _flood()))
    )


def _flood() -> wire.Failure:
    return wire.Failure("flooded", "", f"more than {wire.MAX_NUMBERS} numbers")


def _type_name(value: object) -> str:
    name = type.__dict__["__name__"].__get__(type(value))
    return clean(name)[:100]


def _text_of(error: BaseException) -> str:
    try:
        return clean(str(error)[: wire.MAX_TEXT])
    except BaseException:  # noqa: BLE001 (a student's __str__ may do anything)
        return "(its text cannot be read)"
