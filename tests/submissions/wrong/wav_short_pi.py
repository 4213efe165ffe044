"""6.28 is used for 2*pi.

exercise: 4
misconception: none
"""

def wavelengths(d_model, base=10000.0):
    return [6.28 * base ** (2 * k / d_model) for k in range(d_model // 2)]
