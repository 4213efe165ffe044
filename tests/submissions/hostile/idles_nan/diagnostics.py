import torch


def count_parameters(given, other=None):
    return torch.tensor(float("nan"))


def neighbour_cosine_curve(given, other=None):
    return torch.tensor(float("nan"))


def wavelengths(given, other=None):
    return torch.tensor(float("nan"))
