"""No classes of its own but one: every name is made from functions and lambdas."""

import torch
from torch import nn


class Module(nn.Module):
    """A module made of a function, some parameters and some children."""

    def __init__(self, run, parameters=(), children=()):
        super().__init__()
        self.run = run
        self.parameters_ = nn.ParameterList(parameters)
        self.children_ = nn.ModuleList(children)

    def forward(self, *inputs):
        return self.run(*inputs)


def normal(*shape):
    return nn.Parameter(torch.randn(*shape) * 0.02)


def first_rows(table, n):
    if n > table.shape[0]:
        raise ValueError(f"{n} rows of {table.shape[0]}")
    return table[:n]


def sinusoid(rows, width):
    angle = torch.arange(rows).double().outer(1e4 ** -(torch.arange(0, width, 2).double() / width))
    return torch.stack((angle.sin(), angle.cos()), -1).flatten(1).float()


def TokenEmbedding(vocab_size, d_model):
    matrix = normal(vocab_size, d_model)
    module = Module(lambda ids: matrix[ids], [matrix])
    module.matrix = lambda: matrix
    return module


def LearnedPositionalEmbedding(max_context_length, d_model):
    table = normal(max_context_length, d_model)
    return Module(lambda n: first_rows(table, n), [table])


def SinusoidalPositionalEmbedding(max_context_length, d_model):
    table = sinusoid(max_context_length, d_model)
    return Module(lambda n: first_rows(table, n))


def EmbeddingComposer(tok, pos):
    return Module(lambda ids: tok(ids) + pos(ids.shape[1]), children=[tok, pos])
