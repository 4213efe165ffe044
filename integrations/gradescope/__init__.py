"""Grade on Gradescope, as an autograder archive."""
