"""It makes the meta device the default, where tensors have no numbers.

kind: poisons_state
outcome: passed|failed|raised|import_error
where: embeddings.py
score: <=100
"""

torch.set_default_device("meta")
