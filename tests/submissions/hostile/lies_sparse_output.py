"""It returns its rows as a sparse tensor.

kind: lies_about_equality
outcome: failed|raised|passed
where: LearnedPositionalEmbedding
score: <=100
"""

_RightLearned = LearnedPositionalEmbedding


class LearnedPositionalEmbedding(_RightLearned):
    def forward(self, seq_len):
        return super().forward(seq_len).to_sparse()
