"""recurse=False leaves out everything that belongs to a submodule.

exercise: 1
misconception: count_top_level
"""

def count_parameters(module):
    return sum(p.numel() for p in module.parameters(recurse=False) if p.requires_grad)
