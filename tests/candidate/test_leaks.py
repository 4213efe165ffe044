"""Nothing that student code chooses reaches a student's card, page or export."""

from __future__ import annotations

import ast

import pytest

from grader.export.feedback import feedback_html, feedback_text
from grader.report import student_page
from grader.report.figure import Pictures
from grader.scorecard import dumps, for_student

SECRET = "deadbeefcafe4711"
# The same, written so that the line itself, which a student is shown, does not hold it.
TORN = "'deadbeefcafe' + '47' + '11'"
# Every function of the contract answers with this in every field that an answer has.
CARRIER = f'''

import numpy as _numpy
import torch as _torch


class {SECRET}(Exception):
    """{SECRET}"""


{SECRET}.__name__ = {SECRET}.__qualname__ = "{SECRET}"


def _carry(*arguments):
    print("{SECRET}")
    return {{answer}}


for _name in {{names}}:
    _thing = globals()[_name]
    if isinstance(_thing, type):
        _thing.forward = lambda self, *arguments: _carry(*arguments)
    else:
        globals()[_name] = _carry
'''
ANSWERS = {
    "class name": f"{SECRET}()",
    "exception text": f"(_ for _ in ()).throw(globals()[{TORN}]({TORN}))",
    "builtin exception text": f"(_ for _ in ()).throw(ValueError({TORN}))",
    "text": f"'{SECRET}'",
    "type of numbers": f"type('{SECRET}', (list,), {{}})([1.0, 2.0])",
    "type of tensor": f"_torch.zeros(3).as_subclass(type('{SECRET}', (_torch.Tensor,), {{}}))",
    "empty shape": "_torch.zeros(3735928559, 0, 51966, 4711)",
    "long shape": "_torch.zeros(*([1] * 6), 4711)",
    "size": "_torch.zeros(4711)",
    "list length": "[0.5] * 4711",
    "array": "_numpy.zeros((4711, 0))",
    "module name": f"type('{SECRET}', (_torch.nn.Module,), {{}})()",
    "key error": f"{{}}[{TORN}]",
    "unknown name": f"eval({TORN} + '_')",
    "missing attribute": f"getattr(_torch, {TORN})",
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_no_answer_carries_text_or_sizes_onto_a_students_card(grade_files, solutions, answer):
    """Whatever comes back, the student's card and page hold none of its text and free numbers."""
    files = {}
    for name, source in solutions.items():
        names = [node.name for node in ast.parse(source).body if hasattr(node, "name")]
        code = CARRIER.replace("{answer}", answer).replace("{names}", repr(names))
        files[name] = source.decode() + code
    card = for_student(grade_files(files, seed=5))
    public = [dumps(card), student_page(card, Pictures()), feedback_text(card), feedback_html(card)]
    for carried in (SECRET, "4711", "3735928559", "51966"):
        assert not any(carried in text for text in public), carried


def test_a_students_card_does_not_hold_the_seed(grade_files, solutions):
    """The run's seed, from which hidden inputs follow, is on no card, page or text of a student."""
    seed = 8234791655
    card = grade_files(solutions, seed=seed)
    assert str(seed) in dumps(card)
    for text in (dumps(for_student(card)), student_page(card, Pictures()), feedback_text(card)):
        assert str(seed) not in text


def test_a_changed_file_meets_other_inputs(grade_files, solutions):
    """One seed gives one content the same inputs, and a content with one more comment others."""
    tells = "def wavelengths(*a):\n    raise ValueError(a)\n"

    def inputs(comment: str) -> str:
        files = {**solutions, "diagnostics.py": tells + comment}
        return next(t.detail for t in grade_files(files, seed=3).tests() if "base" in t.id)

    assert inputs("") == inputs("")
    assert len({inputs(f"# {number}\n") for number in range(4)}) > 1
