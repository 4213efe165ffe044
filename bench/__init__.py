"""Measure how fast the grader is, compared with other ways to grade."""
