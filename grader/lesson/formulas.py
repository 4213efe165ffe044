"""The lesson's formulas in float64, which every answer is compared with, and their tolerances."""

from __future__ import annotations

import numpy as np

from ..checks.draw import Floats, Ints

FLOAT32_UNIT = 2.0**-24  # largest relative error of one rounding
# Mean cosines are averages of float32 dot products of unit rows: measured below 1e-6 for every
# right way to write them, up to D = 64; rounding to four decimals is off by up to 5e-5.
CURVE_TOLERANCE = 1e-5
# 10000**x through exp and log in float32 loses log(10000) = 9.2 units of relative precision.
WAVELENGTH_RELATIVE_TOLERANCE = 1e-5
# One addition or one product with 1.0: a few units, on numbers of size one.
LOOKUP_TOLERANCE = 1e-6


def angular_frequencies(d_model: int, base: float = 10000.0) -> Floats:
    """Return base**(-2k/D) for the D/2 bands, in radians per position.

    The formula is that of Vaswani et al. (2017), section 3.5.
    """
    return base ** (-np.arange(0, d_model, 2) / d_model)


def sinusoid(length: int, d_model: int) -> Floats:
    """Return the (length, d_model) table: sine in even columns, cosine in odd ones."""
    angle = np.arange(length)[:, None] * angular_frequencies(d_model)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(length, d_model)


def sinusoid_tolerance(length: int) -> Floats:
    """Return the (length, 1) largest error a right float32 table may have.

    The angle is rounded to 24 bits, so the error grows with p. The worst of seven right ways to
    write the formula stays below 1.2e-5 for p < 128 and 2.3e-4 for p < 2048; a table that went
    through float16 is off by 2.4e-4 at once.
    """
    position = np.arange(length, dtype=np.float64)[:, None]
    return np.maximum(1e-4, 3e-7 * position + 1e-5)


def wavelengths(d_model: int, base: float = 10000.0) -> Floats:
    """Return 2*pi*base**(2k/D) for the D/2 bands, in positions, ascending."""
    return 2 * np.pi / angular_frequencies(d_model, base)


def cosine_curve(table: Floats, max_offset: int) -> Floats:
    """Return the mean cosine of rows p and p+k, k = 1 .. max_offset; zero rows count as 0."""
    lengths = np.linalg.norm(table, axis=1, keepdims=True)
    rows = table / np.where(lengths == 0, 1.0, lengths)
    offsets = range(1, max_offset + 1)
    return np.array([np.sum(rows[:-k] * rows[k:]) / (len(rows) - k) for k in offsets])


def measured_frequencies(table: Floats) -> Floats:
    """Return how far each band turns from one position to the next, in radians, shape (D/2,).

    Reads the table as points (cos, sin) per band and averages the angle between neighbours, so it
    needs no formula and no amplitude; right for angles within half a turn.
    """
    points = table[:, 1::2] + 1j * table[:, 0::2]
    turns: Floats = np.angle(np.sum(points[1:] * np.conj(points[:-1]), axis=0))
    return turns


def matmul_tolerance(left: Floats, right: Floats) -> Floats:
    """Return the error bound of a float32 matrix product, four times over for its order of sums.

    The bound is n * 2**-24 * |left| @ |right| (Higham 2002, section 3.5), n the inner length.
    """
    inner = left.shape[-1] + 2
    bound: Floats = 4 * inner * FLOAT32_UNIT * (np.abs(left) @ np.abs(right)) + 1e-7
    return bound


def cross_entropy_cotangent(logits: Floats, targets: Ints) -> Floats:
    """Return the gradient of the mean cross-entropy on logits (B, T, V) for targets (B, T)."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    softmax = shifted / shifted.sum(axis=-1, keepdims=True)
    one_hot = np.eye(logits.shape[-1])[targets]
    cotangent: Floats = (softmax - one_hot) / targets.size
    return cotangent


def lookup_gradient(ids: Ints, upstream: Floats, vocab_size: int) -> Floats:
    """Return the (V, D) gradient of a lookup: upstream (B, T, D) added up per id."""
    gradient = np.zeros((vocab_size, upstream.shape[-1]))
    np.add.at(gradient, ids.ravel(), upstream.reshape(-1, upstream.shape[-1]))
    return gradient


def output_gradient(hidden: Floats, cotangent: Floats) -> Floats:
    """Return the (V, D) gradient of logits = hidden @ W.T for hidden (B, T, D)."""
    rows = cotangent.reshape(-1, cotangent.shape[-1])
    gradient: Floats = rows.T @ hidden.reshape(-1, hidden.shape[-1])
    return gradient
