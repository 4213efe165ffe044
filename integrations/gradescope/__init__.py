"""Gradescope: an autograder archive."""
