"""Find every module and parameter under a module, whatever the module says about itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import torch


def parameters(roots: Iterable[Any]) -> Iterator[tuple[torch.nn.Parameter, torch.nn.Module]]:
    """Yield every unique parameter under the modules and who registers it, in that order."""
    seen: set[int] = set()
    for module in modules(roots):
        for parameter in list(_registries(module).get("_parameters", {}).values()):
            if parameter is not None and id(parameter) not in seen:
                seen.add(id(parameter))
                yield parameter, module


def modules(roots: Iterable[Any]) -> Iterator[torch.nn.Module]:
    """Yield every unique module under these, each before its children, in order of registration.

    Walks the registries themselves: a module may override parameters() or named_modules().
    """
    seen: set[int] = set()
    waiting = list(roots)[::-1]
    while waiting:
        module = waiting.pop()
        if id(module) not in seen and isinstance(module, torch.nn.Module):
            seen.add(id(module))
            yield module
            waiting.extend(reversed(list(_registries(module).get("_modules", {}).values())))


def _registries(module: torch.nn.Module) -> dict[str, Any]:
    own: dict[str, Any] = object.__getattribute__(module, "__dict__")
    # A traced module keeps them in an object of its own.
    return getattr(own.get("_actual_script_module"), "__dict__", own)
