"""The student's own tools: grade on every save, in a notebook, pack a submission."""
