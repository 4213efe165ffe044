"""Each call of any function returns another odd value: empty, nested, not finite, huge, negative, text, types, exceptions.

kind: lies_about_equality
outcome: failed|raised
where: count_parameters, neighbour_cosine_curve, wavelengths
score: <=75
"""

_ODD = [0.0, [], [[]], [float("nan")], [float("inf")] * 4, [-1.0] * 16, [0.0] * 32, 1e308, -(10**18), [1e308] * 8]
_ODD += [torch.zeros(2, 0), torch.zeros(1, 8), torch.tensor([1j]), None, "text", {}, ValueError, (), [None], [True, False]]
_ODD += [10**400, [10**400], torch.zeros(8, requires_grad=True), [torch.zeros(2), torch.zeros(3)], [[1.0], [2.0, 3.0]]]


def count_parameters(module):
    _ODD.append(_ODD.pop(0))
    return _ODD[-1]


def neighbour_cosine_curve(table, max_offset=8):
    return count_parameters(table)


def wavelengths(d_model, base=10000.0):
    return count_parameters(d_model)
