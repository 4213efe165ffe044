"""The FFT autocorrelation is circular because the table is not padded with zeros.

exercise: 2
misconception: cos_no_zero_padding
"""

import torch
import torch.nn.functional as F


def neighbour_cosine_curve(table, max_offset=8):
    unit = F.normalize(table.detach().double(), dim=1)
    length = unit.shape[0]
    spectrum = torch.fft.rfft(unit, dim=0)
    power = (spectrum * spectrum.conj()).real.sum(dim=1)
    corr = torch.fft.irfft(power, n=length)
    return [float(corr[k] / (length - k)) for k in range(1, max_offset + 1)]
