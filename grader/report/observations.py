"""What a submission's code does at fixed, public sizes: the numbers the pictures are drawn from.

None of these sizes or inputs is one of the hidden tests'. A part that cannot be observed says why
in words a student may read. Every number that is kept is finite; None stands where one was not.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec
import numpy as np

from ..candidate.client import Answer, CandidateFailure, Client
from ..judge import Finding, failure_finding, shape_text
from ..numerics import (
    Floats,
    cross_entropy_cotangent,
    lookup_gradient,
    output_gradient,
    sinusoid,
    sinusoid_tolerance,
)
from ..probe import gradient_of_rows, position_table, token_matrix, trainable_numbers
from ..scorecard import Outcome
from . import words

SEED = 2017

TABLE_L, TABLE_D = 64, 32  # the heat map
CURVE_L, CURVE_D, MAX_OFFSET = 128, 64, 8
BANDS_L, BANDS_D = 128, (64, 32)
COUNT_V, COUNT_L, COUNT_D = 100, 128, 64
ROWS_V, ROWS_D = 24, 8
ROWS_IDS = np.array([[3, 7, 7, 1], [12, 3, 20, 7]])
ROWS_TARGETS = np.array([[7, 7, 1, 5], [3, 20, 7, 2]])
LIMIT_L, LIMIT_D = 16, 8
LENGTHS = (1, LIMIT_L - 1, LIMIT_L, LIMIT_L + 1, LIMIT_L + 2, 2 * LIMIT_L)
LIMITED = ("LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding", "EmbeddingComposer")
COUNTED = ("TokenEmbedding", "LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding")

# A pair of columns turns steadily if its steps add up to this part of their own lengths.
STEADY = 0.999
MAX_KEPT = 256  # numbers of one list that are kept to be drawn

T = TypeVar("T")
Numbers: TypeAlias = tuple[float | None, ...]


class Seen(msgspec.Struct, Generic[T], frozen=True):
    """One part: its value, or the reason why there is none."""

    value: T | None = None
    reason: str = ""


class Table(msgspec.Struct, frozen=True):
    """The sinusoidal table, rounded; `wrong` cells differ from the formula, `first` is one of them."""

    rows: tuple[Numbers, ...]
    wrong: int
    first: tuple[int, int] | None


class Bands(msgspec.Struct, frozen=True):
    """Each pair of columns as a clock hand: radians per position, and whether it turns steadily."""

    turns: Numbers
    steady: tuple[bool, ...]


class Curve(msgspec.Struct, frozen=True):
    """What the student's function made of a table; `length` is how many numbers came back."""

    values: Numbers
    length: int
    own_table: bool = True


class Count(msgspec.Struct, frozen=True):
    """Trainable numbers of a module: owned in truth, and by the student's own count."""

    owned: int
    counted: float | None
    reason: str = ""


class Rows(msgspec.Struct, frozen=True):
    """The length of each row's gradient in the token matrix: the student's and the exact one."""

    lengths: Numbers
    right: tuple[float, ...]


Kind: TypeAlias = Literal["answered", "refused", "other_error", "nothing", "died"]


class Reply(msgspec.Struct, frozen=True):
    """What a module did with T positions; `told` is the type of an error or result, `rows` its T."""

    length: int
    kind: Kind
    told: str = ""
    rows: int | None = None


class Observations(msgspec.Struct, frozen=True):
    """Everything the pictures need."""

    table: Seen[Table]
    bands: tuple[Seen[Bands], ...]  # by BANDS_D
    wavelengths: tuple[Seen[Curve], ...]  # by BANDS_D
    curve_sinusoidal: Seen[Curve]
    curve_learned: Seen[Curve]
    counts: tuple[Seen[Count], ...]  # by COUNTED
    rows_untied: Seen[Rows]
    rows_tied: Seen[Rows]
    limits: tuple[Seen[tuple[Reply, ...]], ...]  # by LIMITED


def observe(client: Client) -> Observations:
    """Ask a submission for everything the pictures show; nothing it answers can make this fail."""

    def see(ask: Callable[[], T]) -> Seen[T]:
        client.begin(SEED)
        try:
            return Seen(ask())
        except CandidateFailure as failure:
            return Seen(None, failure_finding(failure).message)
        except Finding as finding:
            return Seen(None, finding.message)

    with np.errstate(all="ignore"):  # inf and NaN are answers like any other here
        return Observations(
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


def dumps(seen: Observations) -> bytes:
    """Return the observations as JSON."""
    return msgspec.json.encode(seen)


def loads(text: bytes) -> Observations:
    """Read observations back."""
    return msgspec.json.decode(text, type=Observations)


def _position_table(client: Client, name: str, L: int, D: int) -> Floats:
    # Of a longer table, so that a module which refuses T = L is still seen.
    module = getattr(client.embeddings, name)(L + 1, D)
    return position_table(client, module, L, D, name)


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
    steady = np.abs(whole) >= STEADY * parts
    return Bands(
        _finite(np.angle(whole)),
        tuple(bool(flag and part > 0) for flag, part in zip(steady, parts)),
    )


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
    owned = trainable_numbers(client, module)
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
    client.randomise(*modules, seed=SEED)
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
    gradient = gradient_of_rows(client, lambda: _matrix(client, token), *modules)
    return Rows(_finite(_lengths(gradient), 6), tuple(_lengths(right).round(6).tolist()))


def _matrix(client: Client, token: Answer) -> Floats:
    matrix = token_matrix(client, token, ROWS_V)
    if matrix.shape != (ROWS_V, ROWS_D):
        raise Finding(words.shape_of("token(ids)", shape_text(matrix.shape), "(B, T, D)"))
    return matrix


def _lengths(rows: Floats) -> Floats:
    lengths: Floats = np.linalg.norm(rows, axis=1)
    return lengths


def _limits(client: Client, name: str) -> tuple[Reply, ...]:
    return tuple(_reply(client, name, length) for length in LENGTHS)


def _reply(client: Client, name: str, length: int) -> Reply:
    # Built anew each time: a worker that dies takes its modules along.
    if name == "EmbeddingComposer":
        parts = (
            client.reference("token", ROWS_V, LIMIT_D),
            client.reference("position", LIMIT_L, LIMIT_D),
        )
        module = client.embeddings.EmbeddingComposer(*parts)
    else:
        module = getattr(client.embeddings, name)(LIMIT_L, LIMIT_D)
    batched = name == "EmbeddingComposer"
    try:
        answer = client.call(module, np.zeros((2, length), dtype=np.int64) if batched else length)
    except CandidateFailure as failure:
        told = failure.failure
        if failure.outcome is Outcome.NOT_WRITTEN:
            raise
        if failure.outcome is not Outcome.RAISED:
            return Reply(length, "died", failure.outcome.value)
        refused = "ValueError" in (told.type_name, *told.bases)
        return Reply(length, "refused" if refused else "other_error", told.type_name)
    if not answer.is_numbers:
        return Reply(length, "nothing", answer.type)
    shape = answer.numbers.shape
    return Reply(length, "answered", rows=shape[-2] if len(shape) >= 2 else None)


def _finite(values: Floats, decimals: int | None = None) -> Numbers:
    kept = values if decimals is None else np.round(values, decimals)
    return tuple(float(value) if np.isfinite(value) else None for value in kept)
