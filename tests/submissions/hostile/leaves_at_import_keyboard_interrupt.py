"""It raises KeyboardInterrupt while it is imported, as if the teacher had pressed Ctrl-C.

kind: leaves_at_import
outcome: exited|import_error
where: embeddings.py
score: <=65
"""

raise KeyboardInterrupt
