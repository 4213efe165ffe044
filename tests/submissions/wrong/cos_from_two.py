"""The first offset is 2.

exercise: 2
misconception: none
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    unit = table / table.norm(dim=1, keepdim=True)
    curve = []
    for k in range(2, max_offset + 2):
        cos = (unit[:-k] * unit[k:]).sum(dim=1)
        curve.append(cos.mean().item())
    return curve
