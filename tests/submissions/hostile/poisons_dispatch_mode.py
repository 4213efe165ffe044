"""It enters a dispatch mode at import which raises on every operation below Python.

kind: poisons_state
outcome: failed|raised|import_error|passed
where: embeddings.py
score: <=100
"""

from torch.utils._python_dispatch import TorchDispatchMode


class _Wall(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise RuntimeError(f"{func} is closed today")


_mode = _Wall()
_mode.__enter__()
