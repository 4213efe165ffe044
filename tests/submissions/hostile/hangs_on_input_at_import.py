"""It asks a question at import: EOFError at once, never a wait.

kind: hangs
outcome: import_error
where: diagnostics.py
score: <=95
"""

_answer = input("Press return to start")


def count_parameters(module):
    return sum(p.numel() for p in module.parameters() if p.requires_grad)
