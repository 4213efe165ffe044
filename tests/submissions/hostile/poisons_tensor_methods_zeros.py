"""It returns zeros and patches every way from a tensor to numbers to raise if looked at.

kind: poisons_state
outcome: failed|raised|protocol
where: TokenEmbedding
score: <=96
"""


def _refuse(self, *args, **kwargs):
    raise RuntimeError("numbers are not available")


for _name in ("numpy", "tolist", "item", "__array__", "untyped_storage", "data_ptr"):
    setattr(torch.Tensor, _name, _refuse)


class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return torch.zeros(*ids.shape, self.embedding.embedding_dim)
