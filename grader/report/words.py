"""Every English sentence of the pages, except titles, messages and hints, which cards hold."""

from __future__ import annotations

from ..lesson.title import TITLE as COURSE
from ..scorecard import Outcome
from ..text import page_number_text

LANGUAGE = "en"

# ---------------------------------------------------------------- both pages

SKIP = "Skip to the content"
EXERCISE = "Exercise"
POINTS = "points"
SCORE = "Score"
SAME_NUMBERS = "The numbers"


def plural(count: int, one: str, many: str) -> str:
    """Return a count with its noun, such as "1 test" or "1,200 tests"."""
    return f"{count:,} {one if count == 1 else many}"


def of_points(score: float, max_score: float) -> str:
    """Return a score such as "12 of 20 points"."""
    return f"{page_number_text(score)} of {page_number_text(max_score)} points"


def exercise_title(exercise_number: int, title: str) -> str:
    """Return an exercise's heading."""
    return f"{exercise_number}. {title}"


# ---------------------------------------------------------------- the student's page


def student_title(name: str) -> str:
    """Return the page's title in the browser."""
    return f"{name} · {COURSE}"


AT_A_GLANCE = "At a glance"
DO_NEXT = "Do this next"
PICTURES = "Your work in pictures"
PICTURES_WHY = (
    "Drawn from your code at fixed sizes, beside what the lesson's formulas give. They cost and "
    "earn no points."
)
NOT_RUN_AGAIN = (
    "No pictures: the code did not answer in time, or ended its process, during the tests, so it "
    "was not run again to be drawn."
)
NOTHING_DRAWN = "No pictures: nothing of this work could be drawn yet."
NOT_DRAWN = "No pictures: the grader failed to draw this work. That is no fault of yours."
NONE_KEPT = "No pictures: none were kept when this was graded."
NOTICES = "Noticed while reading your files"
COMPLETE = "Complete"
NOT_STARTED = Outcome.NOT_WRITTEN.label.capitalize()
OTHER_TESTS = Outcome.PASSED.label.capitalize()
TO_FIX = "To fix"
TO_FIX_ELSEWHERE = f"Caused elsewhere, {Outcome.CONSEQUENCE.label}"
HINT = "Hint:"
WHY = "Why:"
SAME_CAUSE = "The same cause as above."
TEACHER_DECISION = "Your teacher set these points:"
ALL_DONE = "Everything passes. There is nothing left to do."
ALL_DONE_BUT_POINTS = "Every test passes."
PROVISIONAL = "Provisional: only the visible examples were run, not the tests that give the grade."
GRADER_FAULT = (
    "The grader itself failed on this submission. That is no fault of yours, and this score does "
    "not count: it has to be graded again."
)
REJECTED = "This submission could not be graded."
LATE = "Handed in late."


def left_to_do(exercises: int) -> str:
    """Return how many exercises still lose points."""
    return plural(exercises, "exercise still loses points.", "exercises still lose points.")


def partly(lost: int, tests: int) -> str:
    """Return how many tests of an exercise lose points."""
    return f"{lost} of {plural(tests, 'test', 'tests')} to fix"


def keeps_points(exercise: int) -> str:
    """Return which exercise a test's wrong answer comes from."""
    return f"The cause is in exercise {exercise}, not here: you keep these points."


def waits_for(exercise: int) -> str:
    """Return which exercise has to work before a test can be run."""
    return f"This can be tested once exercise {exercise} works."


def earns(points: float) -> str:
    """Return what the next step is worth."""
    return "worth 1 point" if points == 1 else f"worth {page_number_text(points)} points"


def footer(date: str, grader: str, python: str, torch: str, isolation: str) -> str:
    """Return how a card was made: versions and isolation. `date` may be empty."""
    when = f"Graded {date} with" if date else "Graded with"
    return (
        f"{when} grader {grader}, Python {python}, torch {torch}; "
        f"isolation of the submitted code: {isolation}."
    )


# ---------------------------------------------------------------- the class page

CLASS_TITLE = "Class report"
SUBMISSIONS = "Submissions"
MEDIAN = "Median"
MEAN = "Mean"
FULL_MARKS = "Full marks"
UNGRADED = "Not gradable"
DISTRIBUTION = "Distribution of scores"
DISTRIBUTION_X = "score in percent"
LOST = "Points lost, test by test"
LOST_TEST = "Test"
LOST_BY = "Lost by"
LOST_MEAN = "Mean lost"
LOST_NONE = "No test lost anybody a point."
NOTHING_LOST = "Tests that everybody passed:"
MISTAKES = "Misconceptions"
MISTAKES_NONE = "No known misconception was recognised."
OUTCOME_TALLY = "How tests ended"
OUTCOME = "Outcome"
TESTS = "Tests"
NEEDS = "Who needs you?"
NEEDS_NONE = "Nobody: everything was read, imported and graded."
NEXT_STEP = "Next:"
NEED_FAULT = "The grader itself failed"
STEP_FAULT = "run the same batch again; it grades only these."
NEED_REJECTED = "Cannot be read"
STEP_REJECTED = "ask for the files again, put them in place, and run batch again."
NEED_IMPORT = "A file cannot be imported"
STEP_IMPORT = "look at the line that is named; a slip there may be worth an override."
NEED_ENDED = "Hung, crashed or broke a limit"
STEP_ENDED = "open the page to see which test it was; the other tests were graded as usual."
NEED_NOTHING = "Nothing written"
STEP_NOTHING = "ask whether these are the files they meant to hand in."
NEED_ZERO = "0 points"
STEP_ZERO = "open the page: one early fault often takes everything."
NEED_LATE = "Late, and no points were taken"
STEP_LATE = "decide: give batch a deadline with --due, or write an override."
NOTICES = "Notices"
MOVED = "What moved since the last run"
MOVED_NONE = "No score moved."
UP = "Up"
DOWN = "Down"
NEW = "New"
GONE = "No longer there"
ALL = "All submissions"
FIND = "Find"
SHOW = "Show"
LEAST = "Points from"
MOST = "to"
WITH_OUTCOME = "Outcome"
WITH_MISTAKE = "Mistake"
WITH_SECTION = "Section"
SHOW_LATE = "late"
SHOW_NEEDS = "who needs you"
EVERYTHING = "everything"
NAME = "Submission"
CHANGE = "Change"
FLAGS = "Flags"
CARD = "card"
CARD_HEAD = "Card"
ANONYMOUS_REJECTION = "The submission could not be read, so nothing could be graded."
FLAG_LATE = "late"
FLAG_OVERRIDE = "points set by teacher"
FLAG_ISOLATION = "not fully isolated"
FLAG_ENDED = "ended or hung"
SHOW_LOST = "points lost"
SHOW_MOVED = "score moved"
SHOWING = "{shown} of {all} shown"  # the page's script fills in the numbers
NONE_MATCH = "No submission matches."
FIND_HINT = "part of a name"
NO_CARDS = "There is no submission in this run."


def lost_in_exercise(exercise: int) -> str:
    """Return the name of the filter for one exercise."""
    return f"points lost in exercise {exercise}"


def histogram_label(bins: str) -> str:
    """Return the histogram's text alternative."""
    return f"Number of submissions by score in percent: {bins}."


def histogram_bin(low: int, high: int, count: int) -> str:
    """Return one bin in words; `low` and `high` are percents."""
    span = "100" if low == 100 else f"{low} to {high}"
    return f"{span}: {count}"


def share(part: int, whole: int) -> str:
    """Return a count and its percentage of the whole, such as "3 (25 %)"."""
    return f"{part:,} ({100 * part / whole:.0f} %)" if whole else f"{part:,}"


def rarer(count: int) -> str:
    """Return the heading of the mistakes that few submissions share."""
    return plural(count, "rarer misconception", "rarer misconceptions")


def such_as(notice: str) -> str:
    """Return the heading of notices that differ only in names of files and numbers."""
    return f"“{notice}” and the like"


def people(count: int) -> str:
    """Return how many people are meant."""
    return plural(count, "person", "people")


def submissions(count: int) -> str:
    """Return the heading of a list of submissions."""
    return plural(count, "submission", "submissions")


def anonymous_name(code: str) -> str:
    """Return the name of a submission on pages without names."""
    return f"Submission {code}"


def late_penalty(points: float, rule: str) -> str:
    """Return what lateness takes from the total, with the rule."""
    return f"Late: −{page_number_text(points)} points. {rule}".strip()


def total_decided(points: float, reason: str) -> str:
    """Return a teacher's decision on the total."""
    return f"Your teacher set the total to {page_number_text(points)} points. {reason}".strip()


def signed(value: float) -> str:
    """Return a change with its sign."""
    return f"+{page_number_text(value)}" if value > 0 else page_number_text(value)
