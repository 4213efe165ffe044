"""Returns a formatted string.

exercise: 1
misconception: none
"""

def count_parameters(module):
    n = sum(p.numel() for p in module.parameters() if p.requires_grad)
    return f"{n:,} parameters"
