"""Every name that may be chosen freely is Spanish, arguments too."""

import torch
from torch import nn


class CapaConTabla(nn.Module):
    """Guarda una tabla de filas y devuelve las primeras."""

    def primeras_filas(self, cuántas):
        if cuántas > self.máximo:
            raise ValueError(f"la secuencia mide {cuántas} y el máximo es {self.máximo}")
        return self.tabla[:cuántas]


class TokenEmbedding(nn.Module):
    def __init__(self, tamaño_vocabulario, dimensión):
        super().__init__()
        self.matriz = nn.Parameter(torch.randn(tamaño_vocabulario, dimensión) * 0.02)

    def forward(self, números):
        return self.matriz[números]


class LearnedPositionalEmbedding(CapaConTabla):
    def __init__(self, longitud_máxima, dimensión):
        super().__init__()
        self.máximo = longitud_máxima
        self.tabla = nn.Parameter(torch.randn(longitud_máxima, dimensión) * 0.02)

    def forward(self, longitud):
        return self.primeras_filas(longitud)


class SinusoidalPositionalEmbedding(CapaConTabla):
    def __init__(self, longitud_máxima, dimensión):
        super().__init__()
        self.máximo = longitud_máxima
        posición = torch.arange(longitud_máxima, dtype=torch.float64).reshape(-1, 1)
        exponente = torch.arange(0, dimensión, 2, dtype=torch.float64) / dimensión
        ángulo = posición / 10000**exponente
        tabla = torch.zeros(longitud_máxima, dimensión)
        tabla[:, 0::2] = torch.sin(ángulo)
        tabla[:, 1::2] = torch.cos(ángulo)
        self.register_buffer("tabla", tabla)

    def forward(self, longitud):
        return self.primeras_filas(longitud)


class EmbeddingComposer(nn.Module):
    def __init__(self, símbolos, posiciones):
        super().__init__()
        self.símbolos = símbolos
        self.posiciones = posiciones

    def forward(self, números):
        lote, longitud = números.shape
        return self.símbolos(números) + self.posiciones(longitud).expand(lote, -1, -1)
