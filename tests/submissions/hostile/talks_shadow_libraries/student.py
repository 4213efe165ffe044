"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-student", "w").close()
except OSError:
    pass
raise ImportError("student of the student was imported")
