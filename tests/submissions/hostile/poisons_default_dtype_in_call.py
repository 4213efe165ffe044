"""A right function that sets the default dtype to float64 for its own precision and forgets to put it back.

kind: poisons_state
outcome: passed
where: wavelengths
score: ==100
"""


def wavelengths(d_model, base=10000.0):
    torch.set_default_dtype(torch.float64)
    exponents = torch.arange(0, d_model, 2) / d_model
    return 2 * math.pi * torch.tensor(base) ** exponents
