"""Every English sentence of the pictures, and of the reasons why one is missing."""

from __future__ import annotations

from collections.abc import Sequence

from ...report.words import plural
from ...scorecard import Outcome

# ---------------------------------------------------------------- reasons

NOT_FINITE = "it gave a number that is NaN or infinite"


def not_one_number(shape: str) -> str:
    """Return what is wrong with a count."""
    return f"it gave numbers of shape {shape}; expected one number"


def shape_of(what: str, actual: str, expected: str) -> str:
    """Return what is wrong with a shape."""
    return f"{what} has shape {actual}; expected {expected}."


# ---------------------------------------------------------------- pictures

YOURS = "yours"
RIGHT = "right"
DIFFERENCE = "yours − right"
NO_DIFFERENCE = "no difference"
NOT_A_NUMBER = "NaN or infinite"
OR_MORE = "above 1"
OR_LESS = "below −1"

HEAT_TITLE = "Your sinusoidal table"


def heat_sizes(L: int, D: int) -> str:
    """Return which table is drawn."""
    return f"{L} positions downwards, {D} columns across; one cell a number between −1 and 1."


def heat_right(cells: int) -> str:
    """Return the sentence for a right table."""
    return f"All {cells} numbers are those of the formula."


def heat_wrong(wrong: int, cells: int, position: int, column: int) -> str:
    """Return the sentence for a wrong table."""
    return (
        f"{wrong} of {cells} numbers differ from the formula, first at position {position}, "
        f"column {column}."
    )


CURVE_TITLE = "How alike neighbours are"
CURVE_AXIS = "offset k between the two rows, in positions"
CURVE_YOURS = "your curve, sinusoidal rows"
CURVE_RIGHT = "right curve, sinusoidal rows"
CURVE_LEARNED = "your curve, learned rows"
CURVE_CHANCE = "where independent rows lie"
CURVE_READS = (
    "Sinusoidal rows resemble their neighbours by construction; learned rows start out "
    "independent, so their curve lies near 0. The right curve is smooth but not falling everywhere."
)
CURVE_AGREES = "Your curve of the sinusoidal rows is the right one."
CURVE_OTHER_TABLE = "Your function was given the right table, because yours could not be used."
OFFSET = "Offset"


def curve_off(offset: int, actual: str, right: str) -> str:
    """Return where the curve goes wrong first."""
    return f"Your curve leaves the right one at offset {offset}: {actual} instead of {right}."


def curve_length(actual: int, expected: int) -> str:
    """Return the sentence for a curve of the wrong length."""
    return f"Your function returned {plural(actual, 'number', 'numbers')}; expected {expected}."


BANDS_TITLE = "Wavelength bands"
BANDS_AXIS = "wavelength in positions, on a logarithmic axis"
BANDS_TABLE = "measured in your table"
BANDS_FUNCTION = "your wavelengths()"
BANDS_FORMULA = "right"
YOUR_TABLE = "your table"
BANDS_CALL = "wavelengths()"
BANDS_READS = (
    "One stroke a band: columns 2k and 2k+1 share one wavelength. From D = 64 to D = 32 every "
    "second band is left, and the ends stay."
)
BAND = "Band"
TWO_PI = "2π"
BANDS_AGREE = "Your bands are where the formula puts them."


def bands_width(D: int) -> str:
    """Return the heading of one width."""
    return f"D = {D}"


def _counted(counts: Sequence[tuple[int, int, int]], one: str) -> str:
    """Return how many of how many, for each width."""
    return " and ".join(f"{count} of {total} {one} at D = {D}" for count, total, D in counts)


def bands_unsteady(counts: Sequence[tuple[int, int, int]]) -> str:
    """Return the sentence for pairs of columns that are no wave."""
    those = _counted(counts, "pairs of columns")
    return f"{those} are not sine and cosine of one wave (crosses)."


def bands_backwards(counts: Sequence[tuple[int, int, int]]) -> str:
    """Return the sentence for pairs of columns that turn the wrong way."""
    those = _counted(counts, "pairs of columns")
    return (
        f"{those} turn backwards (hollow): sine and cosine are exchanged, or one has a minus sign."
    )


def bands_off_table(counts: Sequence[tuple[int, int, int]]) -> str:
    """Return the sentence for bands of the table in the wrong place."""
    return f"In your table, {_counted(counts, 'bands')} are out of place."


def bands_off_function(counts: Sequence[tuple[int, int, int]]) -> str:
    """Return the sentence for bands of the function in the wrong place."""
    return f"By wavelengths(), {_counted(counts, 'bands')} are out of place."


def bands_number(actual: int, expected: int, D: int) -> str:
    """Return the sentence for a list of the wrong length."""
    return f"wavelengths({D}) returned {plural(actual, 'number', 'numbers')}; expected {expected}."


COUNTS_TITLE = "What can be trained"
COUNTS_READS = (
    "The learned variant must have exactly L·D more trainable numbers than the sinusoidal one."
)
COUNTS_OWNED = "trainable numbers it owns"
COUNTS_EXPECTED = "expected"
COUNTS_COUNTED = "your count_parameters()"
COUNTS_MODULE = "Module"


def counts_sizes(V: int, L: int, D: int) -> str:
    """Return which sizes are drawn."""
    return f"V = {V}, L = {L}, D = {D}."


def counts_delta(actual: str, expected: str) -> str:
    """Return the difference of the two variants."""
    if actual == expected:
        return f"learned − sinusoidal = {actual} = L·D, as it must be."
    return f"learned − sinusoidal = {actual}; it must be L·D = {expected}."


def counts_bracket(actual: str, fits: bool) -> str:
    """Return the difference, under its bracket."""
    return f"learned − sinusoidal = {actual}{' = L·D' if fits else ', not L·D'}"


def counts_label(owned: str, counted: str) -> str:
    """Return the numbers beside a bar."""
    return f"owns {owned}, you count {counted}"


ROWS_TITLE = "Which rows of the token matrix learn"
ROWS_UNTIED = "Lookup alone: only the rows of ids that occur"
ROWS_TIED = "With the tied head: every row"
ROWS_READS = (
    "One cell a row of the matrix, darker where its gradient is longer; dots mark the ids in the "
    "batch. An outlined cell has another gradient than it should."
)
ROW = "Row"
ROWS_IDS = "ids"
UNTIED = "Lookup alone"
TIED = "With the tied head"


def rows_touched(touched: int, right: int, rows: int, what: str) -> str:
    """Return how many rows received a gradient."""
    return f"{what}: a gradient in {touched} of {rows} rows; right is {right}."


def rows_differ(count: int, what: str) -> str:
    """Return the sentence for rows that are touched, but wrongly."""
    return f"{what}: {plural(count, 'row has', 'rows have')} a gradient of the wrong length."


LIMITS_TITLE = "Where the length must be refused"
LIMITS_READS = (
    "Up to T = L a module must answer; from T = L+1 on it must raise ValueError. "
    "A ring marks what should be otherwise."
)
LIMITS_ANSWERS = "must answer"
LIMITS_REFUSES = "must refuse"
LIMITS_MODULE = "Module"
LIMITS_AGREE = "Every length is answered or refused as it should be."
LIMITS_ACCEPTED = "accepted"
LIMITS_REFUSED = "refused"
LIMITS_ERROR = "other error"
LIMITS_ELSE = "something else"


def limits_sizes(L: int) -> str:
    """Return which sizes are drawn."""
    return f"L = {L}."


def limits_trial(kind: str, detail: str, rows: int | None) -> str:
    """Return what a module did with one length, in words."""
    match kind:
        case "answered":
            return LIMITS_ACCEPTED if rows is None else f"accepted, {plural(rows, 'row', 'rows')}"
        case "refused":
            return (
                "refused (ValueError)"
                if detail == "ValueError"
                else f"refused ({detail}, a ValueError)"
            )
        case "other_error":
            return f"raised {detail}"
        case "nothing":
            return f"returned {detail}"
        case _:
            return Outcome(detail).label


def limits_wrong(name: str, length: str, what: str) -> str:
    """Return the first length that is treated wrongly."""
    return f"{name} at T = {length}: {what}."
