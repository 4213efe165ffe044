import torch


def count_parameters(module):
    return sum(p.numel() for p in module.parameters() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
    unit = table.detach() / table.detach().norm(dim=1, keepdim=True)
    length = unit.size(0)
    curve = []
    for k in range(1, max_offset + 1):
        partner = torch.roll(unit, -k, 0)
        curve.append((unit * partner)[: length - k].sum(1).mean().item())  # drop the wrapped rows
    return curve


def wavelengths(d_model, base=10000.0):
    return torch.exp(torch.arange(0, d_model, 2).double() / d_model * torch.tensor(base).double().log()) * 2 * torch.pi
