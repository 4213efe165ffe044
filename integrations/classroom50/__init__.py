"""Grade on Classroom 50, as an assignment's autograder."""
