"""It raises from a made-up line of its own file, whose number spells the hidden input.

kind: steals
outcome: raised
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    source = "\n" * (1000 * d_model) + "raise ValueError('look at my line number')"
    own_name = wavelengths.__code__.co_filename
    exec(compile(source, own_name, "exec"))
