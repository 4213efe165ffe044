"""Returns the memory in bytes.

exercise: 1
misconception: count_bytes
"""

def count_parameters(module):
    return sum(p.numel() * p.element_size() for p in module.parameters() if p.requires_grad)
