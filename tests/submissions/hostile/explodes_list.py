"""It appends to a list until there is no memory left.

kind: explodes
outcome: memory|crashed|raised
where: TokenEmbedding
score: <=96
"""


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.hoard = []
        while True:
            self.hoard.append(bytearray(16 << 20))
