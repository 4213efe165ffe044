from torch import nn


class TiedLMHead(nn.Module):
	def __init__(self, token_embedding):
		super().__init__(); self.E = token_embedding.embedding

	def forward(self, hidden): return hidden @ self.E.weight.T
