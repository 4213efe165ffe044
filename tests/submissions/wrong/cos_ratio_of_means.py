"""The mean dot product is divided by the mean product of lengths.

exercise: 2
misconception: none
"""

def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    curve = []
    for k in range(1, max_offset + 1):
        a = table[:-k]
        b = table[k:]
        dot = (a * b).sum(dim=1).mean()
        norms = (a.norm(dim=1) * b.norm(dim=1)).mean()
        curve.append((dot / norms).item())
    return curve
