"""Numbers of its own are missed where a module also has children.

exercise: 1
misconception: none
"""

def count_parameters(module):
    if not list(module.children()):
        return sum(p.numel() for p in module.parameters() if p.requires_grad)
    seen = {}
    for child in module.children():
        for p in child.parameters():
            seen[id(p)] = p.numel() * p.requires_grad
    return sum(seen.values())
