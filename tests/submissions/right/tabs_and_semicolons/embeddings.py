"""Indented with tabs, with semicolons and one-line bodies."""

import torch; from torch import nn


class TokenEmbedding(nn.Module):
	def __init__(self, vocab_size, d_model):
		super().__init__(); self.embedding = nn.Embedding(vocab_size, d_model)

	def forward(self, ids): return self.embedding(ids)


class LearnedPositionalEmbedding(nn.Module):
	def __init__(self, max_context_length, d_model):
		super().__init__()
		self.L = max_context_length
		self.P = nn.Parameter(torch.randn(self.L, d_model))

	def forward(self, seq_len):
		if seq_len > self.L: raise ValueError("L is %d" % self.L)
		return self.P[:seq_len]


class SinusoidalPositionalEmbedding(nn.Module):
	def __init__(self, max_context_length, d_model):
		super().__init__()
		self.L = max_context_length; P = torch.zeros(self.L, d_model); self.register_buffer("P", P)
		for p in range(self.L):
			for k in range(d_model // 2):
				a = torch.tensor(p / 10000 ** (2 * k / d_model), dtype=torch.float64)
				P[p, 2 * k], P[p, 2 * k + 1] = a.sin(), a.cos()

	def forward(self, seq_len):
		if seq_len > self.L: raise ValueError("L is %d" % self.L)
		return self.P[:seq_len]


class EmbeddingComposer(nn.Module):
	def __init__(self, token_embedding, positional_embedding):
		super().__init__(); self.t, self.p = token_embedding, positional_embedding

	def forward(self, ids): return self.t(ids) + self.p(ids.shape[1])
