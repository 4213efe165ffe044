"""A right file that enters inference mode at import and never leaves it.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

_mode = torch.inference_mode()
_mode.__enter__()
