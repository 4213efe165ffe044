"""Classroom 50: an assignment's autograder."""
