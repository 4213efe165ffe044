"""A demo under __main__ and a unittest class follow the module."""

import unittest

import torch
from torch import nn


class TokenEmbedding(nn.Module):
    """Look up token vectors.

    >>> TokenEmbedding(10, 4)(torch.tensor([[1, 2, 3]])).shape
    torch.Size([1, 3, 4])
    """

    def __init__(self, vocab_size, d_model):
        super().__init__()
        self.embedding = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return self.embedding(ids)


class TestTokenEmbedding(unittest.TestCase):
    def test_shape(self):
        ids = torch.randint(0, 10, (2, 5))
        self.assertEqual(TokenEmbedding(10, 4)(ids).shape, (2, 5, 4))


def test_same_id_same_vector():
    out = TokenEmbedding(10, 4)(torch.tensor([[7, 7]]))
    assert torch.equal(out[0, 0], out[0, 1])


if __name__ == "__main__":
    vocab = {"the": 0, "cat": 1, "sat": 2}
    emb = TokenEmbedding(len(vocab), 8)
    print(emb(torch.tensor([[vocab[w] for w in "the cat sat".split()]])))
    unittest.main()
