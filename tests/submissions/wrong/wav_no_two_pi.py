"""2*pi is missing.

exercise: 4
misconception: wav_no_two_pi
"""

def wavelengths(d_model, base=10000.0):
    return [base ** (2 * k / d_model) for k in range(d_model // 2)]
