"""Find every parameter under a module, whatever the module says about itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch


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
