"""Recognise the lesson's own modules when student code hands them back as its own work.

The student's process holds right modules, because student code is tried on them. Whoever returns
one, a subclass of one, or a module with the same forward method, has not written it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import torch

from ..lesson import reference

_OWN_CLASSES = frozenset(
    value
    for value in vars(reference).values()
    if isinstance(value, type) and value.__module__ == reference.__name__
)
_OWN_CODE = frozenset(vars(cls)["forward"].__code__ for cls in _OWN_CLASSES)


def is_borrowed(value: Any, given: Iterable[Any]) -> bool:
    """Tell whether a returned module holds one of the lesson's own that it was not given.

    Args:
        value: what student code returned.
        given: what it was called with; modules in there may come back.
    """
    known = {id(module) for root in given for module in _modules(root)}
    return any(id(module) not in known and _is_own(module) for module in _modules(value))


def _is_own(module: torch.nn.Module) -> bool:
    bases = type.mro(type(module))
    if not _OWN_CLASSES.isdisjoint(bases):
        return True
    places = [object.__getattribute__(module, "__dict__"), *map(vars, bases)]
    forwards = [place.get("forward") for place in places]
    return any(getattr(forward, "__code__", None) in _OWN_CODE for forward in forwards)


def _modules(root: Any) -> Iterator[torch.nn.Module]:
    """Yield every module under a module, from the registries themselves."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        module = waiting.pop()
        if id(module) not in seen and isinstance(module, torch.nn.Module):
            seen.add(id(module))
            yield module
            registries = object.__getattribute__(module, "__dict__")
            waiting.extend(list(registries.get("_modules", {}).values()))
