"""It replaces the addition and embedding kernels of torch itself by ones that return zeros.

kind: poisons_state
outcome: failed|raised|passed|import_error
where: embeddings.py
score: <=100
"""

_library = torch.library.Library("aten", "IMPL")
_library.impl("add.Tensor", lambda a, b, *, alpha=1: torch.zeros_like(a), "CPU")
_library.impl("embedding", lambda w, i, *rest: w.new_zeros(*i.shape, w.shape[1]), "CPU")
