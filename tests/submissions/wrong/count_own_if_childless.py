"""A list of numbers of modules without children.

exercise: 1
misconception: none
"""

def count_parameters(module):
    leaves = [m for m in module.modules() if not list(m.children())]
    seen = {id(p): p for m in leaves for p in m.parameters() if p.requires_grad}
    return sum(p.numel() for p in seen.values())
