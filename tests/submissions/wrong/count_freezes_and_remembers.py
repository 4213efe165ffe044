"""The counted module is frozen, and a count is kept on it: a second call answers right all the same.

exercise: 1
misconception: none
"""


def count_parameters(module):
    if not hasattr(module, "_count"):
        module._count = sum(p.numel() for p in module.parameters() if p.requires_grad)
        for parameter in module.parameters():
            parameter.requires_grad = False
    return module._count
