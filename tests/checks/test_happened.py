"""What an exception usually means is told by the words of Python and torch, never by its text."""

from __future__ import annotations

import pytest

from grader.scorecard import Outcome, for_student

COMPOSER = """

class EmbeddingComposer(nn.Module):
    def __init__(self, token_embedding, positional_embedding):
        {first}
        self.token, self.position = token_embedding, positional_embedding

    def {forward}(self, ids):
        {body}
"""
SUM = "return self.token(ids) + self.position(ids.shape[1])"


def told(grade_files, solutions, test="0.composer_parts", **parts):
    """Return what a student reads of a composer with these parts: message and hint."""
    parts = {"first": "super().__init__()", "forward": "forward", "body": SUM} | parts
    source = solutions["embeddings.py"].decode() + COMPOSER.format(**parts)
    card = for_student(grade_files(solutions | {"embeddings.py": source}))
    found = next(each for each in card.tests() if each.id == test)
    return f"{found.message} {found.hint}"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("return self.tokens(ids)", "There is no attribute tokens."),
        ("return tok(ids)", "tok is not known in this file"),
        ("return self.token(ids, 1)", "different arguments"),
        ("return self.token(ids) @ self.position(ids.shape[1])[:0]", "matrix product"),
        ("return self.token(ids) + self.position(ids.shape[1] - 1)", "do not fit together"),
        ("return self.token(ids).cuda()", "runs on the CPU"),
        ("return next(self.position.parameters()).add_(1.0)", "changed in place"),
        ("return self.token(ids)[99]", "rows are numbered 0 to n-1"),
        ("open('notes.txt', 'w')", "Files and the network cannot be used"),
        ("input()", "Nobody answers input()"),
        ("return None.shape", "A function without return gives None"),
        ("return 1 / 0", "divided by 0"),
        ("raise type('Odd', (Exception,), {})()", "Your own code raises this"),
    ],
)
def test_each_kind_of_exception_has_its_hint(grade_files, solutions, body, says):
    """An exception is explained by what happened, with the line as the student wrote it."""
    text = told(grade_files, solutions, body=body)
    assert says in text
    assert body[:30] in text


def test_a_missing_super_call_is_named(grade_files, solutions):
    """Keeping a module before super().__init__() is explained as that."""
    assert "super().__init__() first" in told(grade_files, solutions, first="pass")


@pytest.mark.parametrize("name", ["foward", "froward", "Forward"])
def test_a_misspelled_forward_is_found(grade_files, solutions, name):
    """A class without forward is told so, with the method that may be meant, not "not written"."""
    text = told(grade_files, solutions, forward=name)
    assert "has no method forward" in text
    assert f"Is {name} meant to be it?" in text


def test_text_of_the_students_own_is_not_shown(grade_files, solutions):
    """What student code writes into an exception never reaches the student's card."""
    body = "raise NameError(f\"name 'secret{ids.sum()}' is not defined\")"
    text = told(grade_files, solutions, body=body)
    assert "A name is not known" in text
    assert "secret" not in text.replace(body, "")


def test_not_implemented_with_a_text_is_an_exception(grade_files, solutions):
    """Only the stub's own raise says "not written yet"."""
    body = "raise NotImplementedError('too long')"
    source = solutions["embeddings.py"].decode() + COMPOSER.format(
        first="super().__init__()", forward="forward", body=body
    )
    card = grade_files(solutions | {"embeddings.py": source})
    assert Outcome.NOT_WRITTEN not in {test.outcome for test in card.tests()}


def test_not_implemented_beyond_the_context_earns_half(grade_files, solutions):
    """A bare NotImplementedError for T > L is an exception like any other."""
    source = solutions["embeddings.py"].replace(b"raise ValueError", b"raise NotImplementedError #")
    source = source.replace(b"NotImplementedError #(", b"NotImplementedError(")
    card = grade_files(solutions | {"embeddings.py": source})
    refuses = [test for test in card.tests() if "refuses" in test.id]
    assert {test.score / test.max_score for test in refuses} == {0.5}


def test_an_exception_in_a_part_names_the_part(grade_files, solutions):
    """A line of another class than the one that was called is said to be that class's."""
    source = solutions["embeddings.py"].replace(
        b"return self.embedding(ids)", b"return self.embeding(ids) if len(ids) > 1 else "
        b"self.embedding(ids)"
    )  # fmt: skip
    card = grade_files(solutions | {"embeddings.py": source})
    messages = {test.message for test in card.tests() if test.outcome is Outcome.RAISED}
    assert any(message.startswith("TokenEmbedding") for message in messages)


def test_a_forward_in_the_constructor_is_found(grade_files, solutions):
    """A forward that is indented into __init__ is told so."""
    inside = "super().__init__()\n\n        def forward(self, ids):\n            return ids\n"
    text = told(grade_files, solutions, first=inside, forward="other")
    assert "inside another method" in text


def test_a_bare_not_implemented_in_written_code_is_an_exception(grade_files, solutions):
    """NotImplementedError under a condition is not the stub's own."""
    body = "if len(ids) > 1:\n            raise NotImplementedError\n        " + SUM
    text = told(grade_files, solutions, body=body)
    assert "raised NotImplementedError" in text


def test_a_waiting_test_keeps_its_own_hint_to_itself(grade_files, solutions):
    """A test that waits for another part shows no hint about a wrong answer."""
    source = solutions["embeddings.py"].decode() + COMPOSER.format(
        first="super().__init__()", forward="forward", body="return nowhere"
    )
    card = grade_files(solutions | {"embeddings.py": source})
    waits = [test for test in card.tests() if test.outcome is Outcome.NOT_RUN]
    assert waits
    assert {test.hint for test in waits} == {""}
