"""remove_duplicate=False counts a shared parameter once per name.

exercise: 1
misconception: count_shared_twice
"""

def count_parameters(module):
    params = module.named_parameters(remove_duplicate=False)
    return sum(p.numel() for _, p in params if p.requires_grad)
