"""It raises a chain of fifty thousand causes that ends in a circle.

kind: floods
outcome: raised|flooded|memory|timeout
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    first = error = RuntimeError("the first cause")
    for number in range(50_000):
        follower = RuntimeError(f"cause {number}")
        follower.__cause__ = error
        error = follower
    first.__cause__ = error
    raise error
