"""Ask a submission's code for what the pictures show; nothing it answers can make this fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np

from ...checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Floats,
    Outcome,
    failure_finding,
    gradient_of_rows,
    randomise,
    shape_text,
    trainable_numbers,
)
from ..formulas import (
    cross_entropy_cotangent,
    lookup_gradient,
    output_gradient,
    sinusoid,
    sinusoid_tolerance,
)
from ..modules import (
    position_table,
    token_matrix,
    usable_position,
    usable_token,
)
from . import words
from .snapshot import (
    BANDS_D,
    BANDS_L,
    COUNT_D,
    COUNT_L,
    COUNT_V,
    COUNTED,
    CURVE_D,
    CURVE_L,
    LENGTHS,
    LIMIT_D,
    LIMIT_L,
    LIMITED,
    MAX_OFFSET,
    ROWS_D,
    ROWS_IDS,
    ROWS_TARGETS,
    ROWS_V,
    TABLE_D,
    TABLE_L,
    Bands,
    Count,
    Curve,
    Numbers,
    Part,
    Reply,
    Rows,
    Snapshot,
    Table,
)

SEED = 2017
# A pair of columns turns steadily if its steps add up to this part of their own lengths.
STEADY = 0.999
ROUND = 0.98  # and if the hand is as long everywhere, as that of a sine and its cosine is
MAX_KEPT = 256  # numbers of one list that are kept to be drawn

T = TypeVar("T")


def take(client: Client) -> Snapshot:
    """Ask a submission for everything the pictures show; nothing it answers can make this fail."""

    def see(ask: Callable[[], T]) -> Part[T]:
        client.begin(SEED)
        try:
            return Part(ask())
        except CandidateFailure as failure:
            return Part(None, failure_finding(failure).message)
        except Finding as finding:
            return Part(None, finding.message)

    with np.errstate(all="ignore"):  # inf and NaN are answers like any other here
        return Snapshot(
            table=see(lambda: _table(client)),
            bands=tuple(see(lambda D=D: _bands(client, D)) for D in BANDS_D),  # type: ignore[misc]
            wavelengths=tuple(
                see(lambda D=D: _list(client.diagnostics.wavelengths(D)))  # type: ignore[misc]
                for D in BANDS_D
            ),
            curve_sinusoidal=see(lambda: _curve_sinusoidal(client)),
            curve_learned=see(lambda: _curve_learned(client)),
            counts=tuple(see(lambda name=name: _count(client, name)) for name in COUNTED),  # type: ignore[misc]
            rows_untied=see(lambda: _rows(client, tied=False)),
            rows_tied=see(lambda: _rows(client, tied=True)),
            limits=tuple(see(lambda name=name: _limits(client, name)) for name in LIMITED),  # type: ignore[misc]
        )


def _position_table(client: Client, name: str, L: int, D: int) -> Floats:
    # Of a longer table, so that a module which refuses T = L is still seen.
    module = getattr(client.embeddings, name)(L + 1, D)
    table = position_table(module, L, D, name)
    if table.shape != (L, D):
        raise Finding(
            words.shape_of(f"{name}({L + 1}, {D})({L})", shape_text(table.shape), "(T, D)")
        )
    return table


def _table(client: Client) -> Table:
    table = _position_table(client, "SinusoidalPositionalEmbedding", TABLE_L, TABLE_D)
    wrong = ~(np.abs(table - sinusoid(TABLE_L, TABLE_D)) <= sinusoid_tolerance(TABLE_L))
    places = np.argwhere(wrong)
    return Table(
        rows=tuple(_finite(row, 3) for row in table),
        wrong=len(places),
        first=(int(places[0][0]), int(places[0][1])) if len(places) else None,
    )


def _bands(client: Client, D: int) -> Bands:
    table = _position_table(client, "SinusoidalPositionalEmbedding", BANDS_L, D)
    hands = table[:, 1::2] + 1j * table[:, 0::2]
    steps = hands[1:] * np.conj(hands[:-1])
    whole, parts = np.sum(steps, axis=0), np.sum(np.abs(steps), axis=0)
    reach = np.abs(hands)
    steady = (np.abs(whole) >= STEADY * parts) & (
        np.min(reach, axis=0) >= ROUND * np.max(reach, axis=0)
    )
    return Bands(_finite(np.angle(whole)), tuple((steady & (parts > 0)).tolist()))


def _curve_sinusoidal(client: Client) -> Curve:
    own = True
    try:
        module = client.embeddings.SinusoidalPositionalEmbedding(CURVE_L + 1, CURVE_D)
        table = client.call(module, CURVE_L)
        own = table.is_numbers and table.numbers.shape == (CURVE_L, CURVE_D)
    except CandidateFailure:
        own = False
    if not own:  # the function is still worth a look
        table = client.reference("tensor", sinusoid(CURVE_L, CURVE_D))
    return _list(client.diagnostics.neighbour_cosine_curve(table, MAX_OFFSET), own)


def _curve_learned(client: Client) -> Curve:
    module = client.embeddings.LearnedPositionalEmbedding(CURVE_L + 1, CURVE_D)
    table = client.call(module, CURVE_L)
    return _list(client.diagnostics.neighbour_cosine_curve(table, MAX_OFFSET))


def _list(answer: Answer, own_table: bool = True) -> Curve:
    numbers = answer.numbers.ravel()
    return Curve(_finite(numbers[:MAX_KEPT]), numbers.size, own_table)


def _count(client: Client, name: str) -> Count:
    rows = COUNT_V if name == "TokenEmbedding" else COUNT_L
    module = getattr(client.embeddings, name)(rows, COUNT_D)
    owned = trainable_numbers(module)
    try:
        answer = client.diagnostics.count_parameters(module).numbers
    except CandidateFailure as failure:
        return Count(owned, None, failure_finding(failure).message)
    if answer.size != 1:
        return Count(owned, None, words.not_one_number(shape_text(answer.shape)))
    (counted,) = _finite(answer.ravel())
    return Count(owned, counted, "" if counted is not None else words.NOT_FINITE)


def _rows(client: Client, tied: bool) -> Rows:
    token = client.embeddings.TokenEmbedding(ROWS_V, ROWS_D)
    modules = [token, client.weight_tying.TiedLMHead(token)] if tied else [token]
    randomise(Draw(SEED, "rows"), *modules)
    W = _matrix(client, token)
    output = client.call(token, ROWS_IDS)
    cotangent = np.ones((*ROWS_IDS.shape, ROWS_D))
    right = lookup_gradient(ROWS_IDS, cotangent, ROWS_V)
    if tied:
        output = client.call(modules[1], output)
        if output.numbers.shape != (*ROWS_IDS.shape, ROWS_V):
            raise Finding(
                words.shape_of("head(hidden)", shape_text(output.numbers.shape), "(B, T, V)")
            )
        cotangent = cross_entropy_cotangent(W[ROWS_IDS] @ W.T, ROWS_TARGETS)
        right = lookup_gradient(ROWS_IDS, cotangent @ W, ROWS_V) + output_gradient(
            W[ROWS_IDS], cotangent
        )
    if not output.requires_grad:
        return Rows((0.0,) * ROWS_V, tuple(_lengths(right).tolist()))
    client.backward(*modules, output=output, cotangent=cotangent)
    gradient = gradient_of_rows(lambda: _matrix(client, token), *modules)
    return Rows(_finite(_lengths(gradient), 6), tuple(_lengths(right).round(6).tolist()))


def _matrix(client: Client, token: Answer) -> Floats:
    matrix = token_matrix(token, ROWS_V)
    if matrix.shape != (ROWS_V, ROWS_D):
        raise Finding(words.shape_of("token(ids)", shape_text(matrix.shape), "(B, T, D)"))
    return matrix


def _lengths(rows: Floats) -> Floats:
    lengths: Floats = np.linalg.norm(rows, axis=1)
    return lengths


def _limits(client: Client, name: str) -> tuple[Reply, ...]:
    replies: list[Reply] = []
    module: Answer | None = None
    for length in LENGTHS:
        module = module or _limited(client, name)
        try:
            replies.append(_reply(client, module, length, batched=name == "EmbeddingComposer"))
        except CandidateFailure as failure:
            if failure.outcome is Outcome.NOT_WRITTEN:
                raise
            replies.append(_failed(failure, length))
            if replies[-1].kind == "died":
                module = None  # it went with its worker
    return tuple(replies)


def _limited(client: Client, name: str) -> Answer:
    if name != "EmbeddingComposer":
        module: Answer = getattr(client.embeddings, name)(LIMIT_L, LIMIT_D)
        return module
    # Faulty parts are replaced: what is seen here is the composer's own doing.
    token = usable_token(client, Draw(SEED, "limits"), ROWS_V, LIMIT_D)
    position = usable_position(client, LIMITED[0], LIMIT_L, LIMIT_D, refuses=True)
    return client.embeddings.EmbeddingComposer(token, position)


def _reply(client: Client, module: Answer, length: int, batched: bool) -> Reply:
    answer = client.call(module, np.zeros((2, length), dtype=np.int64) if batched else length)
    if not answer.is_numbers:
        return Reply(length, "nothing", answer.type)
    shape = answer.numbers.shape
    return Reply(length, "answered", rows=shape[-2] if len(shape) >= 2 else None)


def _failed(failure: CandidateFailure, length: int) -> Reply:
    told = failure.failure
    if failure.outcome is not Outcome.RAISED:
        return Reply(length, "died", failure.outcome.value)
    refused = "ValueError" in (told.type_name, *told.bases)
    return Reply(length, "refused" if refused else "other_error", told.type_name)


def _finite(values: Floats, decimals: int | None = None) -> Numbers:
    kept = values if decimals is None else np.round(values, decimals)
    finite = np.isfinite(kept).tolist()
    return tuple(
        value if sound else None for value, sound in zip(kept.tolist(), finite, strict=True)
    )
