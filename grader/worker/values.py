"""Turn the student's values into plain numbers for the wire, and back."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

import numpy as np
import torch

from .. import wire

# Taken before any student code runs, because that code may replace these on the class, and a
# subclass of Tensor may lie about them.
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
            return flood()
        plain = [
            item.detach().tolist() if isinstance(item, torch.Tensor) else item for item in items
        ]
        with contextlib.suppress(TypeError, ValueError, OverflowError):
            numbers = np.array(plain)
            if numbers.dtype.kind in "biuf":  # a list of texts is not a list of numbers
                return _pack_numbers(numbers, None, "tuple" if isinstance(value, tuple) else "list")
    return wire.Other(
        type_name(value),
        is_module=isinstance(value, torch.nn.Module),
        is_exception=isinstance(value, BaseException)
        or (isinstance(value, type) and issubclass(value, BaseException)),
    )


def _pack_tensor(tensor: torch.Tensor) -> wire.Array | wire.Other | wire.Failure:
    # A subclass may lie about every operation; its storage cannot.
    with torch._C.DisableTorchFunctionSubclass():
        if _numel(tensor) > wire.MAX_NUMBERS:
            return flood()
        dtype = str(_dtype(tensor)).removeprefix("torch.")
        if dtype not in wire.DTYPES:
            return wire.Other(f"{dtype} tensor")
        dense = _detach(tensor)
        if _layout(tensor) != torch.strided:
            dense = _to_dense(dense)
        # First to the CPU, because not every device has float64.
        numbers = _numpy(_contiguous(_to(_to(dense, "cpu"), torch.float64)))
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
        return flood()
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


def flood() -> wire.Failure:
    """Return the failure of an answer that holds too many numbers."""
    return wire.Failure("flooded", "", f"more than {wire.MAX_NUMBERS} numbers")


def type_name(value: object) -> str:
    """Return the name of a value's type, whatever its class says about itself."""
    name = type.__dict__["__name__"].__get__(type(value))
    return clean(name)[:100]
