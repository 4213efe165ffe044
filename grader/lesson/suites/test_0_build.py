"""Build the modules"""

from __future__ import annotations

import numpy as np
import pytest

from grader.checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Floats,
    Ints,
    attempt,
    consequence,
    expect_close,
    expect_finite,
    expect_module,
    expect_tensor,
    explained,
    own_numbers,
    points,
    randomise,
    waiting,
)
from grader.lesson import evidence, formulas, mistakes, modules, usable

FILES = ("embeddings.py",)
UNREAL_MATRIX = (
    "The grader wrote other numbers into the Parameters, and token(ids) did not answer them."
)
MODULES = ("LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding")


@points(3)
def test_token_shape(candidate: Client, draw: Draw) -> None:
    """The token embedding turns ids (B, T) into float32 vectors (B, T, D).

    What does nn.Embedding return for a batch of ids?
    """
    V, D = draw.integer(11, 40), draw.even(4, 16)
    token = candidate.embeddings.TokenEmbedding(V, D)
    expect_module(token, "TokenEmbedding(V, D)")
    expect_finite(own_numbers(token), "the matrix of a new TokenEmbedding")
    randomise(draw, token)  # a table may be all zeros at the start
    for B, T in [(draw.integer(2, 4), draw.integer(5, 9)), (1, 1)]:
        vectors = expect_tensor(token(draw.ids(V, B, T)), "token(ids)", (B, T, D))
        if B > 1 and not modules.differ(vectors):
            raise Finding("All numbers of token(ids) are the same.")


@points(4)
def test_token_lookup(candidate: Client, draw: Draw) -> None:
    """The vector of an id is the id's own row of the matrix, unchanged.

    A lookup picks rows; it does not scale, shift or rewrite them.
    """
    V, B, T = draw.integer(11, 40), draw.integer(2, 4), draw.integer(5, 9)
    D = draw.even(4, 16, other_than=(V,))
    token = candidate.embeddings.TokenEmbedding(V, D)
    wider = candidate.embeddings.TokenEmbedding(V + 3, D + 2)
    alike = candidate.embeddings.TokenEmbedding(V + 3, D)
    twin = candidate.embeddings.TokenEmbedding(V, D)
    own = own_numbers(token)
    for other in (wider, alike, twin):
        randomise(draw, other)
    if not np.array_equal(own, own_numbers(token), equal_nan=True):
        raise Finding(
            "Two TokenEmbedding modules share one matrix; expected one each.",
            hint="Is the matrix made in __init__ and kept on self, or on the class or file?",
        )
    randomise(draw, token)
    modules.call_often(token, draw.ids(V, B, T))
    secret = randomise(draw, token)
    before = own_numbers(token)
    every = token(np.arange(V)[None, :])
    rows = expect_tensor(every, "token(ids)", (1, V, D))[0]
    after = own_numbers(token)
    if not modules.differ(rows):
        raise Finding("All numbers of token(ids) are the same.")
    if not np.array_equal(before, secret):
        raise Finding(UNREAL_MATRIX)
    with explained(mistakes.LOOKUP, lambda: mistakes.Lookup(rows=rows, before=before, after=after)):
        if before.size == after.size:
            expect_close(after, before, 0.0, "the matrix after token(ids)")
        # However the matrix is stored, the rows must hold its numbers. How many it owns is
        # exercise 1's.
        if before.size == rows.size:
            stored, looked_up = np.sort(before), np.sort(rows.ravel())
            expect_close(looked_up, stored, formulas.LOOKUP_TOLERANCE, "the rows of token(ids)")
        elif before.size > rows.size and modules.places_in(secret, rows) is None:
            raise Finding("The rows of token(ids) are not rows of its matrix, unchanged.")
        if modules.is_shifted(token, modules.places_in(secret, rows)):
            raise Finding(
                "token(ids) answers each id with the row of another id.",
                hint="The ids are row numbers already: nothing has to be added or taken away.",
            )
    for training in (True, False):
        if not training:
            token.eval()
        ids = draw.ids(V, 5, T)  # more sequences than before
        vectors = expect_tensor(token(ids), "token(ids)", (5, T, D))
        with explained(
            mistakes.LOOKUP, lambda: mistakes.Lookup(rows=rows, before=before, after=after)
        ):
            expect_close(vectors, rows[ids], formulas.LOOKUP_TOLERANCE, "token(ids)")


@points(3)
@pytest.mark.parametrize("name", MODULES)
def test_position_shape(candidate: Client, draw: Draw, name: str) -> None:
    """{name} turns a length T into float32 rows (T, D), the first T of its table.

    position(2) has to be the beginning of position(5). Is it, when you print both?
    """
    L, D = draw.integer(14, 24), draw.even(4, 12)
    T = draw.integer(3, L - 4)
    build = getattr(candidate.embeddings, name)
    module = build(L, D)
    expect_module(module, f"{name}(L, D)")
    longer, wider = build(L + 5, D), build(L, D + 2)
    sizes = [(module, T, D), (longer, T + 1, D), (wider, T, D + 2)]
    sizes += [(module, T + 2, D), (module, 1, D), (module, L, D)]
    in_evaluation = [(module, T, D), (longer, 1, D)]
    own_rows: list[Floats] = []  # what `module` answered
    refused = []
    for training, asked_for in ((True, sizes), (False, in_evaluation)):
        for asked, length, width in asked_for:
            if not training:  # they were made in training mode
                asked.eval()
            position = attempt(asked, length)
            if isinstance(position, CandidateFailure):
                if modules.is_lookup_error(position, length == L):
                    raise position
                refused.append(length)
            else:
                # The numbers at the start are exercise 2's, those of the formula exercise 4's.
                rows = expect_tensor(position, "position(T)", (length, width), finite=False)
                own_rows += [rows] if asked is module else []
    if len(refused) == len(sizes) + len(in_evaluation):
        raise waiting(3, f"{name} refuses every length (exercise 3).")
    expect_first_rows(own_rows)
    if refused and refused != [L]:
        raise consequence(3, f"{name} refuses T = {refused[0]} although L is larger (exercise 3).")
    if name == "LearnedPositionalEmbedding":
        expect_own_rows(draw, module, T, L, D)
    else:  # which numbers they are is exercise 4's question, but they must be some
        modules.expect_work(module(T), 4, f"{name} must return rows that differ first.")


@points(3)
@pytest.mark.parametrize("name", MODULES)
def test_composer_sum(candidate: Client, draw: Draw, name: str) -> None:
    """The composer adds the {name} rows to the token vectors, and does nothing else.

    Work out one vector of the second sequence by hand: row of the id plus row of the position.
    """
    D, L = draw.even(4, 8), draw.integer(14, 20)
    V = draw.integer(9, L - 2, other_than=(D,))
    T = draw.integer(4, 7, other_than=(D,))
    B = draw.integer(2, 3)
    tokens = usable.token_part(candidate, draw, usable.token(candidate, draw, V, D), V, D)
    position = usable.position(candidate, name, L, D)
    positions = usable.position_part(candidate, draw, position, V, L, D)
    composer = usable.composer(candidate, tokens.module, positions.module, draw.ids(V, B, T))
    expect_module(composer, "EmbeddingComposer(token, position)")
    randomise(draw, composer)
    # The parts are overwritten after the composer was built: it would go on adding a copy of a
    # table. The last time, rows that it kept from an earlier call would show.
    batches = [draw.ids(V, *shape) for shape in ((B, T), (T, T), (1, 1), (B, D))]
    # Every id, at as many positions as there are ids; small ids alone; more sequences than before.
    batches += [draw.covering(np.arange(V), B, V), draw.ids(2, B, T), draw.ids(V, 5, T)]
    expect_sums(draw, composer, tokens, positions, batches)
    modules.call_often(composer, draw.ids(V, 1, T))
    composer.eval()
    for _ in range(2):
        expect_sums(draw, composer, tokens, positions, [draw.ids(V, B, T)])


@points(1)
def test_composer_parts(candidate: Client, draw: Draw) -> None:
    """The composer trains the modules it was given, and has no numbers of its own to train.

    Keep the two modules you are handed: copies and detach() cut them off from the loss.
    """
    V, L, D = draw.integer(9, 12), draw.integer(14, 20), draw.even(4, 12)
    token = usable.token(candidate, draw, V, D)
    position = usable.position(candidate, "LearnedPositionalEmbedding", L, D)
    composer = usable.composer(candidate, token, position, draw.ids(V, 2, 5))
    composer(draw.ids(V, 2, 5))
    parts = own_numbers(token, position).size
    whole = own_numbers(token, position, composer).size
    if whole != parts:
        raise Finding(
            "The composer and its parts own more trainable numbers than the parts alone; "
            "expected none of its own."
        )
    if own_numbers(composer).size != parts:
        raise Finding(
            "composer.parameters() does not list the numbers of both parts.",
            hint="An optimizer over the composer must train them: keep each module as an "
            "attribute of its own, because Python lists and dicts are not searched.",
        )
    for part, name in ((token, "token"), (position, "positional")):
        ids = draw.ids(V, 2, 5)
        before = own_numbers(part)
        if not before.size or not part(5 if part is position else ids).requires_grad:
            continue  # it lets no gradient through by itself: exercise 1's or 5's
        composed = composer(ids)
        if composed.requires_grad:
            composed.backward(draw.normal(*composed.numbers.shape), part)
            candidate.step(part, rate=1.0)
        if np.array_equal(before, own_numbers(part)):
            raise Finding(f"No gradient reaches the {name} embedding through the composer.")


def expect_own_rows(draw: Draw, module: Answer, T: int, L: int, D: int) -> None:
    """Overwrite a learned table, and look for its numbers in position(T), in their places."""
    module.train()
    modules.call_often(module, T)
    secret = randomise(draw, module)
    rows = module(T).numbers
    if not modules.differ(rows):
        raise Finding("All numbers of position(T) are the same.")
    if secret.size != L * D:
        return  # how many numbers it owns is exercise 1's
    places = modules.places_in(secret, rows)
    if places is None:
        raise Finding(
            "position(T) is not rows of the module's own table, or rows from before it changed."
        )
    if modules.is_shifted(module, places):
        raise Finding(
            "position(T) does not begin with the first row of the table.",
            hint="The positions of T tokens are 0 to T-1.",
        )


def expect_first_rows(answers: list[Floats]) -> None:
    """Expect every answer to begin with the same rows: the first ones of one table.

    Args:
        answers: what position(T) returned for several T, shape (T, D) each.
    """

    def same(one: Floats, other: Floats) -> bool:
        # A formula that is worked out for each T may round differently.
        return np.allclose(one, other, rtol=1e-5, atol=1e-5, equal_nan=True)

    longest = max(answers, key=len, default=np.empty((0, 0)))
    for rows in answers:
        if same(rows, longest[: len(rows)]):
            continue
        if all(same(rows, other) for other in answers if len(other) == len(rows)):
            raise Finding(
                "The rows of position(T) depend on T; expected the first T rows of one table."
            )
        raise Finding("Two calls of position(T) with the same T differ.")


def expect_sums(
    draw: Draw, composer: Answer, tokens: usable.Part, positions: usable.Part, batches: list[Ints]
) -> None:
    """Overwrite both parts, and compare composer(ids) with the sums of their new rows.

    Every batch is at most as long as the known rows.
    """
    token, position = tokens.module, positions.module
    token_rows, position_rows = tokens.overwritten(draw), positions.overwritten(draw)
    V, D = token_rows.shape
    ids = batches[0]

    def look_closer() -> mistakes.Composition:
        """Compose a batch whose second sequence is the first one in reverse."""
        batch = np.resize(ids, (2, 5))
        batch[1] = batch[0][::-1]
        batch[:, 0] = 0
        return evidence.composition(composer, token, position, batch, D)

    with explained(mistakes.COMPOSITION, look_closer):
        try:
            refused = []
            for ids in batches:
                try:
                    expect_sum(composer, ids, token_rows[ids], position_rows[: ids.shape[1]])
                except CandidateFailure as failure:
                    if "ValueError" not in failure.failure.bases:
                        raise
                    refused.append(failure)
            if len(refused) == len(batches):
                raise refused[0]
            if refused:
                raise consequence(3, "The composer refuses a legal batch (exercise 3).")
        finally:  # parts that answer something else by now explain a wrong sum
            again = token(np.arange(V)[None, :]).numbers
            expect_close(
                again, token_rows[None], formulas.LOOKUP_TOLERANCE, "token(ids) after composing"
            )
            again = position(len(position_rows)).numbers.reshape(-1, D)
            what = "position(T) after composing"
            expect_close(again, position_rows, formulas.LOOKUP_TOLERANCE, what)


def expect_sum(composer: Answer, ids: Ints, tokens: Floats, positions: Floats) -> None:
    """Compare composer(ids), shape (B, T, D), with tokens (B, T, D) + positions (T, D)."""
    answered = expect_tensor(composer(ids), "composer(ids)", tokens.shape)
    # One float32 addition of two numbers.
    tolerance = 1e-6 * (1 + np.abs(tokens) + np.abs(positions))
    expect_close(answered, tokens + positions, tolerance, "composer(ids)")
