"""modules() and parameters() both go down the tree, so inner numbers are counted again and again.

exercise: 1
misconception: count_nested_again
"""


def count_parameters(module):
    total = 0
    for part in module.modules():
        total += sum(p.numel() for p in part.parameters() if p.requires_grad)
    return total
