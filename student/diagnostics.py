"""Three numbers that tell embeddings apart: size, neighbour similarity and wavelength."""

import torch
from torch import Tensor, nn


def count_parameters(module: nn.Module) -> int:
    """Return how many trainable numbers a module owns.

    A parameter shared by two submodules counts once; frozen parameters and buffers do not count.

    Example:
        >>> count_parameters(nn.Linear(3, 4))
        16
    """
    # TODO: exercises.md, section 1
    raise NotImplementedError


def neighbour_cosine_curve(table: Tensor, max_offset: int = 8) -> list[float]:
    """Return the mean cosine similarity of rows p and p+k, for k = 1 .. max_offset.

    Args:
        table: float tensor of shape (L, D), with L > max_offset; it is not changed.
        max_offset: the largest distance k between two rows, in positions.

    Returns:
        max_offset floats in [-1, 1]; entry k-1 averages the L-k pairs (p, p+k).

    Example:
        >>> neighbour_cosine_curve(torch.eye(3), max_offset=2)
        [0.0, 0.0]
    """
    # TODO: exercises.md, section 2
    raise NotImplementedError


def wavelengths(d_model: int, base: float = 10000.0) -> list[float]:
    """Return the wavelength of each sinusoidal band, in positions, ascending.

    Args:
        d_model: D, the even width of the table.
        base: the constant of the formula.

    Returns:
        D/2 floats; the first is 2*pi, the finest band.

    Example:
        >>> [round(value, 2) for value in wavelengths(4)]
        [6.28, 628.32]
    """
    # TODO: exercises.md, section 4
    raise NotImplementedError
