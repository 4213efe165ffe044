"""Buffers are counted as well.

exercise: 1
misconception: count_buffers
"""

def count_parameters(module):
    trainable = sum(p.numel() for p in module.parameters() if p.requires_grad)
    return trainable + sum(b.numel() for b in module.buffers())
