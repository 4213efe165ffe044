"""A right file that asks for sixty-four threads everywhere at import.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

import os

os.environ["OMP_NUM_THREADS"] = os.environ["MKL_NUM_THREADS"] = "64"
torch.set_num_threads(64)
try:
    torch.set_num_interop_threads(64)
except RuntimeError:
    pass
_warm = torch.ones(512, 512) @ torch.ones(512, 512)
