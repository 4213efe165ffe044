"""It raises a SyntaxError whose line and text attributes carry the hidden input.

kind: steals
outcome: raised|import_error
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    own_name = wavelengths.__code__.co_filename
    raise SyntaxError(f"base={base}", (own_name, d_model * 1000, 10**12, f"d_model={d_model}\n" * 1000))
