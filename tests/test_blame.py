"""A finding blames another exercise only if that exercise lost points."""

from __future__ import annotations

from grader.blame import settle
from grader.scorecard import Outcome, TestResult


def result(id: str, score: float, outcome: Outcome = Outcome.PASSED) -> TestResult:
    """A test worth 3 points."""
    return TestResult(id=id, title=id, outcome=outcome, score=score, max_score=3.0, message="m")


def test_blame_stands_if_the_exercise_lost_points():
    """Points that are kept because of exercise 0 stay if exercise 0 lost some."""
    tests = [result("0.a", 0.0, Outcome.FAILED), result("2.b", 3.0, Outcome.CONSEQUENCE)]
    assert [(each.fault_in, each.score) for each in settle(tests, [(), (0,)])] == [
        (None, 0.0),
        (0, 3.0),
    ]


def test_blame_of_an_exercise_without_a_fault_is_withdrawn():
    """Nothing is kept for a fault that no exercise has: the test has failed by itself."""
    tests = [result("0.a", 3.0), result("2.b", 3.0, Outcome.CONSEQUENCE)]
    _, settled = settle(tests, [(), (0,)])
    assert (settled.fault_in, settled.score, settled.outcome) == (None, 0.0, Outcome.FAILED)


def test_first_suspect_that_lost_points_is_blamed():
    """Of several exercises that may be at fault, one that lost points is named."""
    tests = [
        result("0.a", 3.0),
        result("1.b", 0.0, Outcome.FAILED),
        result("5.c", 0.0, Outcome.NOT_RUN),
    ]
    assert settle(tests, [(), (), (0, 1)])[2].fault_in == 1


def test_exercise_that_was_not_graded_may_be_blamed():
    """With one exercise alone, nobody knows whether another one lost points."""
    assert settle([result("5.c", 0.0, Outcome.NOT_RUN)], [(0,)])[0].fault_in == 0


def test_exercises_that_wait_for_each_other_have_shown_no_fault():
    """Blame in a circle is withdrawn, even though both exercises lost points by waiting."""
    waiting = [result("0.a", 0.0, Outcome.NOT_RUN), result("3.b", 0.0, Outcome.NOT_RUN)]
    assert [each.fault_in for each in settle(waiting, [(3,), (0,)])] == [None, None]
    chain = [*waiting, result("3.c", 0.0, Outcome.FAILED)]
    assert [each.fault_in for each in settle(chain, [(3,), (0,), ()])] == [3, 0, None]


def test_code_that_changes_its_mind_keeps_no_points(grade_files, solutions):
    """A table that is right until exercise 2 asks cannot lay the blame on exercise 4."""
    source = solutions["diagnostics.py"] + (
        b"\n\n_right = neighbour_cosine_curve\n\n\n"
        b"def neighbour_cosine_curve(table, max_offset=8):\n"
        b"    table.zero_() if table.shape[0] >= 100 and table.shape[1] % 32 == 0 else None\n"
        b"    return _right(table, max_offset)\n"
    )
    card = grade_files(solutions | {"diagnostics.py": source})
    assert all(
        test.fault_in is None or test.fault_in != 4 for test in card.tests()
    )  # exercise 4 has full marks
