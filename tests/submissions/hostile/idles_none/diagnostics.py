import torch


def count_parameters(given, other=None):
    return None


def neighbour_cosine_curve(given, other=None):
    return None


def wavelengths(given, other=None):
    return None
