"""Positions are made on the CPU, wherever the prompt is."""

REJECTED_BY = "gives_the_model_one_device"
REPLACE = [
    (
        "torch.arange(len(ids), device=ids.device)",
        "torch.arange(len(ids))",
    ),
]
