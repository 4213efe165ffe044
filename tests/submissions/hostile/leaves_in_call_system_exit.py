"""The forward pass raises SystemExit(0).

kind: leaves_in_call
outcome: exited|raised
where: TokenEmbedding
score: <=96
"""


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        raise SystemExit(0)
