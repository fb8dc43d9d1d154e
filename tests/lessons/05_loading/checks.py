"""Checks of lesson 05, loading: those of each task are in a file of its name beside this one."""

from pathlib import Path

from shared.checking import gather

PRELOAD = ("numpy", "torch", "safetensors.torch", "gguf", "psutil")

globals().update(
    gather(
        Path(__file__).parent,
        "read_header",
        "hostile_safetensors",
        "read_gguf",
        "hostile_gguf",
        "dequantize",
        "llama_state",
        "load_weights",
        "footprint",
    )
)
