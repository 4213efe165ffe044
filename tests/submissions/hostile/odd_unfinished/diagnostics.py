"""Three numbers that tell embeddings apart: size, neighbour similarity and wavelength."""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F


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
    rows = F.normalize(table.detach(), dim=1)  # unit rows: their dot product is the cosine
    return [
        torch.sum(rows[:-k] * rows[k:], dim=1).mean().item() 