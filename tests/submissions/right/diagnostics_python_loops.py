"""Only Python numbers: nested loops over lists."""

import math


def count_parameters(module):
    n = 0
    for p in module.parameters():
        if p.requires_grad:
            size = 1
            for s in p.shape:
                size *= s
            n += size
    return n


def cosine(a, b):
    dot = sum(x * y for x, y in zip(a, b))
    return dot / (math.hypot(*a) * math.hypot(*b))


def neighbour_cosine_curve(table, max_offset=8):
    rows = table.tolist()
    result = []
    for k in range(1, max_offset + 1):
        pairs = [cosine(rows[p], rows[p + k]) for p in range(len(rows) - k)]
        result.append(sum(pairs) / len(pairs))
    return result


def wavelengths(d_model, base=10000.0):
    result = []
    k = 0
    while 2 * k < d_model:
        result.append(2 * math.pi * math.exp(2 * k / d_model * math.log(base)))
        k += 1
    return result
