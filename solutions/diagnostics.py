"""Three numbers that tell embeddings apart: size, neighbour similarity and wavelength."""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional


def count_parameters(module: nn.Module) -> int:
    """Return how many trainable numbers a module owns.

    A parameter shared by two submodules counts once; frozen parameters and buffers do not count.
    """
    # Module.parameters() already yields each shared parameter once, and no buffers.
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def neighbour_cosine_curve(table: Tensor, max_offset: int = 8) -> list[float]:
    """Return the mean cosine similarity of rows p and p+k, for k = 1 .. max_offset.

    Args:
        table: float tensor of shape (L, D), with L > max_offset; it is not changed.
        max_offset: the largest distance k between two rows, in positions.

    Returns:
        max_offset floats in [-1, 1]; entry k-1 averages the L-k pairs (p, p+k).
    """
    rows = functional.normalize(table.detach(), dim=1)  # unit rows: their dot product is the cosine
    return [torch.sum(rows[:-k] * rows[k:], dim=1).mean().item() for k in range(1, max_offset + 1)]


def wavelengths(d_model: int, base: float = 10000.0) -> list[float]:
    """Return the wavelength of each sinusoidal band, in positions, ascending.

    Band k (columns 2k and 2k+1) turns by base**(-2k/D) radians per position, so it repeats after
    2*pi*base**(2k/D) positions.

    Args:
        d_model: the even width D of the table.
        base: the constant of the formula.

    Returns:
        D/2 floats; the first is 2*pi, the finest band.
    """
    return [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
