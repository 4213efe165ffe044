"""A torch.autograd.Function with a hand-written backward."""

import torch
from torch import nn


class Project(torch.autograd.Function):
    @staticmethod
    def forward(ctx, hidden, weight):
        ctx.save_for_backward(hidden, weight)
        return hidden @ weight.t()

    @staticmethod
    def backward(ctx, grad):
        hidden, weight = ctx.saved_tensors
        grad_hidden = grad @ weight
        grad_weight = grad.flatten(0, 1).t() @ hidden.flatten(0, 1)
        return grad_hidden, grad_weight


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()
        self.weight = token_embedding.embedding.weight

    def forward(self, hidden):
        return Project.apply(hidden, self.weight)
