"""It returns complex numbers.

kind: lies_about_equality
outcome: failed
where: TokenEmbedding
score: <=96
"""


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return torch.complex(self.embedding(ids), torch.ones(1))
