"""Everything a check is written with, in one import.

A check is a function `test_...(candidate, draw)` in a suite. It asks the `candidate`, compares with
numbers of its own, and raises a Finding where they differ.
"""

from ..candidate.client import Answer, Client
from ..candidate.failure import CandidateFailure
from ..scorecard import Outcome
from ..text import index_text, number_text, shape_text, type_text
from .answers import attempt, gradient_of_rows, is_tensor, own_numbers, randomise, trainable_numbers
from .catalogue import Mistake, Topic
from .draw import Draw, Floats, Ints
from .finding import Finding, consequence, explained, failure_finding, waiting
from .judge import (
    expect_close,
    expect_finite,
    expect_list,
    expect_module,
    expect_number,
    expect_tensor,
)
from .marks import points
from .telling import count_told, difference_told, shape_told

__all__ = [
    "Answer",
    "CandidateFailure",
    "Client",
    "Draw",
    "Finding",
    "Floats",
    "Ints",
    "Mistake",
    "Outcome",
    "Topic",
    "attempt",
    "consequence",
    "count_told",
    "difference_told",
    "expect_close",
    "expect_finite",
    "expect_list",
    "expect_module",
    "expect_number",
    "expect_tensor",
    "explained",
    "failure_finding",
    "gradient_of_rows",
    "index_text",
    "is_tensor",
    "number_text",
    "own_numbers",
    "points",
    "randomise",
    "shape_text",
    "shape_told",
    "trainable_numbers",
    "type_text",
    "waiting",
]
