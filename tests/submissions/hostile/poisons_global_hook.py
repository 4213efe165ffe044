"""A global forward hook turns the output of every module into zeros, the grader's own modules too.

kind: poisons_state
outcome: failed|raised
where: embeddings.py
score: <=95
"""

from torch.nn.modules.module import register_module_forward_hook

register_module_forward_hook(lambda module, inputs, output: torch.zeros_like(output))
