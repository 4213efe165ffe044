"""The other way round: the embedding takes over the weight of the head's own nn.Linear."""

from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, d_model = token_embedding.embedding.weight.shape
        self.lm_head = nn.Linear(d_model, vocab_size, bias=False)
        token_embedding.embedding.weight = self.lm_head.weight

    def forward(self, hidden):
        return self.lm_head(hidden)
