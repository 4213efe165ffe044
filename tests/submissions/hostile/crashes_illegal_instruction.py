"""It jumps to an address without code.

kind: crashes
outcome: crashed|raised
where: LearnedPositionalEmbedding
score: <=95
"""

import ctypes


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        ctypes.CFUNCTYPE(ctypes.c_int)(0x10)()
