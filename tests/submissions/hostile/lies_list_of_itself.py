"""It returns a list that contains itself.

kind: lies_about_equality
outcome: failed|raised
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    result = [2 * math.pi]
    result.append(result)
    return result
