"""A right file with a global forward hook that only counts calls.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

from torch.nn.modules.module import register_module_forward_hook

_calls = []
register_module_forward_hook(lambda module, inputs, output: _calls.append(type(module).__name__))
