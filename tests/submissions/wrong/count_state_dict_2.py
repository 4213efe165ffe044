"""The state_dict is counted with keep_vars, so shared matrices count once per name.

exercise: 1
misconception: count_shared_twice
"""

def count_parameters(module):
    total = 0
    for name, tensor in module.state_dict(keep_vars=True).items():
        if tensor.requires_grad:
            total += tensor.numel()
    return total
