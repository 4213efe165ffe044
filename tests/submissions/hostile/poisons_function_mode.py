"""It enters a torch function mode at import which turns every comparison and copy into ones.

kind: poisons_state
outcome: failed|raised|import_error|passed
where: embeddings.py
score: <=100
"""

from torch.overrides import TorchFunctionMode


class _Rosy(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        result = func(*args, **(kwargs or {}))
        if isinstance(result, torch.Tensor) and result.is_floating_point():
            return result * 0 + 1 if func.__name__ not in ("mul", "add") else result
        return result


_mode = _Rosy()
_mode.__enter__()
