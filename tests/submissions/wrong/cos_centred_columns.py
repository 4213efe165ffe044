"""The mean row is taken off the table first.

exercise: 2
misconception: cos_centred
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    table = table - table.mean(dim=0)
    unit = table / table.norm(dim=1, keepdim=True)
    curve = []
    for k in range(1, max_offset + 1):
        cos = (unit[:-k] * unit[k:]).sum(dim=1)
        curve.append(cos.mean().item())
    return curve
