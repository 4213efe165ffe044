import math, torch


def count_parameters(module): return sum(p.numel() for p in module.parameters() if p.requires_grad)


def neighbour_cosine_curve(table, max_offset=8):
	u = table.detach() / table.detach().norm(dim=1, keepdim=True); c = []
	for k in range(1, max_offset + 1):
		c.append(torch.trace(u[:-k] @ u[k:].T).item() / (len(u) - k))
	return c


wavelengths = lambda d_model, base=10000.0: [2 * math.pi * base ** (2 * k / d_model) for k in range(d_model // 2)]
