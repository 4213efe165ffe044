"""An otter test file: one exercise (its number is filled in), a test case a check."""

OK_FORMAT = False

from otter.test_files import test_case  # noqa: E402

from bench.inprocess.checks import checks  # noqa: E402

name = "exercise_NUMBER"

for title, check in checks(int(name.rpartition("_")[2])).items():
    globals()[title] = test_case(name=title, points=1)(check)
