"""All rows are divided by one norm of the whole table.

exercise: 2
misconception: none
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    unit = table / table.norm()
    curve = []
    for k in range(1, max_offset + 1):
        cos = (unit[:-k] * unit[k:]).sum(dim=1)
        curve.append(cos.mean().item())
    return curve
