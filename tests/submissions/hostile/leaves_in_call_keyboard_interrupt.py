"""The forward pass raises KeyboardInterrupt to stop the whole test run.

kind: leaves_in_call
outcome: raised|exited
where: EmbeddingComposer
score: <=95
"""


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()

    def forward(self, ids):
        raise KeyboardInterrupt
