"""The forward pass ends the process with status 0 and no clean-up.

kind: leaves_in_call
outcome: exited
where: LearnedPositionalEmbedding
score: <=95
"""

import os


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        self.embedding = nn.Embedding(max_context_length, d_model)

    def forward(self, seq_len):
        os._exit(0)
