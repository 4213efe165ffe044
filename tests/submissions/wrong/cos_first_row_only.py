"""Only the pairs that start at row 0 are used.

exercise: 2
misconception: cos_first_row_only
"""

import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    table = table.detach()
    return [F.cosine_similarity(table[0], table[k], dim=0).item() for k in range(1, max_offset + 1)]
