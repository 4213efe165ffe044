"""A right function that switches gradients off because it needs none, and forgets to switch them on again.

kind: poisons_state
outcome: passed
where: neighbour_cosine_curve
score: ==100
"""

_right_curve = neighbour_cosine_curve


def neighbour_cosine_curve(table, max_offset=8):
    torch.set_grad_enabled(False)
    return _right_curve(table, max_offset)
