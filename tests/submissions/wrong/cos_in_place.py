"""The rows are normalised in place, so the caller's table is changed.

exercise: 2
misconception: none
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    unit = table
    unit /= table.norm(dim=1, keepdim=True)
    curve = []
    for k in range(1, max_offset + 1):
        cos = (unit[:-k] * unit[k:]).sum(dim=1)
        curve.append(cos.mean().item())
    return curve
