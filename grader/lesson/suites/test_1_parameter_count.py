"""Count the parameters"""

from __future__ import annotations

import functools

import numpy as np

from grader.checks import (
    Answer,
    CandidateFailure,
    Client,
    Draw,
    Finding,
    Ints,
    attempt,
    difference_told,
    expect_close,
    expect_number,
    explained,
    is_tensor,
    number_text,
    own_numbers,
    points,
    randomise,
    trainable_numbers,
    waiting,
)
from grader.lesson import evidence, mistakes, modules

FILES = ("diagnostics.py", "embeddings.py")


@points(3)
def test_count_layers(candidate: Client, draw: Draw) -> None:
    """count_parameters counts every number of plain layers, biases included.

    A tensor of shape (3, 4) holds 12 numbers: which method tells you that?
    """
    a, b, depth = draw.integer(3, 9), draw.integer(10, 20), draw.integer(3, 5)
    expect_counts(
        candidate,
        draw,
        {
            "a linear layer": (candidate.reference("linear", a, b), a * b + b),
            "another linear layer": (candidate.reference("linear", b, b), b * b + b),
            "an embedding": (candidate.reference("embedding", b, a), a * b),
            "nested layers": (candidate.reference("nested", a, depth), depth * a * (a + 1)),
            "a layer of zeros": (candidate.reference("zero_initialised", a, b), a * b + b),
            "two layers of zeros": (candidate.reference("twins", a, b), 2 * (a * b + b)),
            "a layer with a scale of its own": (
                candidate.reference("own_and_children", a, b),
                a + a * b + b,
            ),
        },
    )


@points(1)
def test_count_buffers(candidate: Client, draw: Draw) -> None:
    """count_parameters leaves buffers out.

    A buffer is state that no optimizer changes; which iterator leaves it out?
    """
    n = draw.integer(5, 15)
    expect_counts(
        candidate,
        draw,
        {
            "a batch norm": (candidate.reference("batch_norm", n), 2 * n),
            "a module without numbers": (candidate.reference("dropout"), 0),
        },
    )


@points(2)
def test_count_shared_and_frozen(candidate: Client, draw: Draw) -> None:
    """count_parameters counts a shared matrix once and a frozen one not at all.

    What does parameters() do with one Parameter that two layers hold?
    """
    a, b = draw.integer(3, 9), draw.integer(10, 20)
    expect_counts(
        candidate,
        draw,
        {
            "a shared matrix": (candidate.reference("shared_pair", b, a), a * b),
            "a frozen layer before a trainable one": (
                candidate.reference("partly_frozen", a, b),
                a * b + a,
            ),
        },
    )


@points(2)
def test_token_owns(candidate: Client, draw: Draw) -> None:
    """The token embedding owns V*D trainable numbers.

    One row per id, one column per dimension, all of them trainable.
    """
    V, D = draw.integer(11, 30), draw.even(4, 16)
    token = candidate.embeddings.TokenEmbedding(V, D)
    # Counted before the first call: an optimizer is built before it, too.
    expect_owned("TokenEmbedding", token, draw.ids(V, 2, 3), (V, D), V * D)


@points(2)
def test_learned_owns(candidate: Client, draw: Draw) -> None:
    """The learned positions own L*D trainable numbers, and a gradient reaches each of them.

    Does module.parameters() list your table?
    """
    L, D = draw.integer(12, 24), draw.even(4, 16)
    longer = candidate.embeddings.LearnedPositionalEmbedding(L + 7, D)
    learned = candidate.embeddings.LearnedPositionalEmbedding(L, D)
    T = L - 2
    expect_owned("LearnedPositionalEmbedding", learned, T, (L, D), L * D)
    # Two modules of one width: a table kept on the class or by its width would be shared.
    shape = (L + 7, D)
    expect_owned("LearnedPositionalEmbedding", longer, T, shape, (L + 7) * D)
    output = attempt(learned, T)
    if not isinstance(output, Answer) or not is_tensor(output, (T, D)):
        return  # what it returns is exercise 0's and 3's
    if not output.requires_grad:
        raise Finding(
            "position(T) carries no gradient although the table is a Parameter.",
            hint="detach(), .data and no_grad() cut the table off from the loss.",
        )
    randomise(draw, learned)
    # Sorted: how the numbers are stored is the student's business.
    for training in (True, False):
        if not training:
            learned.eval()
        output = learned(T)
        cotangent = draw.normal(T, D)
        output.backward(cotangent, learned)
        before = own_numbers(learned)
        candidate.step(learned, rate=1.0)
        moved = np.sort(before - own_numbers(learned))
        expected = np.sort(np.concatenate([cotangent.ravel(), np.zeros(2 * D)]))
        # One float32 subtraction of numbers of size one.
        if np.all(np.abs(moved - expected) <= 1e-5):
            return
    expect_close(moved, expected, 1e-5, "the gradient of the learned table, sorted")


@points(2)
def test_sinusoidal_owns(candidate: Client, draw: Draw) -> None:
    """The sinusoidal positions own no trainable number.

    A formula has nothing to learn: which of Module's registries is for such tables?
    """
    L, D = draw.integer(12, 24), draw.even(4, 8)  # no length asked for is D by chance
    sinusoidal = candidate.embeddings.SinusoidalPositionalEmbedding(L, D)
    attempt(sinusoidal, L - 2)  # a table built on the first call counts as well
    expect_owned("SinusoidalPositionalEmbedding", sinusoidal, L - 2, (L, D), 0)
    output = attempt(sinusoidal, L - 2)
    for T in (1, L):  # a limit in the wrong place is exercise 3's
        if isinstance(output, CandidateFailure):
            output = attempt(sinusoidal, T)
    what = "SinusoidalPositionalEmbedding must return rows (T, D) first."
    if not isinstance(output, Answer) or (output.is_numbers and output.numbers.size % D):
        raise waiting((0, 3), what)
    modules.expect_work(output, 0, what)
    if output.requires_grad:
        raise Finding(
            "position(T) of the sinusoidal module carries a gradient; expected fixed numbers.",
            hint="Leave requires_grad off: the table is a formula.",
        )


@points(3)
def test_delta(candidate: Client, draw: Draw) -> None:
    """By your own count, the learned variant has exactly L*D more parameters.

    Count both modules of the same L and D, and compare with L*D.
    """
    L, D = draw.integer(12, 24), draw.even(4, 16)
    counts = []
    for name in ("LearnedPositionalEmbedding", "SinusoidalPositionalEmbedding"):
        module = getattr(candidate.embeddings, name)(L, D)
        attempt(module, L - 2)
        answer = candidate.diagnostics.count_parameters(module)
        counts.append(expect_number(answer, f"count_parameters({name}(L, D))"))
    delta = counts[0] - counts[1]
    if delta != L * D:
        raise Finding(
            f"By your count the difference is {difference_told(delta - L * D, (L, D))} than L*D.",
            detail=f"L={L}, D={D}; counted {number_text(counts[0])} learned and "
            f"{number_text(counts[1])} sinusoidal",
        )


def expect_counts(candidate: Client, draw: Draw, known: dict[str, tuple[Answer, int]]) -> None:
    """Compare the student's count of each module with the right one."""
    for name, (module, expected) in known.items():
        first = counted(candidate, module, name)
        module.eval()  # it was made in training mode
        second = counted(candidate, module, name)
        if first == expected == second:
            continue
        expect_unchanged({name: (module, expected)})
        if first == expected:
            raise Finding(
                f"A second count_parameters of {name}, in evaluation mode, differs from the first.",
                hint="Does the function remember anything between two calls?",
            )
        a, b = draw.integer(3, 9), draw.integer(10, 20)
        with explained(mistakes.COUNTING, functools.partial(evidence.counting, candidate, a, b)):
            raise Finding(
                f"count_parameters of {name} is wrong.",
                detail=f"expected {expected}, got {number_text(first)}",
            )
    expect_unchanged(known)


def expect_unchanged(known: dict[str, tuple[Answer, int]]) -> None:
    """Raise a Finding that names the first module which has other trainable numbers by now."""
    expected = sum(number for _, number in known.values())
    if trainable_numbers(*(module for module, _ in known.values())) == expected:
        return
    for name, (module, number) in known.items():
        if trainable_numbers(module) != number:
            raise Finding(
                f"count_parameters changed {name}: other numbers can be trained now.",
                hint="Read requires_grad, but leave it as it is: the question is only how many.",
            )


def counted(candidate: Client, module: Answer, name: str) -> float:
    """Return the student's count of a module."""
    return expect_number(
        candidate.diagnostics.count_parameters(module), f"count_parameters of {name}"
    )


def expect_owned(
    name: str,
    module: Answer,
    sample: Ints | int,
    shape: tuple[int, int],
    expected: int,
) -> None:
    """Compare what the module really registers with what it should own.

    `sample` is an argument to call it with, for a closer look.
    """
    owned = trainable_numbers(module)
    if owned != expected:
        output = attempt(module, sample)
        rows = "V" if name.startswith("Token") else "L"
        sizes = f"{rows} = {shape[0]}, D = {shape[1]}"
        formula = f"{rows}*D" if expected else "none"
        with explained(
            mistakes.OWNERSHIP, lambda: evidence.ownership(name, module, output, *shape)
        ):
            raise Finding(
                f"{name} owns {difference_told(owned - expected, shape)} trainable numbers than it "
                f"should; expected {formula} ({sizes}).",
                detail=f"owned {owned}, expected {expected}",
            )
