"""What the lesson is called, and the package that holds it."""

TITLE = "Embedding exercises"
DISTRIBUTION = "embedding-grader"  # the name to give to pip
