"""A right file that switches gradients off globally at import.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

torch.set_grad_enabled(False)
torch.autograd.set_grad_enabled(False)
