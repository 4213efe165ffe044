"""GitHub Actions: a workflow for students' repositories."""
