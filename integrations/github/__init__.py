"""Grade in GitHub Actions, as a workflow in students' repositories."""
