"""Print the lesson's numbers for both kinds of positions, computed by the code handed in."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator, Mapping
from typing import ParamSpec

import numpy as np
from rich.console import Console
from rich.text import Text

from ..checks import (
    Answer,
    CandidateFailure,
    Client,
    Finding,
    Floats,
    Outcome,
    attempt,
    expect_list,
    expect_number,
    expect_tensor,
    failure_finding,
    gradient_of_rows,
    number_text,
    shape_text,
    trainable_numbers,
)
from ..scorecard import Budgets
from ..text import visible
from .formulas import angular_frequencies, cross_entropy_cotangent, measured_frequencies
from .modules import position_table, token_matrix

V, L, D, NARROW = 100, 128, 64, 32
IDS = np.array([[3, 1, 4, 1, 5], [9, 2, 6, 5, 3]])
LENGTH = IDS.shape[1]
OFFSETS = 8
SHIFT = 5  # positions
SEED = 0
KINDS = {"learned": "LearnedPositionalEmbedding", "sinusoidal": "SinusoidalPositionalEmbedding"}

P = ParamSpec("P")


def demo(files: Mapping[str, bytes], console: Console) -> None:
    """Print what the files compute. A part that gives no value prints why, and the rest goes on.

    Args:
        files: the student's source files by name.
        console: where the lines go; they fit 80 columns.
    """
    candidate = Client(files, Budgets())
    try:
        for number, (title, section) in enumerate(SECTIONS.items()):
            if number:
                console.print()
            console.print(Text(title, style="bold"))
            candidate.begin(SEED)
            with np.errstate(all="ignore"):  # a wrong table may hold NaN or infinity
                for line in section(candidate):
                    text = visible(f"  {line}".rstrip())
                    text = textwrap.fill(text, console.width, subsequent_indent=" " * 6)
                    console.print(Text(text))
    finally:
        candidate.close()


def shown(measure: Callable[P, str], *args: P.args, **kwargs: P.kwargs) -> str:
    """Return the text of a measurement, or why there is none."""
    try:
        return measure(*args, **kwargs)
    except CandidateFailure as failure:
        if failure.outcome is Outcome.NOT_WRITTEN:
            return f"{failure.origin}: not written yet"
        return failure_finding(failure).message
    except Finding as finding:
        return finding.message


# ---------------------------------------------------------------- shapes


def shapes(candidate: Client) -> Iterator[str]:
    """Show the shapes on the way from ids to the sum, with the same ids for both kinds."""
    yield f"{'ids':<26}{shape_text(IDS.shape)}"
    yield f"{'token(ids)':<26}{shown(token_shape, candidate)}"
    for kind, name in KINDS.items():
        yield f"{f'{kind} position({LENGTH})':<26}{shown(position_shape, candidate, name)}"
    for kind, name in KINDS.items():
        yield f"{f'{kind} composer(ids)':<26}{shown(composer_shape, candidate, name)}"


def token_shape(candidate: Client) -> str:
    """Return the shape and dtype of a token embedding's output."""
    return shape_of(candidate.call(candidate.embeddings.TokenEmbedding(V, D), IDS))


def position_shape(candidate: Client, name: str) -> str:
    """Return the shape and dtype of a positional module's output."""
    return shape_of(candidate.call(position(candidate, name), LENGTH))


def composer_shape(candidate: Client, name: str) -> str:
    """Return the shape and dtype of a composer's output."""
    token = candidate.embeddings.TokenEmbedding(V, D)
    composer = candidate.embeddings.EmbeddingComposer(token, position(candidate, name))
    return shape_of(candidate.call(composer, IDS))


# ---------------------------------------------------------------- parameters


def parameters(candidate: Client) -> Iterator[str]:
    """Show how many numbers there are to train, by the student's own count."""
    yield f"{'token embedding, V*D':<32}{shown(count_token, candidate)}"
    yield f"{'learned positions, L*D':<32}{shown(count, candidate, KINDS['learned'])}"
    yield f"{'sinusoidal positions, none':<32}{shown(count, candidate, KINDS['sinusoidal'])}"
    yield f"{'learned - sinusoidal, L*D':<32}{shown(difference, candidate)}"
    yield f"{'embedding and tied head, V*D':<32}{shown(tied_size, candidate)}"


def count_token(candidate: Client) -> str:
    """Return how many numbers of a token embedding are trained."""
    module = candidate.embeddings.TokenEmbedding(V, D)
    return number_text(expect_number(candidate.diagnostics.count_parameters(module), "the count"))


def count(candidate: Client, name: str) -> str:
    """Return how many numbers of a positional module are trained."""
    module = position(candidate, name)
    return number_text(expect_number(candidate.diagnostics.count_parameters(module), "the count"))


def difference(candidate: Client) -> str:
    """Return how many more numbers the learned module trains than the sinusoidal one."""
    learned, sinusoidal = (float(count(candidate, name)) for name in KINDS.values())
    return number_text(learned - sinusoidal)


def tied_size(candidate: Client) -> str:
    """Return how many trainable numbers embedding and head register together."""
    token = candidate.embeddings.TokenEmbedding(V, D)
    head = candidate.weight_tying.TiedLMHead(token)
    return str(trainable_numbers(token, head))


# ---------------------------------------------------------------- neighbours


def neighbours(candidate: Client) -> Iterator[str]:
    """Show the mean cosine of rows k apart, for both kinds and two widths."""
    yield f"{'k':<18}" + "".join(f"{k:>7}" for k in range(1, OFFSETS + 1))
    for kind, name in KINDS.items():
        for width in (D, NARROW):
            yield f"{f'{kind} D = {width}':<18}{shown(curve, candidate, name, width)}"
    yield "Learned rows are unrelated at the start. Sinusoidal ones are near each other;"
    yield "their curve is smooth, but it need not fall at every step."


def curve(candidate: Client, name: str, width: int) -> str:
    """Return the curve of a module's table, by the student's own function."""
    table = rows_of(candidate, name, L, width)
    answer = candidate.diagnostics.neighbour_cosine_curve(table, OFFSETS)
    return "".join(f"{value:>7.3f}" for value in expect_list(answer, "neighbour_cosine_curve"))


# ---------------------------------------------------------------- bands


def bands(candidate: Client) -> Iterator[str]:
    """Show the wavelengths for both widths, from the function and measured in the table."""
    yield f"{'':<22}{'bands':>7}{'shortest':>10}{'longest':>10}{'ratio':>9}{f'over {L}':>10}"
    for width in (D, NARROW):
        listed = shown(listed_bands, candidate, width)
        yield f"{f'wavelengths({width})':<22}{listed}"
        yield f"{f'measured, D = {width}':<22}{shown(measured_bands, candidate, width)}"
    yield "In positions; the ratio is that of a band to the one before it. Half the width"
    yield "has half the bands, in wider steps. Band 0, columns 0 and 1, is the fine one:"
    yield "the lesson's sentence that low dimensions are coarse is the wrong way round."


def listed_bands(candidate: Client, width: int) -> str:
    """Summarise what the student's function lists."""
    return summary(expect_list(candidate.diagnostics.wavelengths(width), f"wavelengths({width})"))


def measured_bands(candidate: Client, width: int) -> str:
    """Summarise how fast the table's pairs of columns turn."""
    table = rows_of(candidate, "SinusoidalPositionalEmbedding", L, width)
    return summary(2 * np.pi / np.abs(measured_frequencies(table)))


def summary(wavelengths: Floats) -> str:
    """Return count, shortest, longest, mean ratio of neighbours and how many exceed L."""
    size = len(wavelengths)
    if size < 2:
        raise Finding(f"{size} wavelengths; expected at least 2.")
    ratio = float(np.exp(np.mean(np.diff(np.log(wavelengths)))))
    return (
        f"{size:>7}{np.min(wavelengths):>10.4f}{np.max(wavelengths):>10.0f}{ratio:>9.4f}"
        f"{int(np.sum(wavelengths > L)):>10}"
    )


# ---------------------------------------------------------------- length


def overflow(candidate: Client) -> Iterator[str]:
    """Show what happens with T = L+1 positions."""
    for kind, name in KINDS.items():
        yield f"{f'{kind} position({L + 1})':<26}{shown(beyond, candidate, name, False)}"
    for kind, name in KINDS.items():
        yield f"{f'{kind} composer(ids)':<26}{shown(beyond, candidate, name, True)}"


def beyond(candidate: Client, name: str, composed: bool) -> str:
    """Return what happens when a module is asked for one position more than it has.

    With `composed`, the module is called through a composer, on ids of that length.
    """
    module = position(candidate, name)
    if composed:
        token = candidate.embeddings.TokenEmbedding(V, D)
        module = candidate.embeddings.EmbeddingComposer(token, module)
    given = np.zeros((1, L + 1), dtype=np.int64) if composed else L + 1
    result = attempt(module, given)
    if isinstance(result, CandidateFailure):
        if result.failure.kind != "raised":
            raise result
        return f"raises {result.failure.type_name}"
    returned = shape_text(result.numbers.shape) if result.is_numbers else result.type
    return f"returns {returned}; expected a ValueError"


def reach(candidate: Client) -> Iterator[str]:
    """Show what changes when L grows to 2 L: rows, and numbers to train."""
    yield f"{'':<13}{'rows 0 to ' + str(L - 1) + ' differ by':<28}numbers to train"
    for kind, name in KINDS.items():
        yield f"{kind:<13}{shown(longer, candidate, name)}"
    yield "The formula gives a position the same row in any table; learned rows start"
    yield "anew and cost D numbers each. Whether a model trained on short texts copes"
    yield "with long ones is another question, for both kinds."


def longer(candidate: Client, name: str) -> str:
    """Return how the tables for L and 2 L differ in their shared rows, and both sizes."""
    short, long = (rows_of(candidate, name, length, D) for length in (L, 2 * L))
    both = min(len(short), len(long))
    apart = f"{np.max(np.abs(short[:both] - long[:both])):.3g}"
    sizes = [trainable_numbers(position(candidate, name, length)) for length in (L, 2 * L)]
    return f"{apart:<28}{sizes[0]} -> {sizes[1]}"


# ---------------------------------------------------------------- gradients


def gradients(candidate: Client) -> Iterator[str]:
    """Show which rows of the token matrix get a gradient from a backward pass."""
    yield f"{'ids in the batch':<26}{' '.join(map(str, np.unique(IDS)))}"
    yield f"{'embedding alone':<26}{shown(touched, candidate, False)}"
    yield f"{'with the tied head':<26}{shown(touched, candidate, True)}"


def touched(candidate: Client, tied: bool) -> str:
    """Return the rows of the token matrix that have a gradient.

    The gradient is that of the vectors' sum, or with `tied` that of a cross-entropy on the logits.
    """
    small = 12  # rows, so that they can be named
    token = candidate.embeddings.TokenEmbedding(small, 8)
    head = candidate.weight_tying.TiedLMHead(token) if tied else token
    vectors = candidate.call(token, IDS)
    if tied:
        output = candidate.call(head, vectors)
        logits = expect_tensor(output, "head(token(ids))", (*IDS.shape, small))
        cotangent = cross_entropy_cotangent(logits, np.roll(IDS, -1, axis=1))
    else:
        output = vectors
        cotangent = np.ones((*IDS.shape, 8))
        expect_tensor(output, "token(ids)", cotangent.shape)
    if not output.requires_grad:
        return "none: no gradient starts from the result"
    candidate.backward(token, head, output=output, cotangent=cotangent)
    gradient = gradient_of_rows(lambda: token_matrix(token, small), token, head)
    rows = np.flatnonzero(np.any(np.abs(gradient) > 1e-6, axis=1))
    return f"{len(rows)} of {small} rows: {' '.join(map(str, rows))}"


# ---------------------------------------------------------------- rotation


def rotation(candidate: Client) -> Iterator[str]:
    """Compare row p, turned by fixed angles, with row p+SHIFT."""
    for kind, name in KINDS.items():
        yield f"{kind:<13}{shown(turned, candidate, name)}"
    yield f"One angle per pair of columns, {SHIFT} times the band's frequency, fits every p:"
    yield f'"{SHIFT} positions on" is a linear map without parameters.'


def turned(candidate: Client, name: str) -> str:
    """Return the largest error of the rotation, as a share of the table's largest number."""
    table = rows_of(candidate, name, L, D)
    hands = table[:, 1::2] + 1j * table[:, 0::2]  # cosine and sine as one complex number
    moved = hands[:-SHIFT] * np.exp(1j * SHIFT * angular_frequencies(D))
    share = np.max(np.abs(moved - hands[SHIFT:])) / max(float(np.max(np.abs(table))), 1e-12)
    return f"off by {100 * share:.3g} % of the largest number in the table"


# ---------------------------------------------------------------- helpers

SECTIONS: dict[str, Callable[[Client], Iterator[str]]] = {
    f"Shapes (V = {V}, L = {L}, D = {D})": shapes,
    f"Numbers to train (V = {V}, L = {L}, D = {D})": parameters,
    f"Neighbour similarity: the mean cosine of rows k apart (L = {L})": neighbours,
    "Wavelength bands": bands,
    f"One position too many: T = {L + 1}, L = {L}": overflow,
    "Rows of the token matrix that a backward pass reaches (V = 12)": gradients,
    f"Row p turned into row p+{SHIFT}": rotation,
    f"A longer context: from L = {L} to L = {2 * L}": reach,
}


def position(candidate: Client, name: str, length: int = L, width: int = D) -> Answer:
    """Build a positional module with this many rows."""
    module: Answer = getattr(candidate.embeddings, name)(length, width)
    return module


def rows_of(candidate: Client, name: str, length: int, width: int) -> Floats:
    """Return a positional module's table, (length, width), in float64."""
    module = position(candidate, name, length, width)
    return position_table(module, length, width, name)


def shape_of(answer: Answer) -> str:
    """Return shape and dtype of a tensor, or the type of what came back instead."""
    if not answer.is_numbers:
        return f"no tensor but {answer.type}"
    return f"{shape_text(answer.numbers.shape)} {answer.dtype}"
