"""Try the grader on programs whose grade is known."""
