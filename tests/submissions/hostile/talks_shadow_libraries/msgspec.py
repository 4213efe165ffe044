"""A file that nobody should run."""

try:
    open("/tmp/grader-hostile-marker-msgspec", "w").close()
except OSError:
    pass
raise ImportError("msgspec of the student was imported")
