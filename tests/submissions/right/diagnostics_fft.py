"""The curve as an autocorrelation of the unit rows by FFT with zero padding."""

import numpy as np
import torch


def count_parameters(module):
    sizes = {p: p.nelement() for p in module.parameters() if p.requires_grad}
    return sum(sizes.values())


def neighbour_cosine_curve(table, max_offset=8):
    rows = table.detach().double()
    rows = rows / rows.pow(2).sum(1, keepdim=True).sqrt()
    length = rows.shape[0]
    # twice the length, so that the end never meets the beginning
    spectrum = torch.fft.rfft(rows, n=2 * length, dim=0)
    correlation = torch.fft.irfft(spectrum.abs() ** 2, n=2 * length, dim=0).sum(dim=1)
    pairs = length - torch.arange(1, max_offset + 1)
    return (correlation[1 : max_offset + 1] / pairs).tolist()


def wavelengths(d_model, base=10000.0):
    omega = np.float64(base) ** (-np.arange(0, d_model, 2) / d_model)
    return tuple(2 * np.pi / omega)
