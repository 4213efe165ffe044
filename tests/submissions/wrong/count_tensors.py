"""Counts parameter tensors instead of numbers.

exercise: 1
misconception: count_tensors
"""

def count_parameters(module):
    return len([p for p in module.parameters() if p.requires_grad])
