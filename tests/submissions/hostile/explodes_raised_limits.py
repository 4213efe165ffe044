"""It first raises every resource limit, then allocates up to 32 GB.

kind: explodes
outcome: memory|raised|failed|crashed
where: SinusoidalPositionalEmbedding
score: <=90
"""

import resource


class SinusoidalPositionalEmbedding(nn.Module):
    def __init__(self, max_context_length, d_model):
        super().__init__()
        for kind in range(16):
            try:
                resource.setrlimit(kind, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            except (OSError, ValueError):
                pass
        self.hoard = [torch.ones(64 << 20) for _ in range(128)]
