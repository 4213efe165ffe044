"""A right file that asks for deterministic algorithms, anomaly detection, other precision and print options.

kind: poisons_state
outcome: passed
where: embeddings.py
score: ==100
"""

torch.use_deterministic_algorithms(True)
torch.autograd.set_detect_anomaly(True)
torch.set_float32_matmul_precision("medium")
torch.set_flush_denormal(True)
torch.set_printoptions(precision=2, sci_mode=True)
torch.backends.mkldnn.enabled = False
