import torch


def count_parameters(given, other=None):
    raise RuntimeError("not today")


def neighbour_cosine_curve(given, other=None):
    raise RuntimeError("not today")


def wavelengths(given, other=None):
    raise RuntimeError("not today")
