"""A module's own numbers are left out when it has children.

exercise: 1
misconception: none
"""

def count_parameters(module):
    children = list(module.children())
    if children:
        seen = {id(p): p for child in children for p in child.parameters()}
    else:
        seen = {id(p): p for p in module.parameters()}
    return sum(p.numel() for p in seen.values() if p.requires_grad)
