"""One device and one dtype for the whole course, with the reason in words.

    >>> from shared.device import policy
    >>> print(policy())
    cpu, float32: this torch was built without CUDA

`COURSE_DEVICE` overrides the choice: `cpu`, `cuda`, or one card of several, `cuda:1`.
torch is imported on the first call and not before.
"""

from __future__ import annotations

import os
import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

_BF16_CAPABILITY = (8, 0)  # Ampere; older cards only emulate bfloat16
_MPS = "; Apple's MPS is not used: the course is proved on CPU and CUDA only"


@dataclass(frozen=True)
class Policy:
    """Where to compute and in which type. `dtype` is the name of a torch dtype."""

    device: str
    dtype: str
    reason: str

    @property
    def is_cuda(self) -> bool:
        return self.device.startswith("cuda")

    @property
    def torch_dtype(self) -> torch.dtype:
        import torch

        return getattr(torch, self.dtype)

    def __str__(self) -> str:
        return f"{self.device}, {self.dtype}: {self.reason}"


@dataclass(frozen=True)
class Sight:
    """What torch sees: each card's name and compute capability, or why there is none."""

    cards: tuple[tuple[str, tuple[int, int]], ...]
    why_none: str = ""
    mps: bool = False


def policy() -> Policy:
    """CUDA if torch sees it (bfloat16, or float16 on cards without it), else float32 on the CPU.

    Raises ValueError if `COURSE_DEVICE` is not understood, RuntimeError if it is not there.
    """
    asked = os.environ.get("COURSE_DEVICE", "").strip().lower()
    if asked == "cpu":
        return Policy("cpu", "float32", "asked for by COURSE_DEVICE=cpu")
    if asked and not re.fullmatch(r"cuda(:\d+)?", asked):
        hint = _MPS if asked.startswith("mps") else ""
        raise ValueError(
            f"COURSE_DEVICE={asked!r} is not a device of the course: "
            f"use cpu, cuda or cuda:N, or unset it to let the course choose{hint}"
        )
    return choose(asked, see())


def choose(asked: str, sight: Sight) -> Policy:
    """The policy for `asked` ("" = free choice, "cuda", "cuda:N") on a machine seen as `sight`."""
    if not sight.cards:
        if asked:
            raise RuntimeError(
                f"COURSE_DEVICE={asked} cannot be had: {sight.why_none}. "
                "Unset COURSE_DEVICE to run on the CPU"
            )
        return Policy("cpu", "float32", sight.why_none + (_MPS if sight.mps else ""))
    index = int(asked.partition(":")[2] or 0)
    if index >= len(sight.cards):
        raise RuntimeError(
            f"COURSE_DEVICE={asked} cannot be had: torch sees {len(sight.cards)} card(s), "
            f"the last one is cuda:{len(sight.cards) - 1}"
        )
    name, capability = sight.cards[index]
    has_bf16 = capability >= _BF16_CAPABILITY
    why = name + ("" if has_bf16 else " has no bfloat16 of its own")
    return Policy(
        device=asked or "cuda",
        dtype="bfloat16" if has_bf16 else "float16",
        reason=why + (f", asked for by COURSE_DEVICE={asked}" if asked else ""),
    )


def see() -> Sight:
    """Ask torch; a driver's complaint becomes the reason instead of a warning on the screen."""
    import torch

    mps = torch.backends.mps.is_available()
    with warnings.catch_warnings(record=True) as complaints:
        warnings.simplefilter("always")
        available = torch.cuda.is_available()
    if available:
        indices = range(torch.cuda.device_count())
        cards = [
            (torch.cuda.get_device_name(i), torch.cuda.get_device_capability(i)) for i in indices
        ]
        return Sight(tuple(cards), mps=mps)
    if torch.version.cuda is None:
        return Sight((), "this torch was built without CUDA", mps)
    hidden = os.environ.get("CUDA_VISIBLE_DEVICES")
    if hidden is not None:
        return Sight((), f"torch sees no GPU with CUDA_VISIBLE_DEVICES={hidden!r}", mps)
    if complaints:
        return Sight((), str(complaints[0].message).split(" (Triggered")[0].rstrip("."), mps)
    return Sight((), "torch sees no GPU", mps)


def deterministic_fp32() -> None:
    """Make float32 mean float32 in the whole process: no TF32, no bfloat16 inside matmuls.

    Text of the real model that is kept in a notebook is computed after this, in float32; even
    then only a margin of at least 0.01 between the two best logits makes it portable.
    """
    import torch

    torch.set_float32_matmul_precision("highest")
    torch.backends.cudnn.allow_tf32 = False
