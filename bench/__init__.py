"""Measure the grader, side by side with what it is compared to, in one run."""
