import torch


def count_parameters(module):
    trainable = [p for p in module.parameters() if p.requires_grad]
    return sum(map(torch.numel, trainable))


def neighbour_cosine_curve(table, max_offset=8):
    columns = torch.nn.functional.normalize(table.detach().T, dim=0)
    return [(columns[:, :-k] * columns[:, k:]).sum(0).mean().item() for k in range(1, max_offset + 1)]


def wavelengths(d_model, base=10000.0):
    return 2 * torch.pi * base ** torch.linspace(0, (d_model - 2) / d_model, d_model // 2, dtype=torch.float64)
