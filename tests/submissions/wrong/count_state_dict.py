"""The numbers of the state_dict are counted.

exercise: 1
misconception: count_state_dict
"""

def count_parameters(module):
    return sum(t.numel() for t in module.state_dict().values())
