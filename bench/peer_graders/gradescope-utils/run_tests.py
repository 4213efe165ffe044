"""Run the checks as unittest methods with gradescope-utils' own runner; write results.json."""

import sys
import unittest

from gradescope_utils.autograder_utils.decorators import weight
from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

from bench.inprocess.checks import EXERCISES, checks


class Checks(unittest.TestCase):
    """Every test of every suite."""


for exercise in EXERCISES:
    for name, check in checks(exercise).items():
        method = weight(1)(lambda self, check=check: check())
        setattr(Checks, name, method)

if __name__ == "__main__":
    names = [name for exercise in EXERCISES for name in checks(exercise)]
    with open(sys.argv[1], "w") as results:
        JSONTestRunner(stream=results).run(unittest.TestSuite(map(Checks, names)))
