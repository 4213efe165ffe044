"""An endless loop in the forward pass that catches whatever is thrown at it.

kind: hangs
outcome: timeout
where: TokenEmbedding
score: <=96
"""


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        while True:
            try:
                while True:
                    ids = ids + 0
            except BaseException:
                pass
