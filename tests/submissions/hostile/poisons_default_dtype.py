"""An honest right file that sets the default dtype to float64 at import.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

torch.set_default_dtype(torch.float64)
