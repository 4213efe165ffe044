"""What takes the place of a missing part never costs the code that reads its attributes."""

from __future__ import annotations

import pytest

from grader.scorecard import Outcome

HEAD = """
from torch import nn


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = {read}

    def forward(self, hidden):
        return hidden @ self.weight.T
"""
COMPOSER = """
from torch import nn


class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        super().__init__()
        self.token, self.position = token_embedding, positional_embedding
        position = positional_embedding
        self.width = {read}

    def forward(self, ids):
        return self.token(ids) + self.position(ids.shape[1])


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, *sizes):
        super().__init__()

    def forward(self, seq_len):
        return None


SinusoidalPositionalEmbedding = LearnedPositionalEmbedding
"""


@pytest.mark.parametrize(
    "read",
    [
        "token_embedding.emb.weight",
        "token_embedding.table",
        "token_embedding.lookup.weight",
        "token_embedding.weight",
    ],
)
def test_a_head_may_read_any_attribute_of_a_missing_embedding(grade_files, read):
    """With embeddings.py broken, a head that reads its own names of attributes is still graded."""
    card = grade_files({"embeddings.py": "def (", "weight_tying.py": HEAD.format(read=read)})
    tests = {test.id: test.outcome for test in card.tests()}
    assert tests["5.logits"] is tests["5.one_matrix"] is tests["5.tied_gradient"] is Outcome.PASSED


@pytest.mark.parametrize(
    "read",
    ["token_embedding.table.nested", "token_embedding.inner.table.weight", "len(token_embedding)"],
)
def test_what_a_stand_in_cannot_know_waits(grade_files, read):
    """An attribute that does not fit is not an error of the head: the check waits."""
    card = grade_files({"embeddings.py": "def (", "weight_tying.py": HEAD.format(read=read)})
    outcomes = {test.id: test.outcome for test in card.tests()}
    assert outcomes["5.logits"] is outcomes["5.one_matrix"] is Outcome.NOT_RUN


@pytest.mark.parametrize("read", ["position.d_model", "position.pe.shape[1]"])
def test_a_composer_may_read_the_sizes_of_its_parts(grade_files, solutions, read):
    """With positional modules that return nothing, a composer that reads sizes keeps its sum."""
    source = solutions["embeddings.py"].decode()
    card = grade_files(solutions | {"embeddings.py": source + COMPOSER.format(read=read)})
    composed = {test.outcome for test in card.tests() if test.id.startswith("0.composer_sum")}
    assert composed == {Outcome.PASSED}
