"""An otter test file: one exercise, whose number replaces NUMBER, with a test case per check."""

OK_FORMAT = False

from otter.test_files import test_case  # noqa: E402

from bench.inprocess.checks import checks  # noqa: E402

name = "exercise_NUMBER"

for title, check in checks(int(name.rpartition("_")[2])).items():
    globals()[title] = test_case(name=title, points=1)(check)
