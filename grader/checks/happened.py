"""Say what usually causes an exception, from the words of Python and torch.

A student does not see an exception's text, because code of their own may have put hidden inputs
into it. So a text is only recognised: it is compared with what Python and torch write, and a name
out of it is shown only if it stands on the line that is shown as well.
"""

from __future__ import annotations

import difflib
import re

from ..candidate.failure import CandidateFailure
from ..text import visible

MAX_LINE = 80
NO_FORWARD = "The class has no method forward: check its name and its indentation."

# The exception's class or one of its bases, a pattern of its text, and what it usually means.
# {name} is a name out of the text.
MEANINGS = (
    (
        "AttributeError",
        r"before Module.__init__\(\) call",
        "Call super().__init__() first in __init__, before anything is kept on self.",
    ),
    (
        "AttributeError",
        r"'NoneType' object has no attribute '(?P<name>\w+)'",
        "Something is None there. A function without return gives None.",
    ),
    (
        "AttributeError",
        r"has no attribute '(?P<name>\w+)'",
        "There is no attribute {name}. Is it set in __init__, and spelled in the same way there?",
    ),
    (
        "UnboundLocalError",
        r"variable '(?P<name>\w+)'",
        "{name} is read before it has a value: is it set in every branch above?",
    ),
    (
        "NameError",
        r"name '(?P<name>\w+)' is not defined",
        "{name} is not known in this file: is it imported, and spelled as where it is made?",
    ),
    (
        "TypeError",
        r"takes .*argument|missing \d+ required|unexpected keyword argument",
        "Definition and call have different arguments. forward takes what exercises.md says: ids, "
        "a length T, or hidden vectors.",
    ),
    (
        "TypeError",
        r"must derive from BaseException",
        'Write raise ValueError("…"): text alone cannot be raised.',
    ),
    (
        "TypeError",
        r"cannot assign '(?P<name>[\w.]+)' .*as parameter",
        "A name that holds a Parameter takes another Parameter, or None: wrap it in nn.Parameter.",
    ),
    (
        "TypeError",
        r"'NoneType'",
        "Something is None there. A function without return gives None.",
    ),
    (
        "TypeError",
        r"not callable",
        "Something is called that is not a function: is a name used twice, or a bracket too many?",
    ),
    (
        "TypeError",
        r"not subscriptable|indices must be|unsupported operand|not iterable",
        "A value is of another type than the line expects. Print its type one line above.",
    ),
    (
        "NotImplementedError",
        r"missing the required \"forward\" function",
        NO_FORWARD,
    ),
    (
        "RuntimeError",
        r"leaf Variable that requires grad|a view of a leaf Variable",
        "A Parameter is changed in place. Compute a new tensor, or do it under torch.no_grad().",
    ),
    (
        "RuntimeError",
        r"modified by an inplace operation",
        "A tensor that the backward pass needs is changed in place. Compute a new one instead.",
    ),
    (
        "RuntimeError",
        r"backward through the graph a second time",
        "A result of an earlier call is kept and used again. Compute it anew in every call.",
    ),
    (
        "RuntimeError",
        r"requires grad\. Use|Can't call numpy\(\) on Tensor that requires grad",
        "numpy cannot read a tensor that requires grad: call detach() first.",
    ),
    (
        "RuntimeError",
        r"shapes cannot be multiplied|Expected size for first two dimensions|size mismatch|"
        r"inconsistent tensor size",
        "The shapes do not fit a matrix product: the inner axes must be equal. Print both shapes.",
    ),
    (
        "RuntimeError",
        r"must match the size of tensor|must match except in dimension|invalid for input of size|"
        r"expanded size|not broadcastable|same number of dimensions",
        "The shapes do not fit together. Print them one line above: which axis is B, T or D?",
    ),
    (
        "RuntimeError",
        r"Expected tensor for argument .*indices|scalar type|must have the same dtype|"
        r"expected m1 and m2",
        "The dtypes do not fit: row numbers are int64, everything else is float32.",
    ),
    (
        "RuntimeError",
        r"same device|CUDA|cuda|device type|MPS|mps",
        "Everything runs on the CPU here: leave out .cuda(), .to(device) and device=.",
    ),
    (
        "AssertionError",
        r"compiled with CUDA|CUDA enabled",
        "Everything runs on the CPU here: leave out .cuda(), .to(device) and device=.",
    ),
    (
        "SyntaxError",
        r"",
        "Python cannot read this line, or the end of the one above it.",
    ),
    (
        "IndexError",
        r"",
        "A row or an entry is asked for that is not there: n rows are numbered 0 to n-1.",
    ),
    ("KeyError", r"", "A key is asked for that the dictionary does not hold."),
    ("ZeroDivisionError", r"", "Something is divided by 0. Which size can be 0 or 1 here?"),
    ("RecursionError", r"", "A function calls itself without an end."),
    (
        "ModuleNotFoundError",
        r"No module named '(?P<name>\w+)",
        "{name} is not there when your work is graded. Beside Python's own modules, torch and "
        "numpy, only the files of the exercises can be imported.",
    ),
    (
        "ImportError",
        r"cannot import name '(?P<name>\w+)'",
        "The name {name} is not there to be imported: do two files import each other, or is it "
        "misspelled?",
    ),
    (
        "OSError",
        r"",
        "Files and the network cannot be used while your work is graded, and nothing has to be.",
    ),
    (
        "EOFError",
        r"",
        "Nobody answers input() while your work is graded: take it out.",
    ),
)
UNKNOWN = (
    "Call it in Python with the sizes of its example in exercises.md: there you see the whole text "
    "of the error."
)
OWN_RAISE = "Your own code raises this. Is the condition above it right for this call?"
UNKNOWN_IMPORT = "Import the file in Python, to see the whole text of the error."


def hint_for(failure: CandidateFailure, unknown: str = UNKNOWN) -> str:
    """Return what usually causes an exception of the student's code, and its line as it is written.

    Args:
        failure: how the call ended.
        unknown: what to say of an exception that nothing is known about.
    """
    line = _line(failure)
    meanings = (_meaning(failure, line, *each) for each in MEANINGS)
    meaning = next(filter(None, meanings), OWN_RAISE if line.startswith("raise") else unknown)
    if not line:
        return meaning
    short = line if len(line) <= MAX_LINE else f"{line[:MAX_LINE]}…"
    return f"Line {failure.failure.line} is: {short} — {meaning}"


def _line(failure: CandidateFailure) -> str:
    """Return the failure's line as the student wrote it, "" if it has none."""
    lines = _text(failure, failure.failure.file).splitlines()
    number = failure.failure.line
    return visible(lines[number - 1].strip()) if 0 < number <= len(lines) else ""


def owner_of_line(failure: CandidateFailure) -> str:
    """Return the class or function of the student's file that the line is in, "" if none is."""
    lines = _text(failure, failure.failure.file).splitlines()[: failure.failure.line]
    for line in reversed(lines):
        found = re.match(r"(?:class|def|async def)\s+(\w+)", line)
        if found:
            return visible(found[1])[:MAX_LINE]
        if line[:1].strip() and line[:1] not in "#)]}@":
            return ""  # a statement of the file itself
    return ""


def _meaning(failure: CandidateFailure, line: str, kind: str, pattern: str, sentence: str) -> str:
    """Return the sentence if the exception is of this kind and its text fits, else nothing."""
    told = failure.failure
    found = re.search(pattern, told.text) if kind in told.bases else None
    if found is None:
        return ""
    if sentence == NO_FORWARD:
        return _missing_forward(failure)
    if "{name}" not in sentence:
        return sentence
    name = found["name"]
    own = re.search(rf"\b{re.escape(name)}\b", line) is not None
    shown = sentence.replace("{name}", name if own else "a name")
    return shown if own else shown[:1].upper() + shown[1:]


def _missing_forward(failure: CandidateFailure) -> str:
    """Return the sentence on a class without forward, with the method that may be meant for it."""
    text = "\n".join(_text(failure, file) for file in failure.files)
    # From the class's own line to the next line that is not indented; the last definition counts.
    body = rf"^class {re.escape(failure.origin)}\b.*\n((?:[ \t].*\n|\s*\n)*)"
    methods = re.findall(r"def (\w+)", ["", *re.findall(body, text, re.M)][-1])
    if "forward" in methods:
        return f"{NO_FORWARD} There is a forward in it, but inside another method."
    lower = {method.lower(): method for method in methods}
    close = difflib.get_close_matches("forward", lower, n=1)
    return f"{NO_FORWARD} Is {lower[close[0]]} meant to be it?" if close else NO_FORWARD


def _text(failure: CandidateFailure, file: str) -> str:
    return failure.files.get(file, b"").decode("utf-8", "replace")
