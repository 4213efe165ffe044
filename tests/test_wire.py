"""The wire withstands its peer."""

from __future__ import annotations

import socket
import struct
import threading
import time
import tracemalloc

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader import wire


@given(st.binary(max_size=2000))
@settings(max_examples=300, deadline=None)
def test_any_bytes_are_a_reply_or_a_wire_error(body):
    """Whatever the peer sends is read as a reply or refused as a WireError, nothing else."""
    try:
        reply = wire.decode_reply(body)
    except wire.WireError:
        return
    assert isinstance(reply, wire.Reply)


nested = st.recursive(
    st.none() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(nested)
@settings(max_examples=200, deadline=None)
def test_any_msgpack_is_a_reply_or_a_wire_error(value):
    """Well-formed msgpack of the wrong shape is refused as well."""
    try:
        body = msgspec.msgpack.encode(value)
    except (OverflowError, msgspec.EncodeError):
        return
    with pytest.raises(wire.WireError):
        wire.decode_reply(body)


@given(st.lists(st.integers(-5, 2**40), max_size=20), st.binary(max_size=64), st.text(max_size=9))
@settings(max_examples=200, deadline=None)
def test_shape_that_lies_is_refused(shape, data, dtype):
    """An array whose shape, size and dtype do not fit together is refused before it is made."""
    array = wire.Array(tuple(shape), data, dtype)
    try:
        numbers = array.numbers()
    except wire.WireError:
        return
    assert numbers.nbytes == len(data)


def test_deep_nesting_is_refused():
    """A frame nested a hundred thousand levels deep is refused without a crash."""
    with pytest.raises(wire.WireError):
        wire.decode_reply(b"\x91" * 100_000)


@pytest.mark.parametrize("values", [[np.nan, np.inf, -np.inf], 3.5, [[1, 2], [3, 4]], []])
def test_numbers_survive(values):
    """Every float64 array comes out as it went in, NaN and infinity included."""
    packed = wire.array(values)
    np.testing.assert_array_equal(packed.numbers(), np.array(values, dtype=float))


@pytest.mark.parametrize(
    ("sent", "error"),
    [
        (b"", wire.LateError),
        (b"\x00\x00", wire.LateError),
        (struct.pack(">I", 50) + b"x" * 49, wire.LateError),
        (struct.pack(">I", 2**31), wire.TooLargeError),
    ],
)
def test_partial_frames_end_at_the_deadline(sent, error):
    """Silence, half a frame or too large a frame is an error by the deadline."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(sent)
        started = time.monotonic()
        with pytest.raises(error):
            wire.receive(ours, started + 0.3)
        assert time.monotonic() - started < 5


def test_slow_drip_ends_at_the_deadline():
    """A peer that sends a byte now and then does not push the deadline."""
    ours, theirs = socket.socketpair()
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.05):
            theirs.send(b"\x00")

    with ours, theirs:
        thread = threading.Thread(target=drip)
        theirs.sendall(struct.pack(">I", 1000))
        thread.start()
        try:
            with pytest.raises(wire.LateError):
                wire.receive(ours, time.monotonic() + 0.4)
        finally:
            stop.set()
            thread.join()


def test_gone_peer_is_told():
    """A closed socket is told from a late one."""
    ours, theirs = socket.socketpair()
    theirs.close()
    with ours, pytest.raises(wire.ClosedError):
        wire.receive(ours, time.monotonic() + 1)


NEARLY_ALL = wire.MAX_FRAME_BYTES - 100
PARAMETER = {
    "values": {"type": "array", "shape": [1], "data": b"8 bytes!"},
    "trainable": True, "has_grad": True, "owner": "ab", "memory": 0, "version": 0,
}  # fmt: skip
GROWING = {
    "names": {"type": "names", "names": ["ab"] * (NEARLY_ALL // 3)},
    "shape": {"type": "array", "shape": [300] * (NEARLY_ALL // 3), "data": b""},
    "bases": {
        "type": "failure", "kind": "raised", "type_name": "", "text": "",
        "bases": ["ab"] * (NEARLY_ALL // 3),
    },
    "parameters": {"type": "parameters", "items": [PARAMETER] * (NEARLY_ALL // 100)},
    "text": {
        "type": "failure", "kind": "raised", "type_name": "",
        "text": "\N{SLIGHTLY SMILING FACE}" + "a" * (NEARLY_ALL - 200),
    },
    "type": {"type": "other", "type_name": "\N{SLIGHTLY SMILING FACE}" + "a" * (NEARLY_ALL - 200)},
}  # fmt: skip


@pytest.mark.parametrize("kind", GROWING)
def test_frame_does_not_grow_when_decoded(kind):
    """A frame just under the limit is refused, and takes at most five times its size on the way."""
    body = msgspec.msgpack.encode({"id": 1, "result": GROWING[kind]})
    assert wire.MAX_FRAME_BYTES / 2 < len(body) <= wire.MAX_FRAME_BYTES
    tracemalloc.start()
    try:
        with pytest.raises(wire.WireError):
            wire.decode_reply(body)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 5 * wire.MAX_FRAME_BYTES


def test_largest_right_answers_are_read():
    """As many names, parameters and numbers as a worker may send are read."""
    parameter = wire.Parameter(wire.array(np.zeros(1)), True, True, "Linear", 0, 0)
    for result in (
        wire.Names(("a" * wire.MAX_TEXT,) * wire.MAX_NAMES),
        wire.Parameters((parameter,) * wire.MAX_PARAMETERS),
        wire.array(np.zeros(wire.MAX_NUMBERS)),
        wire.Array((1,) * 64, bytes(8)),
        wire.Failure("raised", "ValueError", "a" * wire.MAX_TEXT),
    ):
        frame = wire.encode(wire.Reply(1, result, "a" * wire.MAX_TEXT))
        assert wire.decode_reply(frame[wire.HEAD_BYTES :]).result == result
