"""It returns the right numbers as text.

kind: lies_about_equality
outcome: failed|raised
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    return [str(2 * math.pi * base ** (2 * k / d_model)) for k in range(d_model // 2)]
