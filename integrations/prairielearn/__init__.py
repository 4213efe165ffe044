"""PrairieLearn: an external grader's image."""
