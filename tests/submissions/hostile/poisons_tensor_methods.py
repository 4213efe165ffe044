"""It patches numpy, detach, contiguous, tolist, item and numel of every tensor to return harmless-looking things.

kind: poisons_state
outcome: failed|raised|passed|import_error|protocol
where: embeddings.py
score: <=100
"""

_zeros = torch.zeros(3)
for _name in ("numpy", "detach", "contiguous", "cpu", "tolist", "item", "numel", "clone"):
    setattr(torch.Tensor, _name, lambda self, *args, **kwargs: _zeros)
torch.Tensor.__add__ = lambda self, other: self
torch.Tensor.__array__ = lambda self, *args, **kwargs: None
