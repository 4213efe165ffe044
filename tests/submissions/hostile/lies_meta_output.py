"""It returns a meta tensor: the right shape and dtype but no numbers at all.

kind: lies_about_equality
outcome: failed|raised
where: TokenEmbedding
score: <=96
"""


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return torch.empty(*ids.shape, self.embedding.embedding_dim, device="meta")
