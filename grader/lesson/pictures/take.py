"""Take a snapshot: ask a submission's code for everything that the pictures draw."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
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
from .. import usable
from ..formulas import (
    cross_entropy_cotangent,
    lookup_gradient,
    output_gradient,
    sinusoid,
    sinusoid_tolerance,
)
from ..modules import position_table, token_matrix
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
    Rows,
    Snapshot,
    Table,
    Trial,
)

SEED = 2017
# A pair of columns is a clock hand that turns steadily if its steps add up to nearly the sum of
# their lengths, and if its shortest length is nearly its longest, as with a sine and its cosine.
STEADY = 0.999
ROUND = 0.98
MAX_KEPT = 256  # numbers kept of one list

T = TypeVar("T")


def take(candidate: Client) -> Snapshot:
    """Return a snapshot. Nothing that the student's code answers can make this fail."""

    def part(ask: Callable[[], T]) -> Part[T]:
        candidate.begin(SEED)
        try:
            return Part(ask())
        except CandidateFailure as failure:
            return Part(None, failure_finding(failure).message)
        except Finding as finding:
            return Part(None, finding.message)

    with np.errstate(all="ignore"):  # here, inf and NaN are answers like any other
        return Snapshot(
            table=part(partial(_table, candidate)),
            bands=tuple(part(partial(_bands, candidate, D)) for D in BANDS_D),
            wavelengths=tuple(part(partial(_wavelengths, candidate, D)) for D in BANDS_D),
            curve_sinusoidal=part(partial(_curve_sinusoidal, candidate)),
            curve_learned=part(partial(_curve_learned, candidate)),
            counts=tuple(part(partial(_count, candidate, name)) for name in COUNTED),
            rows_untied=part(partial(_rows, candidate, tied=False)),
            rows_tied=part(partial(_rows, candidate, tied=True)),
            limits=tuple(part(partial(_limits, candidate, name)) for name in LIMITED),
        )


def _position_table(candidate: Client, name: str, L: int, D: int) -> Floats:
    # Ask for L rows of a longer table, so that a module which refuses T = L can be drawn too.
    module = getattr(candidate.embeddings, name)(L + 1, D)
    table = position_table(module, L, D, name)
    if table.shape != (L, D):
        raise Finding(
            words.shape_of(f"{name}({L + 1}, {D})({L})", shape_text(table.shape), "(T, D)")
        )
    return table


def _table(candidate: Client) -> Table:
    table = _position_table(candidate, "SinusoidalPositionalEmbedding", TABLE_L, TABLE_D)
    wrong = ~(np.abs(table - sinusoid(TABLE_L, TABLE_D)) <= sinusoid_tolerance(TABLE_L))
    places = np.argwhere(wrong)
    return Table(
        rows=tuple(_finite(row, 3) for row in table),
        wrong=len(places),
        first=(int(places[0][0]), int(places[0][1])) if len(places) else None,
    )


def _bands(candidate: Client, D: int) -> Bands:
    table = _position_table(candidate, "SinusoidalPositionalEmbedding", BANDS_L, D)
    hands = table[:, 1::2] + 1j * table[:, 0::2]
    steps = hands[1:] * np.conj(hands[:-1])
    whole, parts = np.sum(steps, axis=0), np.sum(np.abs(steps), axis=0)
    reach = np.abs(hands)
    steady = (np.abs(whole) >= STEADY * parts) & (
        np.min(reach, axis=0) >= ROUND * np.max(reach, axis=0)
    )
    return Bands(_finite(np.angle(whole)), tuple((steady & (parts > 0)).tolist()))


def _wavelengths(candidate: Client, D: int) -> Curve:
    return _list(candidate.diagnostics.wavelengths(D))


def _curve_sinusoidal(candidate: Client) -> Curve:
    own = True
    try:
        module = candidate.embeddings.SinusoidalPositionalEmbedding(CURVE_L + 1, CURVE_D)
        table = module(CURVE_L)
        own = table.is_numbers and table.numbers.shape == (CURVE_L, CURVE_D)
    except CandidateFailure:
        own = False
    if not own:  # the function may still be right, so give it the right table
        table = candidate.tensor(sinusoid(CURVE_L, CURVE_D))
    return _list(candidate.diagnostics.neighbour_cosine_curve(table, MAX_OFFSET), own)


def _curve_learned(candidate: Client) -> Curve:
    module = candidate.embeddings.LearnedPositionalEmbedding(CURVE_L + 1, CURVE_D)
    table = module(CURVE_L)
    return _list(candidate.diagnostics.neighbour_cosine_curve(table, MAX_OFFSET))


def _list(answer: Answer, own_table: bool = True) -> Curve:
    numbers = answer.numbers.ravel()
    return Curve(_finite(numbers[:MAX_KEPT]), numbers.size, own_table)


def _count(candidate: Client, name: str) -> Count:
    rows = COUNT_V if name == "TokenEmbedding" else COUNT_L
    module = getattr(candidate.embeddings, name)(rows, COUNT_D)
    owned = trainable_numbers(module)
    try:
        answer = candidate.diagnostics.count_parameters(module).numbers
    except CandidateFailure as failure:
        return Count(owned, None, failure_finding(failure).message)
    if answer.size != 1:
        return Count(owned, None, words.not_one_number(shape_text(answer.shape)))
    (counted,) = _finite(answer.ravel())
    return Count(owned, counted, "" if counted is not None else words.NOT_FINITE)


def _rows(candidate: Client, tied: bool) -> Rows:
    token = candidate.embeddings.TokenEmbedding(ROWS_V, ROWS_D)
    modules = [token, candidate.weight_tying.TiedLMHead(token)] if tied else [token]
    randomise(Draw(SEED, "rows"), *modules)
    W = _matrix(token)
    output = token(ROWS_IDS)
    cotangent = np.ones((*ROWS_IDS.shape, ROWS_D))
    right = lookup_gradient(ROWS_IDS, cotangent, ROWS_V)
    if tied:
        output = modules[1](output)
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
    output.backward(cotangent, *modules)
    gradient = gradient_of_rows(lambda: _matrix(token), *modules)
    return Rows(_finite(_lengths(gradient), 6), tuple(_lengths(right).round(6).tolist()))


def _matrix(token: Answer) -> Floats:
    matrix = token_matrix(token, ROWS_V)
    if matrix.shape != (ROWS_V, ROWS_D):
        raise Finding(words.shape_of("token(ids)", shape_text(matrix.shape), "(B, T, D)"))
    return matrix


def _lengths(rows: Floats) -> Floats:
    lengths: Floats = np.linalg.norm(rows, axis=1)
    return lengths


def _limits(candidate: Client, name: str) -> tuple[Trial, ...]:
    trials: list[Trial] = []
    module: Answer | None = None
    for length in LENGTHS:
        module = module or _limited(candidate, name)
        try:
            trials.append(_trial(candidate, module, length, batched=name == "EmbeddingComposer"))
        except CandidateFailure as failure:
            if failure.outcome is Outcome.NOT_WRITTEN:
                raise
            trials.append(_failed(failure, length))
            if trials[-1].kind == "died":
                module = None  # it was lost with its worker, so make a new one
    return tuple(trials)


def _limited(candidate: Client, name: str) -> Answer:
    if name != "EmbeddingComposer":
        module: Answer = getattr(candidate.embeddings, name)(LIMIT_L, LIMIT_D)
        return module
    # Replace faulty parts, so that this trial shows the composer's own behaviour.
    token = usable.token(candidate, Draw(SEED, "limits"), ROWS_V, LIMIT_D)
    position = usable.position(candidate, LIMITED[0], LIMIT_L, LIMIT_D, refuses=True)
    return candidate.embeddings.EmbeddingComposer(token, position)


def _trial(candidate: Client, module: Answer, length: int, batched: bool) -> Trial:
    answer = module(np.zeros((2, length), dtype=np.int64) if batched else length)
    if not answer.is_numbers:
        return Trial(length, "nothing", answer.type)
    shape = answer.numbers.shape
    return Trial(length, "answered", rows=shape[-2] if len(shape) >= 2 else None)


def _failed(failure: CandidateFailure, length: int) -> Trial:
    raised = failure.failure
    if failure.outcome is not Outcome.RAISED:
        return Trial(length, "died", failure.outcome.value)
    refused = "ValueError" in (raised.type_name, *raised.bases)
    return Trial(length, "refused" if refused else "other_error", raised.type_name)


def _finite(values: Floats, decimals: int | None = None) -> Numbers:
    kept = values if decimals is None else np.round(values, decimals)
    finite = np.isfinite(kept).tolist()
    return tuple(
        value if sound else None for value, sound in zip(kept.tolist(), finite, strict=True)
    )
