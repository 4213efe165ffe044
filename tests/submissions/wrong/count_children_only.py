"""Only the children are asked, so parameters of the module itself are missed.

exercise: 1
misconception: none
"""

def count_parameters(module):
    total = 0
    seen = set()
    for child in module.children():
        for p in child.parameters():
            if p.requires_grad and id(p) not in seen:
                seen.add(id(p))
                total += p.numel()
    return total
