"""Grade on PrairieLearn, as the image of an external grader."""
