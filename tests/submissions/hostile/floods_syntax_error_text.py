"""It raises its own SyntaxError at import with escapes, absurd positions and a megabyte as source line.

kind: floods
outcome: import_error|raised
where: embeddings.py
score: <=65
"""

_own_name = (lambda: 0).__code__.co_filename
_error = SyntaxError("\x1b[2J<script>[red]", (_own_name, -(10**30), 10**30, "\x1b[0m=1+1" + "s" * (1 << 20)))
_error.end_lineno = _error.print_file_and_line = object()
raise _error
