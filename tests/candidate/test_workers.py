"""A worker that misbehaves costs the test that was asking, and no other."""

from __future__ import annotations

import pytest

from grader.scorecard import Outcome
from tests.kit import full_marks, lost

NUMBERS = {"deadline_s": 1.0}


def _with(solutions: dict[str, bytes], text: str) -> dict[str, bytes]:
    return solutions | {"diagnostics.py": solutions["diagnostics.py"] + text.encode()}


def _with_token(solutions: dict[str, bytes], method: str, body: str) -> dict[str, bytes]:
    text = "\n\nclass TokenEmbedding(TokenEmbedding):\n"
    text += f"    def {method}(self, *_):\n        {body}\n"
    return solutions | {"embeddings.py": solutions["embeddings.py"] + text.encode()}


@pytest.mark.parametrize(
    ("body", "outcome", "message"),
    [
        ("import os; os._exit(0)", Outcome.EXITED, "ended its own process"),
        ("raise SystemExit", Outcome.EXITED, "SystemExit"),
        ("while True: pass", Outcome.TIMEOUT, "1 s"),
        ("import time; time.sleep(3600)", Outcome.TIMEOUT, "1 s"),
        ("import ctypes; ctypes.string_at(0)", Outcome.CRASHED, "SIGSEGV"),
        ("import os; os.abort()", Outcome.CRASHED, "SIGABRT"),
        ("import os; os.write(3, b'garbage' * 99)", None, ""),
        ("return [0.0] * 3_000_000", Outcome.FLOODED, "numbers"),
        ("return bytearray(10**12)", Outcome.MEMORY, "memory"),
        ("raise KeyboardInterrupt", Outcome.EXITED, "KeyboardInterrupt"),
        ("return input()", Outcome.RAISED, "EOFError"),
    ],
)
def test_death_costs_only_its_own_tests(grade_files, solutions, body, outcome, message):
    """wavelengths() dies, hangs or floods: only its two tests are lost, and the card says how."""
    text = f"\n\ndef wavelengths(*_):\n    {body}\n"
    card = grade_files(_with(solutions, text), **NUMBERS)
    assert set(lost(card)) == {4}
    touched = [test for test in card.tests() if test.id.startswith("4.wavelengths")]
    assert sum(test.max_score for test in touched) == card.max_score - card.score
    if outcome is not None:
        assert touched[0].outcome is outcome
        assert message in touched[0].message


def test_import_that_never_ends_is_tried_once(grade_files, solutions):
    """A file that hangs at import costs one deadline, not one for every test."""
    card = grade_files(solutions | {"embeddings.py": b"while True: pass\n"}, **NUMBERS)
    assert sum(test.duration_s > 0.9 for test in card.tests()) == 1
    assert card.exercises[2].tests[0].outcome is Outcome.PASSED


def test_name_that_hangs_twice_is_not_asked_a_third_time(grade_files, solutions):
    """A forward that hangs does not use up the time of the other exercises."""
    files = _with_token(solutions, "forward", "while True: pass")
    card = grade_files(files, **NUMBERS)
    outcomes = [test.outcome for test in card.tests()]
    assert outcomes.count(Outcome.TIMEOUT) == 2
    assert lost(card)[5] == "not_run passed"  # the embedding's own gradient waits for exercise 0
    assert 4 not in lost(card)


def test_name_that_fills_the_memory_twice_is_not_asked_a_third_time(grade_files, solutions):
    """Memory that runs out costs the name that used it up, and the time of two tries."""
    files = _with_token(solutions, "__init__", "bytearray(10**12)")
    card = grade_files(files, **NUMBERS)
    outcomes = [test.outcome for test in card.tests()]
    assert outcomes.count(Outcome.MEMORY) == 2
    assert 4 not in lost(card)


def test_destructor_that_hangs_is_waited_for_twice(grade_files, solutions):
    """Right work that cannot be cleared away keeps its points, and costs two deadlines."""
    files = _with_token(solutions, "__del__", "while True: pass")
    card = grade_files(files, deadline_s=1.0, total_s=6.0)
    assert card.score == full_marks()


def test_too_many_deaths_end_the_submission(grade_files, solutions):
    """A submission that ends its process over and over stops being restarted."""
    text = "\n\ndef wavelengths(*_):\n    import os; os._exit(0)\n"
    card = grade_files(_with(solutions, text), restarts=0)
    after = [test for test in card.tests() if test.id.startswith("5.")]
    assert {test.outcome for test in after} == {Outcome.NOT_RUN}
    assert "ended its process" in after[0].message


def test_total_time_is_limited(grade_files, solutions):
    """A submission that uses up its total time is told so in the tests that are left."""
    card = grade_files(solutions, total_s=0.0)
    assert {test.outcome for test in card.tests()} == {Outcome.TIMEOUT}
    assert all("0 s in total" in test.message for test in card.tests())


def test_global_state_is_put_back(grade_files, solutions):
    """Settings a file changes for the whole process do not fail the exercises of others."""
    careless = (
        b"import torch\ntorch.set_default_dtype(torch.float64)\ntorch.set_grad_enabled(False)\n"
    )
    assert grade_files(_with(solutions, "\n" + careless.decode())).score == full_marks()


def test_prints_are_kept_for_the_instructor(grade_files, solutions):
    """What the code prints stands, capped, beside the test it was printed in."""
    text = "\n\ndef wavelengths(*_):\n    print('x' * 10**6)\n    raise ValueError('why')\n"
    card = grade_files(_with(solutions, text))
    detail = next(test.detail for test in card.tests() if test.id == "4.wavelengths")
    assert "why" in detail
    assert 1000 < len(detail) < 10_000
