"""Star imports and one-letter names."""

from math import *

from torch import arange, cos, randn, sin, stack
from torch.nn import *


class SinusoidalPositionalEmbedding(Module):
    def __init__(s, L, D):
        super().__init__()
        s.L = L
        a = arange(L).double()[:, None] * exp(-2 * log(1e4) / D) ** arange(D // 2).double()
        s.register_buffer("P", stack([sin(a), cos(a)], -1).reshape(L, D).float())

    def forward(s, T):
        if T > s.L:
            raise ValueError("T>L")
        return s.P[:T]


class LearnedPositionalEmbedding(Module):
    def __init__(s, L, D):
        super().__init__()
        s.L, s.P = L, Parameter(randn(L, D))

    def forward(s, T):
        if T > s.L:
            raise ValueError("T>L")
        return s.P[:T]
