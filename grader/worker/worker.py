"""Answer the examiner's questions: the main loop of the process that runs student code."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import io
import itertools
import os
import socket
import sys
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import torch

from .. import wire
from ..lesson import reference
from . import attacks, isolation, threads
from .borrowed import is_borrowed
from .missing import is_imported
from .modules import parameters
from .output import CappedText
from .source import PACKAGE, StudentFinder
from .values import clean, flood, pack, type_name, unpack

MAX_PARAMETERS = wire.MAX_PARAMETERS
MAX_LINES = 10**7
MAX_NAMES = wire.MAX_NAMES
RECURSION_LIMIT = sys.getrecursionlimit()
BUILTIN_EXCEPTIONS = frozenset(
    value
    for value in vars(builtins).values()
    if isinstance(value, type) and issubclass(value, BaseException)
)
_generator = torch.default_generator  # taken before student code can replace it


def lock_in(
    peer: socket.socket, files: Mapping[str, bytes], memory_bytes: int, cpu_s: int
) -> CappedText:
    """Take this process away from the terminal and lock it in; return what takes its prints.

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
    return printed


def serve(peer: socket.socket, files: Mapping[str, bytes], printed: CappedText) -> None:
    """Answer questions until the examiner hangs up, then end without running any clean-up code."""
    objects = Objects(tuple(files))
    with contextlib.suppress(wire.ClosedError):
        while True:
            ask = wire.decode_ask(wire.receive(peer, None))
            result = objects.answer(ask.question)
            reply = wire.Reply(ask.id, result, printed.take())
            wire.send(peer, _frame(reply), None)
    os._exit(0)


def rehearse() -> None:
    """Answer one question of each kind in the server.

    Whatever torch sets up on first use is then there already when a worker is forked.
    """
    objects, module, output = Objects(()), wire.Ref(1), wire.Ref(2)
    name, sizes, inputs, weights, cotangent = reference.REHEARSAL
    for question in (
        wire.Begin(0),
        wire.MakeReference(name, sizes, module.slot),
        wire.CallRef(module, (wire.array(inputs, "int64"),), output.slot),
        wire.Overwrite((module,), (wire.array(weights),)),
        wire.Backward((module,), output, wire.array(cotangent)),
        wire.Step((module,), 1.0),
        wire.SetTraining(module, training=True),
        wire.ReadParameters((module,)),
        wire.Read(output),
    ):
        result = objects.answer(question)
        if isinstance(result, wire.Failure):
            raise RuntimeError(f"{type(question).__name__}: {result.text}")
        _frame(wire.Reply(0, result))


class Objects:
    """The objects that questions have made so far, by slot, and what can be asked of them."""

    def __init__(self, files: tuple[str, ...]) -> None:
        self._files = files
        self._slots: dict[int, Any] = {}

    def answer(self, question: wire.Question) -> wire.Result:
        """Do what is asked; whatever the student's code raises becomes a Failure."""
        try:
            if torch.is_grad_enabled() and not torch.is_inference_mode_enabled():
                return self._act(question)
            with torch.inference_mode(False), torch.enable_grad():
                return self._act(question)
        except BaseException as error:  # noqa: BLE001 (student code may raise anything at all)
            return self._failure(error)

    def _act(self, question: wire.Question) -> wire.Result:
        match question:
            case wire.Begin(seed):
                self._slots.clear()
                _restore_torch()
                _generator.manual_seed(seed)
                return wire.Done()
            case wire.Import(file):
                bound = vars(self._module(file))
                names = [
                    name
                    for name, value in bound.items()
                    if isinstance(name, str) and name[:1] != "_" and not is_imported(value)
                ]
                return wire.Names(tuple(clean(name)[: wire.MAX_TEXT] for name in names[:MAX_NAMES]))
            case wire.CallName(file, name, arguments, slot):
                function = getattr(self._module(file), name)
                result = self._call(function, arguments, slot)
                given = [self._slots[each.slot] for each in arguments if isinstance(each, wire.Ref)]
                if is_borrowed(self._slots[slot], given):
                    text = "it returned one of the grader's own modules"
                    return wire.Failure("protocol", "", text)
                return result
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
                # Start from a scalar: backward() with a gradient argument would import sympy.
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
        """Import one of the student's files, and undo what its import changed in torch."""
        name = f"{PACKAGE}.{file.removesuffix('.py')}"
        if name not in sys.modules:
            importlib.import_module(name)
            _restore_torch()
        return sys.modules[name]

    def _call(
        self, function: Callable[..., Any], arguments: tuple[wire.Argument, ...], slot: int
    ) -> wire.Result:
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

    def _read_parameters(self, targets: tuple[wire.Ref, ...]) -> wire.Result:
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
                    type_name(owner),
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
        if bases[0] is NotImplementedError and not error.args:
            kind = "not_written"  # as the stubs raise it: torch and most people say something
        elif MemoryError in bases or "allocate memory" in text or "bad_alloc" in text:
            kind = "memory"
        elif not {SystemExit, KeyboardInterrupt, GeneratorExit}.isdisjoint(bases):
            kind = "exited"
        file, line = self._place(error)
        known = tuple(base.__name__ for base in bases if base in BUILTIN_EXCEPTIONS)
        return wire.Failure(kind, type_name(error), text, file, line, known)

    def _place(self, error: BaseException) -> tuple[str, int]:
        """Return the file and line of the student's last frame on the way to the error."""
        if isinstance(error, SyntaxError) and type(error).__module__ == "builtins":
            line = error.lineno
            if type(line) is int and 0 < line < MAX_LINES:
                return str(error.filename)[: wire.MAX_TEXT], line
            return str(error.filename)[: wire.MAX_TEXT], 0
        place = ("", 0)
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename in self._files:
                place = (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
            trace = trace.tb_next
        return place


def _restore_torch() -> None:
    """Undo what student code may have set for the whole process.

    Memory that nothing was written to (torch.empty) is filled with NaN, which torch does among its
    deterministic algorithms. Left to chance it is often zero, and then a table with rows that were
    never written would be right in one run and wrong in the next.
    """
    sys.setrecursionlimit(RECURSION_LIMIT)
    torch.set_default_dtype(torch.float32)
    if torch.get_num_threads() != 1:
        torch.set_num_threads(1)
    torch._C._set_deterministic_fill_uninitialized_memory(True)
    if not (
        torch.are_deterministic_algorithms_enabled()
        and torch.is_deterministic_algorithms_warn_only_enabled()
    ):
        torch.use_deterministic_algorithms(True, warn_only=True)
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
        frame if len(frame) <= wire.MAX_FRAME_BYTES else wire.encode(wire.Reply(reply.id, flood()))
    )


def _text_of(error: BaseException) -> str:
    try:
        return clean(str(error)[: wire.MAX_TEXT])
    except BaseException:  # noqa: BLE001 (a student's __str__ may do anything)
        return "(its text cannot be read)"
