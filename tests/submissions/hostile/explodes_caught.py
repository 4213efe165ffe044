"""It catches each MemoryError and goes on with smaller pieces until not one byte is left.

kind: explodes
outcome: memory|crashed|raised|timeout|failed|exited
where: TokenEmbedding
score: <=96
"""

_hoard = []


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        size = 1 << 30
        while size > 16:
            try:
                _hoard.append(bytearray(size))
            except MemoryError:
                size //= 2
        raise MemoryError
