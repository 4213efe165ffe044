import torch


def count_parameters(given, other=None):
    return torch.zeros(3)


def neighbour_cosine_curve(given, other=None):
    return torch.zeros(3)


def wavelengths(given, other=None):
    return torch.zeros(3)
