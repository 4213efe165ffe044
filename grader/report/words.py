"""Every English sentence of the pages; test titles, messages and hints come from the card."""

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
    """A count with its noun."""
    return f"{count:,} {one if count == 1 else many}"


def of_points(score: float, max_score: float) -> str:
    """12 of 20 points."""
    return f"{page_number_text(score)} of {page_number_text(max_score)} points"


def exercise_title(exercise_number: int, title: str) -> str:
    """An exercise's heading."""
    return f"{exercise_number}. {title}"


# ---------------------------------------------------------------- the student's page


def student_title(name: str) -> str:
    """The page's title in the browser."""
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
NOT_SEEN = "No pictures: the grader failed to draw this work. That is no fault of yours."
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


def left_to_do(lost_exercises: int) -> str:
    """How many exercises still lose points."""
    return plural(lost_exercises, "exercise still loses points.", "exercises still lose points.")


def partly(lost: int, tests: int) -> str:
    """How much of an exercise is left."""
    return f"{lost} of {plural(tests, 'test', 'tests')} to fix"


def keeps_points(exercise: int) -> str:
    """Whose fault a consequence is."""
    return f"The cause is in exercise {exercise}, not here: you keep these points."


def waits_for(exercise: int) -> str:
    """What a test that could not be run waits for."""
    return f"This can be tested once exercise {exercise} works."


def earns(points: float) -> str:
    """What a step is worth."""
    return "worth 1 point" if points == 1 else f"worth {page_number_text(points)} points"


def footer(date: str, grader: str, python: str, torch: str, seed: int, isolation: str) -> str:
    """How a card came about."""
    when = f"Graded {date} with" if date else "Graded with"
    return (
        f"{when} grader {grader}, Python {python}, torch {torch}, seed {seed}; "
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
MISCONCEPTIONS = "Misconceptions"
MISCONCEPTIONS_NONE = "No known misconception was recognised."
OUTCOME_TALLY = "How tests ended"
OUTCOME = "Outcome"
TESTS = "Tests"
FLAGGED = "Worth a look"
FLAGGED_NONE = "No notices and no flags."
MOVED = "What moved since the last run"
MOVED_NONE = "No score moved."
UP = "Up"
DOWN = "Down"
NEW = "New"
GONE = "No longer there"
ALL = "All submissions"
FIND = "Find"
SHOW = "Show"
EVERYTHING = "everything"
NAME = "Submission"
CHANGE = "Change"
FLAGS = "Flags"
CARD = "card"
CARD_HEAD = "Card"
FLAG_LATE = "late"
FLAG_NOTICES = "notices"
FLAG_IGNORED = "files ignored"
FLAG_OVERRIDE = "points set by teacher"
FLAG_ISOLATION = "not fully isolated"
FLAG_RESTARTS = "ended or hung"
SHOW_LOST = "points lost"
SHOW_FLAGGED = "with flags"
SHOW_MOVED = "score moved"
SHOWING = "{shown} of {all} shown"  # filled in by the page's script
NONE_MATCH = "No submission matches."
FIND_HINT = "part of a name"
NO_CARDS = "There is no submission in this run."


def class_subtitle(submissions: int) -> str:
    """How many submissions."""
    return plural(submissions, "submission", "submissions")


def show_exercise(exercise: int) -> str:
    """A filter's name."""
    return f"points lost in exercise {exercise}"


def histogram_label(bins: str) -> str:
    """The histogram in words."""
    return f"Number of submissions by score in percent: {bins}."


def histogram_bin(low: int, high: int, count: int) -> str:
    """One bin in words."""
    span = "100" if low == 100 else f"{low} to {high}"
    return f"{span}: {count}"


def share(part: int, whole: int) -> str:
    """A count and its part of the whole, in percent."""
    return f"{part:,} ({100 * part / whole:.0f} %)" if whole else f"{part:,}"


def rarer(count: int) -> str:
    """The heading of the misconceptions that few share."""
    return plural(count, "rarer misconception", "rarer misconceptions")


def who(count: int) -> str:
    """The heading of a list of submissions."""
    return plural(count, "submission", "submissions")


def anonymous_name(place: int) -> str:
    """What a submission is called where nobody is named."""
    return f"Submission {place}"


def signed(value: float) -> str:
    """A change with its sign."""
    return f"+{page_number_text(value)}" if value > 0 else page_number_text(value)


def ignored_files(names: str) -> str:
    """Files that are not part of the exercise."""
    return f"ignored: {names}"
