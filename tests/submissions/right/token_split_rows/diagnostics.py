import math

from torch.nn.functional import normalize


def count_parameters(module):
    return sum(len(p.flatten()) for p in module.parameters() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    unit = normalize(table.clone().detach())
    curve = []
    for offset in range(1, max_offset + 1):
        total = 0.0
        for p in range(unit.shape[0] - offset):
            total += float(unit[p] @ unit[p + offset])
        curve.append(total / (unit.shape[0] - offset))
    return curve


def wavelengths(d_model, base=10000.0):
    return [2 * math.pi * math.sqrt(base) ** (4 * k / d_model) for k in range(d_model // 2)]
