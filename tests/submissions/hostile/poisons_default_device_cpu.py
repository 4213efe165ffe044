"""A right file that chooses its device as tutorials do and makes it the default.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

device = "cuda" if torch.cuda.is_available() else "cpu"
torch.set_default_device(device)
