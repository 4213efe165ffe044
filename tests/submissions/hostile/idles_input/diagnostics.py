import torch


def count_parameters(given, other=None):
    return given


def neighbour_cosine_curve(given, other=None):
    return given


def wavelengths(given, other=None):
    return given
