"""Gradients are recorded: memory grows with every layer and step."""

REJECTED_BY = "gives_the_whole_sequence_at_every_step"
REPLACE = [
    (
        "with torch.inference_mode():",
        "with torch.enable_grad():",
    ),
]
