"""What a question ends with when the student's code gave no value."""

from __future__ import annotations

import builtins
from collections.abc import Mapping

from .. import wire
from ..parsing import NOT_PYTHON, functions_in, is_unwritten, parsed
from ..scorecard import Outcome
from ..text import visible

BUILTIN_EXCEPTIONS = frozenset(
    name
    for name, value in vars(builtins).items()
    if isinstance(value, type) and issubclass(value, BaseException)
)


class CandidateFailure(Exception):  # noqa: N818 (the student's failure, not an error of ours)
    """The student's code gave no value.

    Args:
        outcome: how the test that asked should end.
        failure: what the worker reported, or what is known about its end.
        printed: what the code printed during this test.
        origin: the student's name that was asked, such as `count_parameters`.
    """

    def __init__(
        self, outcome: Outcome, failure: wire.Failure, printed: str = "", origin: str = ""
    ) -> None:
        super().__init__(failure.text)
        self.outcome = outcome
        self.failure = failure
        self.printed = printed
        self.origin = origin
        self.limit = ""  # the limit that was exceeded, where the outcome does not say it
        self.files: Mapping[str, bytes] = {}  # the student's files, for what stands in them


def is_stub(failure: wire.Failure, files: Mapping[str, bytes]) -> bool:
    """Tell whether a NotImplementedError comes from a function that is not written yet."""
    try:
        tree = parsed(files.get(failure.file, b""))
    except NOT_PYTHON:
        return True
    around = [
        function
        for function in functions_in(tree)
        if function.lineno <= failure.line <= (function.end_lineno or 0)
    ]
    return not around or is_unwritten(max(around, key=lambda function: function.lineno))


def failed(outcome: Outcome, text: str, origin: str = "") -> CandidateFailure:
    """Return a failure that the worker itself did not report."""
    return CandidateFailure(outcome, wire.Failure(outcome.value, "", text), origin=origin)


def broken_protocol(text: str) -> CandidateFailure:
    """Return the failure of a worker that sent something other than an answer."""
    return failed(Outcome.PROTOCOL, text)


def cleaned(failure: wire.Failure, files: Mapping[str, bytes]) -> wire.Failure:
    """Return a reported failure that is safe to show.

    Only the name of a builtin exception, an existing line of one of the student's files and plain
    text are left. A class name of the student's own could carry hidden inputs, so that name is
    kept only in the text, which students do not see.
    """
    bases = tuple(base for base in failure.bases if base in BUILTIN_EXCEPTIONS)
    own = failure.type_name not in BUILTIN_EXCEPTIONS
    name = (bases[0] if bases else "Exception") if own and failure.type_name else failure.type_name
    file = failure.file if failure.file in files else ""
    lines = files[file].count(b"\n") + 1 if file else 0
    text = f"{failure.type_name}: {failure.text}" if own and failure.type_name else failure.text
    line = failure.line if 0 < failure.line <= lines else 0
    return wire.Failure(failure.kind, name, visible(text), file, line, bases)
