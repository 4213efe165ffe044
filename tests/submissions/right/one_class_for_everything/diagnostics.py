import math

import torch


class Diagnostics:
    """A bag of functions with the state they share."""

    base = 10000.0

    @staticmethod
    def count(module):
        return sum(p.numel() for p in module.parameters() if p.requires_grad)

    @staticmethod
    @torch.no_grad()
    def curve(table, max_offset=8):
        return [torch.cosine_similarity(table[:-k], table[k:]).mean().item() for k in range(1, max_offset + 1)]

    def waves(self, d_model, base=None):
        base = self.base if base is None else base
        return [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]


count_parameters = Diagnostics.count
neighbour_cosine_curve = Diagnostics.curve
wavelengths = Diagnostics().waves
