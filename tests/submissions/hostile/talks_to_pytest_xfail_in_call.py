"""It calls pytest.xfail so that its failure is expected.

kind: talks_to_pytest
outcome: raised|failed|exited
where: neighbour_cosine_curve
score: <=95
"""


def neighbour_cosine_curve(table, max_offset=8):
    import pytest

    pytest.xfail("known to be wrong")
