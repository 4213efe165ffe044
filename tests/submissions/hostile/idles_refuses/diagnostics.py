import torch


def count_parameters(given, other=None):
    raise ValueError("too long")


def neighbour_cosine_curve(given, other=None):
    raise ValueError("too long")


def wavelengths(given, other=None):
    raise ValueError("too long")
