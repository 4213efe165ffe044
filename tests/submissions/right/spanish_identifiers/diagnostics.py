import math


def count_parameters(módulo):
    """Cuenta los números entrenables."""
    return sum(parámetro.numel() for parámetro in módulo.parameters() if parámetro.requires_grad)


def neighbour_cosine_curve(tabla, distancia_máxima=8):
    filas = tabla.detach()
    unitarias = filas / filas.norm(dim=1).unsqueeze(1)
    curva = []
    for distancia in range(1, distancia_máxima + 1):
        productos = (unitarias[:-distancia] * unitarias[distancia:]).sum(dim=1)
        curva.append(productos.mean().item())
    return curva


def wavelengths(dimensión, base=10000.0):
    return [2 * math.pi * base ** (2 * k / dimensión) for k in range(dimensión // 2)]
