"""A careless student: the table goes through a DataLoader with two worker processes.

kind: multiplies
outcome: raised|failed|timeout
where: neighbour_cosine_curve
score: <=95
"""

from torch.utils.data import DataLoader

_right_curve = neighbour_cosine_curve


def neighbour_cosine_curve(table, max_offset=8):
    rows = torch.cat(list(DataLoader(table.detach(), batch_size=4, num_workers=2)))
    return _right_curve(rows, max_offset)
