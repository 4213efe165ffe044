"""Two parameters of the same shape are taken for one.

exercise: 1
misconception: none
"""

def count_parameters(module):
    shapes = {p.shape for p in module.parameters() if p.requires_grad}
    return sum(shape.numel() for shape in shapes)
