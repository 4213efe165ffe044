"""It returns ragged nested lists, which numpy refuses to turn into an array.

kind: lies_about_equality
outcome: failed|raised
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    return [[1.0, 2.0], 3.0, [[4.0]], [], "5.0"]
