"""It calls quit() at the end of a leftover script part, after one right function.

kind: leaves_at_import
outcome: exited|import_error
where: diagnostics.py
score: <=95
"""

_right_wavelengths = wavelengths


def wavelengths(d_model, base=10000.0):
    return _right_wavelengths(d_model, base)


print(wavelengths(8))
quit()
