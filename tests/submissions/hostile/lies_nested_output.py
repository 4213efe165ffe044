"""It returns a nested tensor instead of a rectangular one.

kind: lies_about_equality
outcome: failed|raised
where: EmbeddingComposer
score: <=95
"""

_RightComposer = EmbeddingComposer


class EmbeddingComposer(_RightComposer):
    def forward(self, ids):
        rows = super().forward(ids)
        return torch.nested.nested_tensor([rows[0], rows[-1][:1]])
