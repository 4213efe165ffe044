"""It replaces the default generator and the seeding functions of torch and numpy.

kind: poisons_state
outcome: passed|failed|raised
where: embeddings.py
score: <=100
varies: its tables are memory that nobody has written
"""

import numpy

torch.manual_seed = torch.seed = torch.initial_seed = lambda *args: None
torch.default_generator = None
torch.get_rng_state = torch.set_rng_state = lambda *args: None
numpy.random.seed = numpy.random.default_rng = lambda *args: None
nn.init.normal_ = lambda tensor, *args, **kwargs: tensor
