"""It asks the user for a number: with an empty standard input that is an EOFError at once.

kind: hangs
outcome: raised
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    count = int(input("How many bands? "))
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(count)]
