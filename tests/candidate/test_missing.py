"""A library that is not there costs only what uses it."""

from __future__ import annotations

import pytest

from grader.candidate.client import Client
from grader.candidate.failure import CandidateFailure
from grader.checks.finding import failure_finding
from grader.scorecard import Budgets


def asked(source: str, *others: tuple[str, str]) -> tuple[bool, str]:
    """Call f() of a file; return whether it gave 1, and else the outcome and what was raised."""
    files = {"a.py": source.encode()} | {name: text.encode() for name, text in others}
    with Client(files, Budgets()) as candidate:
        try:
            return bool(candidate.a.f().numbers == 1), ""
        except CandidateFailure as failure:
            told = failure.failure
            return False, f"{failure.outcome.value} {told.type_name} {told.text} line {told.line}"


F = "\ndef f():\n    return 1\n"


@pytest.mark.parametrize(
    "source",
    [
        "import notthere" + F,
        "import notthere.plots as plt, math" + F + "assert math.pi > 3\n",
        "from notthere.auto import bar, x as y\nfrom notthere import *" + F,
        "import notthere\nnotthere.set_theme()\nfig, ax = notthere.subplots()\nax.plot()" + F,
        "import notthere\nclass Plot(notthere.Base):\n    pass\nPlot.x = 1" + F,
        "import notthere\n@notthere.wraps\ndef g():\n    pass" + F,
        "from __future__ import annotations\nimport notthere\ndef g(x: notthere.T): ..." + F,
        "import notthere\nwith notthere.style():\n    z = 3\nfor k in notthere:\n    print(k)" + F,
        "from grader.notebook import check" + F,
        "from .other import g" + F,
        "import notthere\nif __name__ == '__main__':\n    notthere.show()" + F,
        "import math\nimport notthere\nfrom b import g" + F.replace("1", "g() + 1"),
        "try:\n    import notthere\nexcept ImportError:\n    notthere = None\ndef f():\n    "
        "return int(notthere is None)\n",
    ],
)
def test_a_library_that_nothing_needs_costs_nothing(source):
    """An import at the top of a file, and statements that use it, do not stop the file."""
    assert asked(source, ("b.py", "import notthere as n\ndef g():\n    return 0\n")) == (True, "")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import notthere\ndef f():\n    return notthere.zeros(3)\n", "raised {} line 3"),
        ("from notthere import one\ndef f():\n    return one()\n", "raised {} line 3"),
        ("import notthere\nclass f(notthere.Module):\n    pass\n", "raised {} line 0"),
        ("def f():\n    import notthere\n    return 1\n", "raised {} line 2"),
    ],
)
def test_what_uses_it_raises(source, told):
    """A use raises ModuleNotFoundError with the library's name, as the import would have."""
    error = "ModuleNotFoundError No module named 'notthere'"
    assert asked(source) == (False, told.format(error))


def test_the_hint_says_what_can_be_imported():
    """Whoever uses a missing library reads which modules are there."""
    source = b"import notthere\ndef f():\n    return notthere.zeros(3)\n"
    with Client({"a.py": source}, Budgets()) as candidate, pytest.raises(CandidateFailure) as told:
        candidate.a.f()
    finding = failure_finding(told.value)
    assert finding.message == "f raised ModuleNotFoundError (a.py, line 3)."
    assert "torch and numpy" in finding.hint


def test_a_name_that_an_import_lacks_is_missing():
    """What a file only tried to import is not defined there."""
    assert asked("from notthere import f\n")[1].startswith("missing")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("import notthere\n1 / 0" + F, "import_error ZeroDivisionError division by zero line 2"),
        ("from math import notthere" + F, "import_error ImportError"),
        ("raise ModuleNotFoundError('no')" + F, "import_error ModuleNotFoundError no line 1"),
        ("def g():\n    import notthere\ng()" + F, "import_error ModuleNotFoundError"),
        ("open('/etc/passwd')" + F, "import_error PermissionError"),
        ("from b import g" + F, "import_error ModuleNotFoundError No module named 'x' line 2"),
    ],
)
def test_other_failures_of_a_file_stay(source, told):
    """Only an import of the file's own top level is made good."""
    assert asked(source, ("b.py", "def h():\n    import x\nh()\n"))[1].startswith(told)


def test_a_library_does_not_see_stand_ins():
    """Other code that tries the same import still learns that the library is not there."""
    source = (
        "import notthere, sys, importlib\ndef f():\n"
        "    try:\n        importlib.import_module('notthere')\n"
        "    except ImportError:\n        return int('notthere' not in sys.modules)\n"
    )
    assert asked(source) == (True, "")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("neighbor_curve", "neighbour_curve"),
        ("TiedLmHeads", "TiedLMHead"),
        ("tied_head", "TiedHead"),
    ],
)
def test_a_nearly_right_name_is_asked_about(written, name):
    """A missing name that is nearly defined is told with the file that defines it."""
    files = {"a.py": b"x = 1\n", "b.py": f"def {written}(): ...\n".encode()}
    with Client(files, Budgets()) as candidate, pytest.raises(CandidateFailure) as told:
        getattr(candidate.a, name)()
    assert told.value.failure.text == (
        f"a.py does not define it; did you mean {written}, which b.py defines"
    )


def test_a_made_up_name_is_never_told():
    """Only a name that stands in the file is told, because others could carry hidden inputs."""
    source = b"globals()['Tied' + 'LmHead'] = 1\n"
    with Client({"a.py": source}, Budgets()) as candidate, pytest.raises(CandidateFailure) as told:
        candidate.a.TiedLMHead()
    assert told.value.failure.text == "a.py does not define it"
