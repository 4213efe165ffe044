"""The settings are a TypedDict and the kind of init is looked up by name."""

from typing import Literal, TypedDict

import torch
from torch import nn


class Settings(TypedDict, total=False):
    init: Literal["normal", "xavier", "kaiming"]
    std: float


DEFAULTS: Settings = {"init": "kaiming"}

INITS = {
    "normal": nn.init.normal_,
    "xavier": nn.init.xavier_normal_,
    "kaiming": nn.init.kaiming_normal_,
}


class LearnedPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model, settings: Settings | None = None):
        super().__init__()
        settings = {**DEFAULTS, **(settings or {})}
        self.weight = nn.Parameter(torch.empty(max_context_length, d_model))
        INITS[settings["init"]](self.weight)

    def forward(self, seq_len):
        if seq_len > self.weight.shape[0]:
            raise ValueError("seq_len", seq_len, "limit", self.weight.shape[0])
        return self.weight[:seq_len]
