"""The wire between examiner and worker: typed, bounded frames over a socket, no pickle.

Beside the lesson's reference modules, the only one that both processes import.

A frame is a 4-byte big-endian length and that many bytes of msgpack. Numbers travel as float64,
whatever the tensor's own dtype, which is named beside them.
"""

from __future__ import annotations

import math
import socket
import struct
import time
from typing import Annotated, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

HEAD_BYTES, CHUNK_BYTES, MAX_FRAME_BYTES = 4, 64 * 1024, 32 * 1024 * 1024
MAX_NUMBERS, MAX_TEXT, MAX_NAMES, MAX_PARAMETERS = 2_000_000, 4_000, 500, 5_000
DTYPES = frozenset(
    "float16 bfloat16 float32 float64 int8 int16 int32 int64 uint8 bool number".split()
)

FloatArray: TypeAlias = npt.NDArray[np.float64]

# In memory, short texts and lists are up to 26 times as large as in a frame, so each has a limit.
Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=100)]
Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]


class WireError(Exception):
    """The process at the other end broke the protocol."""


class TooLargeError(WireError):
    """The announced frame is over MAX_FRAME_BYTES."""


class ClosedError(WireError):
    """The process at the other end is gone."""


class LateError(WireError):
    """No whole frame came before the deadline."""


class Array(msgspec.Struct, tag="array", frozen=True):
    """Numbers: a tensor, an array, a list of numbers or a single number.

    `container` is the type's own name (Tensor, Parameter, ndarray, list, tuple, int, float);
    `dtype` one of DTYPES ("number" for plain Python ones).
    """

    shape: Annotated[tuple[int, ...], msgspec.Meta(max_length=64)]  # torch's own limit
    data: Annotated[bytes, msgspec.Meta(max_length=8 * MAX_NUMBERS)]
    dtype: Word = "float32"
    container: Word = "Tensor"
    requires_grad: bool = False

    def numbers(self) -> FloatArray:
        """Return the values as a float64 array of this shape.

        Raises:
            WireError: if shape, size and dtype do not fit together.
        """
        if self.dtype not in DTYPES or len(self.shape) > 16 or min(self.shape, default=0) < 0:
            raise WireError("an array of an impossible kind")
        if math.prod(self.shape) * 8 != len(self.data):
            raise WireError("an array whose size does not fit its shape")
        return np.frombuffer(self.data, dtype="<f8").reshape(self.shape)


def array(values: npt.ArrayLike, dtype: str = "float32") -> Array:
    """Pack numbers for the wire, to become a tensor of this dtype on the other side."""
    numbers = np.ascontiguousarray(values, dtype="<f8")
    return Array(shape=np.shape(values), data=numbers.tobytes(), dtype=dtype)


class Ref(msgspec.Struct, tag="ref", frozen=True):
    """An object that stays in the worker: the result of an earlier question."""

    slot: int


class Other(msgspec.Struct, tag="other", frozen=True):
    """A value that is not numbers, by the name of its type."""

    type_name: Word
    is_module: bool = False
    is_exception: bool = False


Argument: TypeAlias = Array | Ref | int | float


class Begin(msgspec.Struct, tag="begin", frozen=True):
    """Forget every object and put torch's global state back; `seed` feeds torch's generator."""

    seed: int


class Import(msgspec.Struct, tag="import", frozen=True):
    """Import one of the student's files; answered by Names."""

    file: str


class CallName(msgspec.Struct, tag="call_name", frozen=True):
    """Call a name of a student's file; the result is kept in `slot`."""

    file: str
    name: str
    arguments: tuple[Argument, ...]
    slot: int


class CallRef(msgspec.Struct, tag="call_ref", frozen=True):
    """Call an object made earlier; the result is kept in `slot`."""

    target: Ref
    arguments: tuple[Argument, ...]
    slot: int


class MakeReference(msgspec.Struct, tag="make_reference", frozen=True):
    """Make one of the lesson's own modules (lesson.reference) and keep it in `slot`."""

    name: str
    arguments: tuple[Argument, ...]
    slot: int


class Read(msgspec.Struct, tag="read", frozen=True):
    """Send an object made earlier as plain numbers."""

    target: Ref


class ReadParameters(msgspec.Struct, tag="read_parameters", frozen=True):
    """List every unique parameter under these modules; answered by Parameters."""

    targets: tuple[Ref, ...]


class Overwrite(msgspec.Struct, tag="overwrite", frozen=True):
    """Overwrite every unique trainable parameter, in the order of registration."""

    targets: tuple[Ref, ...]
    values: tuple[Array, ...]


class Backward(msgspec.Struct, tag="backward", frozen=True):
    """Clear all gradients under `targets`, then propagate `cotangent` back from `output`."""

    targets: tuple[Ref, ...]
    output: Ref
    cotangent: Array


class Step(msgspec.Struct, tag="step", frozen=True):
    """Subtract `rate` times its gradient from every unique trainable parameter, once."""

    targets: tuple[Ref, ...]
    rate: float


class SetTraining(msgspec.Struct, tag="set_training", frozen=True):
    """Put a module in training or evaluation mode."""

    target: Ref
    training: bool


class Attack(msgspec.Struct, tag="attack", frozen=True):
    """Try to break one layer of isolation (only ever sent to a throw-away worker)."""

    name: str
    argument: str = ""


Question: TypeAlias = (
    Begin
    | Import
    | CallName
    | CallRef
    | MakeReference
    | Read
    | ReadParameters
    | Overwrite
    | Backward
    | Step
    | SetTraining
    | Attack
)


class Ask(msgspec.Struct, frozen=True):
    """A question with the number its reply must carry."""

    id: int
    question: Question


class Names(msgspec.Struct, tag="names", frozen=True):
    """The public names that a student's file defines."""

    names: Annotated[tuple[Text, ...], msgspec.Meta(max_length=MAX_NAMES)]


class Parameter(msgspec.Struct, frozen=True):
    """One unique parameter.

    `owner` is the type of the module that registers it, `memory` a number that parameters over
    the same storage share, `version` how often it was changed in place.
    """

    values: Array
    trainable: bool
    has_grad: bool
    owner: Word
    memory: int
    version: int


class Parameters(msgspec.Struct, tag="parameters", frozen=True):
    """Every unique parameter, in the order of registration."""

    items: Annotated[tuple[Parameter, ...], msgspec.Meta(max_length=MAX_PARAMETERS)]


class Done(msgspec.Struct, tag="done", frozen=True):
    """Nothing to report."""


class Failure(msgspec.Struct, tag="failure", frozen=True):
    """The student's code did not give a value.

    `kind` is an outcome's name; `line` the last line of the student's own files on the way.
    """

    kind: Word
    type_name: Word
    text: Text
    file: Text = ""
    line: int = 0
    bases: Annotated[tuple[Word, ...], msgspec.Meta(max_length=100)] = ()


Result: TypeAlias = Array | Other | Names | Parameters | Done | Failure


class Reply(msgspec.Struct, frozen=True):
    """The result of one question, with what the code printed while answering it."""

    id: int
    result: Result
    printed: Text = ""


_encoder = msgspec.msgpack.Encoder()
_ask_decoder = msgspec.msgpack.Decoder(Ask)
_reply_decoder = msgspec.msgpack.Decoder(Reply)


def encode(message: Ask | Reply) -> bytes:
    """Return the message as one frame."""
    body = _encoder.encode(message)
    return struct.pack(">I", len(body)) + body


def decode_ask(body: bytes) -> Ask:
    """Read a question. Only the worker does, and it may trust the examiner."""
    return _ask_decoder.decode(body)


def decode_reply(body: bytes) -> Reply:
    """Read a reply.

    Raises:
        WireError: if the bytes are anything but one Reply.
    """
    try:
        return _reply_decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise WireError("a reply that cannot be read") from error


def receive(peer: socket.socket, deadline: float | None) -> bytes:
    """Read the body of one frame; `deadline` is on time.monotonic()'s clock, None waits for ever.

    Raises:
        LateError: if the frame is not whole by the deadline.
        TooLargeError: if it announces more than MAX_FRAME_BYTES.
        ClosedError: if the peer has gone.
    """
    frame = _read(peer, b"", HEAD_BYTES, deadline)
    (length,) = struct.unpack_from(">I", frame)
    if length > MAX_FRAME_BYTES:
        raise TooLargeError(f"a frame of {length} bytes; the limit is {MAX_FRAME_BYTES}")
    frame = _read(peer, frame, HEAD_BYTES + length, deadline)
    if len(frame) > HEAD_BYTES + length:
        raise WireError("an answer to no question")
    return frame[HEAD_BYTES:]


def send(peer: socket.socket, frame: bytes, deadline: float | None) -> None:
    """Write one frame.

    Raises:
        LateError: if the peer does not take it by the deadline.
        ClosedError: if the peer has gone.
    """
    try:
        peer.settimeout(_remaining(deadline))
        peer.sendall(frame)
    except TimeoutError as error:
        raise LateError("the peer does not read") from error
    except OSError as error:
        raise ClosedError("the peer is gone") from error


def _read(peer: socket.socket, start: bytes, count: int, deadline: float | None) -> bytes:
    """Return `start` and what follows it, at least `count` bytes in all."""
    # Memory grows with what arrives, not with what the peer announces.
    pieces, length = [start], len(start)
    while length < count:
        try:
            peer.settimeout(_remaining(deadline))
            piece = peer.recv(CHUNK_BYTES)
        except TimeoutError as error:
            raise LateError("no whole frame in time") from error
        except OSError as error:
            raise ClosedError("the peer is gone") from error
        if not piece:
            raise ClosedError("the peer is gone")
        pieces.append(piece)
        length += len(piece)
    return b"".join(pieces)


def _remaining(deadline: float | None) -> float | None:
    if deadline is None:
        return None
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left
