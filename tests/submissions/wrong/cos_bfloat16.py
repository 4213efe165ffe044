"""The unit rows are rounded to bfloat16 before the dot products.

exercise: 2
misconception: none
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    unit = (table / table.norm(dim=1, keepdim=True)).bfloat16()
    curve = []
    for k in range(1, max_offset + 1):
        cos = (unit[:-k] * unit[k:]).sum(dim=1).float()
        curve.append(cos.mean().item())
    return curve
