def count_parameters(module):
    return 0


def neighbour_cosine_curve(table, max_offset=8):
    return [0.0] * max_offset


def wavelengths(d_model, base=10000.0):
    return [0.0] * (d_model // 2)
