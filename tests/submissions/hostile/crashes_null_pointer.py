"""It reads from address zero.

kind: crashes
outcome: crashed
where: TokenEmbedding
score: <=96
"""

import ctypes


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        ctypes.string_at(0)
