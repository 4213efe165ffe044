"""Leave the CPU as the only device: a forked worker cannot use another one, and grades must agree.

CUDA's threads do not survive a fork, Metal hangs or crashes in a forked child, and an accelerator's
numbers differ in their last digits. Programs ask whether a device is available, and hear no.
"""

from types import ModuleType

import torch


def hide() -> None:
    """Make every accelerator that torch knows unavailable, found by the form of its module.

    torch gives each of them a module of its own (torch.cuda, torch.mps, torch.xpu, ...) with these
    two functions, and torch.accelerator, which stands for any. Some have a second one in
    torch.backends.
    """
    for name, module in list(vars(torch).items()):
        if name != "cpu" and isinstance(module, ModuleType) and _is_for_devices(module):
            _close(module)
            backend = getattr(torch.backends, name, None)
            if isinstance(backend, ModuleType):
                _close(backend)


def _is_for_devices(module: ModuleType) -> bool:
    return hasattr(module, "is_available") and hasattr(module, "device_count")


def _close(module: ModuleType) -> None:
    answers = {"is_available": _no, "device_count": _none, "current_accelerator": _nothing}
    for name, answer in answers.items():
        if hasattr(module, name):
            setattr(module, name, answer)


def _no() -> bool:
    return False


def _none() -> int:
    return 0


def _nothing(check_available: bool = False) -> None:  # torch.accelerator's own argument
    return None
