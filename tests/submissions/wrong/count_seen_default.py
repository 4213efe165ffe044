"""A mutable default remembers what was counted before, so a second call returns 0.

exercise: 1
misconception: none
"""

def count_parameters(module, seen=set()):
    total = 0
    for p in module.parameters():
        if p.requires_grad and p not in seen:
            seen.add(p)
            total += p.numel()
    return total
