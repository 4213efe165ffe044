"""Recognise the lesson's own modules when student code hands them back as its own work.

The student's process can make right modules, because student code is tried on them. Whoever
returns one that was not handed over has not written it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import torch

from ..lesson.reference import MARKS
from .modules import modules


def is_borrowed(value: Any, given: Iterable[Any]) -> bool:
    """Tell whether a returned module holds one of the lesson's own that it was not given.

    Args:
        value: what student code returned.
        given: what it was called with; modules in there may come back.
    """
    known = {id(module) for module in modules(given)}
    return any(id(module) not in known and _is_marked(module) for module in modules([value]))


def _is_marked(module: torch.nn.Module) -> bool:
    held = [module, *object.__getattribute__(module, "__dict__").values()]
    # A bound method, such as a lent forward, gives its object away.
    return any(isinstance(each, MARKS) or _is_bound(each) for each in held)


def _is_bound(value: Any) -> bool:
    return type(value).__module__ == "builtins" and isinstance(
        getattr(value, "__self__", None), MARKS
    )
