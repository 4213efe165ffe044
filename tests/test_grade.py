"""What one submission's grade promises."""

from __future__ import annotations

import re

import pytest

from grader.scorecard import Outcome, Status, for_student, without_times
from grader.selftest.corpus import load
from tests.kit import ROOT, full_marks, lost


@pytest.mark.parametrize("seed", range(20))
def test_solutions_earn_everything(grade_files, solutions, seed):
    """The solutions earn every point on every seed."""
    card = grade_files(solutions, seed)
    assert (card.score, lost(card)) == (full_marks(), {})


def test_stubs_earn_nothing_and_read_not_written_yet(grade_files):
    """An untouched stub scores 0 in every exercise and is called not written yet."""
    stubs = {path.name: path.read_bytes() for path in (ROOT / "student").glob("[a-z]*.py")}
    card = grade_files(stubs)
    assert {each.score for each in card.exercises} == {0.0}
    assert {test.outcome for test in card.tests()} == {Outcome.NOT_WRITTEN}
    assert all("not written yet" in test.message for test in card.tests())


def test_same_seed_gives_the_same_card(grade_files, solutions):
    """The same submission, seed and versions give the same card, times aside."""
    broken = load(ROOT / "tests/submissions/wrong", ROOT / "solutions")[7].submission.files
    first, second = (without_times(grade_files(broken, seed=5)) for _ in range(2))
    assert first == second


def test_points_are_those_published(grade_files, solutions):
    """The first six exercises are worth 20, 15, 15, 15, 20 and 15 points."""
    card = grade_files(solutions)
    assert [each.max_score for each in card.exercises][:6] == [20, 15, 15, 15, 20, 15]


def test_lesson_reference_earns_suites_0_to_3(grade_files):
    """The lesson's one-file module earns all it contains; what it lacks shows as missing."""
    folder = ROOT / "tests/submissions/lesson_reference"
    card = grade_files({path.name: path.read_bytes() for path in folder.glob("*.py")})
    scores = {each.number: (each.score, each.max_score) for each in card.exercises}
    assert all(scores[number][0] == scores[number][1] for number in range(4))
    missing = {test.message for test in card.tests() if test.outcome is Outcome.MISSING}
    assert {message.split()[0] for message in missing} >= {"wavelengths", "TiedLMHead"}


def test_name_in_another_file_is_found_with_a_notice(grade_files, solutions):
    """A one-file submission is graded, and the card says where the names were found."""
    source = b"\n".join(solutions.values())
    card = grade_files({"embeddings.py": source})
    assert card.score == full_marks()
    assert any("TiedLMHead" in notice for notice in card.submission.notices)


@pytest.mark.parametrize(
    "line",
    ["from .embeddings import TokenEmbedding", "from student.embeddings import TokenEmbedding",
     "from embeddings import TokenEmbedding", "import embeddings", "import student.embeddings"],
)  # fmt: skip
def test_student_files_import_each_other(grade_files, solutions, line):
    """Every usual spelling of an import between the student's files works."""
    tying = line.encode() + b"\n" + solutions["weight_tying.py"]
    assert grade_files(solutions | {"weight_tying.py": tying}).score == full_marks()


def test_both_spellings_are_one_module(grade_files, solutions):
    """A class imported under two spellings is the same class."""
    check = b"import embeddings, student.embeddings\nassert embeddings is student.embeddings\n"
    tying = check + solutions["weight_tying.py"]
    assert grade_files(solutions | {"weight_tying.py": tying}).score == full_marks()


def test_missing_file_costs_only_what_needs_it(grade_files, solutions):
    """Without weight_tying.py only exercise 5 loses points."""
    files = {name: solutions[name] for name in solutions if name != "weight_tying.py"}
    assert set(lost(grade_files(files))) == {5}


def test_broken_file_names_its_line(grade_files, solutions):
    """A syntax error costs the tests of its file and is told with its line."""
    card = grade_files(solutions | {"weight_tying.py": b"x = 1\ndef broken(:\n"})
    assert lost(card) == {5: "import_error passed"}
    messages = {test.message for test in card.tests() if test.outcome is Outcome.IMPORT_ERROR}
    assert messages == {"weight_tying.py cannot be imported: SyntaxError, line 2."}


def test_module_that_is_not_there_is_not_looked_for_in_the_file(grade_files, solutions):
    """A file beside the exercises' own is not there: what needs it fails, and the hint says why."""
    first, second = b"from .helpers import table\n", b"class TokenEmbedding(table):\n    pass\n"
    source = first + solutions["embeddings.py"]
    assert grade_files(solutions | {"embeddings.py": source}).score == full_marks()
    card = grade_files(solutions | {"embeddings.py": source + second})
    hints = {test.hint for test in card.tests() if test.outcome is Outcome.RAISED}
    assert len(hints) == 1
    assert "only the files of the exercises" in hints.pop()


def test_refusal_by_another_exception_earns_half(grade_files, solutions):
    """An IndexError beyond the context is worth half, with a word for ValueError."""
    source = solutions["embeddings.py"].replace(b"raise ValueError", b"raise IndexError")
    card = grade_files(solutions | {"embeddings.py": source})
    tests = {test.id: test for test in card.tests() if test.outcome is Outcome.FAILED}
    assert all(test.score == test.max_score / 2 for test in tests.values())
    assert all("ValueError" in test.hint for test in tests.values())
    assert len(tests) == 3


def test_one_fault_costs_one_exercise(grade_files, solutions):
    """A wrong table costs exercise 4 only; exercise 2 keeps its points and says why."""
    source = solutions["embeddings.py"].replace(b"10000.0 **", b"100.0 **")
    card = grade_files(solutions | {"embeddings.py": source})
    assert set(lost(card)) == {4}
    kept = [test for test in card.tests() if test.outcome is Outcome.CONSEQUENCE]
    assert [(test.id, test.fault_in, test.score) for test in kept] == [
        ("2.sinusoid_is_smooth", 4, 3.0)
    ]


def test_repair_is_not_needed_to_grade_the_head(grade_files, solutions):
    """A scaled lookup costs exercise 0; the head on the same matrix keeps its points."""
    source = solutions["embeddings.py"].replace(
        b"return self.embedding(ids)", b"return self.embedding(ids) * 3.0"
    )
    assert set(lost(grade_files(solutions | {"embeddings.py": source}))) == {0}


def test_rejected_submission_is_not_graded(isolation):
    """A submission that cannot be read has a card that says why, with every test counted."""
    from grader.grade import Settings, grade
    from grader.submission import Submission

    card = grade(Submission("odd", rejected="an empty archive"), Settings(1), isolation)
    assert (card.run.status, card.score, card.max_score) == (Status.REJECTED, 0.0, full_marks())
    assert {test.message for test in card.tests()} == {"an empty archive"}


def test_student_card_has_no_detail(grade_files, solutions):
    """What hidden tests gave the code, and it printed or raised, is not on the student's card."""
    leak = (
        b"\n\ndef wavelengths(*secret):\n    print('secret', secret)\n"
        b"    raise type(f'Secret{secret[0]}', (ValueError,), {})(f'secret {secret}')\n"
    )
    card = grade_files(solutions | {"diagnostics.py": solutions["diagnostics.py"] + leak})
    # The line is shown as it stands in the student's own file, never with values in it.
    text = str(for_student(card)).replace("Secret{secret[0]}", "").replace("secret {secret}", "")
    assert "secret" not in text.lower()
    assert "secret" in str(card)


def test_messages_name_no_path_of_this_machine(grade_files):
    """Messages speak of the student's files, never of folders of this machine."""
    card = grade_files({"embeddings.py": "import nowhere_to_be_found\n"})
    assert not re.search(r"/(usr|home|root|tmp|work)/", str(for_student(card)))
