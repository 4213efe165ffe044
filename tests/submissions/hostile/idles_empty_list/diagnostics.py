import torch


def count_parameters(given, other=None):
    return []


def neighbour_cosine_curve(given, other=None):
    return []


def wavelengths(given, other=None):
    return []
