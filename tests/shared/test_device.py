"""The device policy, on machines that are described and on this one."""

import pytest

from shared import device
from shared.device import Policy, Sight, choose, deterministic_fp32, policy

NOTHING = Sight((), "this torch was built without CUDA")
AMPERE, TURING = ("A100", (8, 0)), ("T4", (7, 5))


def test_without_a_gpu_it_is_float32_on_the_cpu():
    assert choose("", NOTHING) == Policy("cpu", "float32", "this torch was built without CUDA")


def test_a_mac_is_told_why_its_gpu_is_not_used():
    assert "MPS is not used" in choose("", Sight((), "torch sees no GPU", mps=True)).reason


@pytest.mark.parametrize(("card", "dtype"), [(AMPERE, "bfloat16"), (TURING, "float16")])
def test_cuda_takes_bfloat16_where_the_card_has_it(card, dtype):
    found = choose("", Sight((card,)))
    assert (found.device, found.dtype, found.is_cuda) == ("cuda", dtype, True)
    assert card[0] in found.reason


def test_one_card_of_several_decides_for_itself():
    found = choose("cuda:1", Sight((AMPERE, TURING)))
    assert (found.device, found.dtype) == ("cuda:1", "float16")
    assert "COURSE_DEVICE=cuda:1" in found.reason


def test_a_card_that_is_not_there_is_an_error_that_names_the_last_one():
    with pytest.raises(RuntimeError, match=r"cuda:2 cannot be had.* the last one is cuda:1"):
        choose("cuda:2", Sight((AMPERE, TURING)))
    with pytest.raises(RuntimeError, match=r"built without CUDA.*Unset COURSE_DEVICE"):
        choose("cuda", NOTHING)


@pytest.mark.parametrize("value", ["gpu", "mps", "cuda:", "cuda:x", "cpu:0"])
def test_a_wrong_setting_names_the_right_ones(monkeypatch, value):
    monkeypatch.setenv("COURSE_DEVICE", value)
    with pytest.raises(ValueError, match="use cpu, cuda or cuda:N"):
        policy()


def test_the_setting_wins_over_what_torch_sees(monkeypatch):
    monkeypatch.setattr(device, "see", lambda: Sight((AMPERE,)))
    monkeypatch.setenv("COURSE_DEVICE", " CPU ")
    assert policy().device == "cpu"
    monkeypatch.setenv("COURSE_DEVICE", "")
    assert policy().device == "cuda"


def test_the_policy_of_this_machine_computes(monkeypatch):
    monkeypatch.delenv("COURSE_DEVICE", raising=False)
    import torch

    found = policy()
    assert torch.ones(2, device=found.device, dtype=found.torch_dtype).sum().item() == 2
    assert found.is_cuda == torch.cuda.is_available()
    assert str(found) == f"{found.device}, {found.dtype}: {found.reason}"


@pytest.mark.gpu
def test_on_cuda_the_policy_takes_the_card(monkeypatch):
    import torch

    if not torch.cuda.is_available():
        pytest.skip("needs CUDA")
    monkeypatch.setenv("COURSE_DEVICE", "cuda:0")
    assert policy().device == "cuda:0"
    assert torch.cuda.get_device_name(0) in policy().reason
    monkeypatch.setenv("COURSE_DEVICE", "cuda:99")
    with pytest.raises(RuntimeError, match="cuda:99 cannot be had"):
        policy()


def test_deterministic_fp32_turns_every_shortcut_off():
    import torch

    before = torch.get_float32_matmul_precision(), torch.backends.cudnn.allow_tf32
    try:
        torch.set_float32_matmul_precision("medium")
        torch.backends.cudnn.allow_tf32 = True
        deterministic_fp32()
        assert torch.get_float32_matmul_precision() == "highest"
        assert not torch.backends.cuda.matmul.allow_tf32
        assert not torch.backends.cudnn.allow_tf32
    finally:
        torch.set_float32_matmul_precision(before[0])
        torch.backends.cudnn.allow_tf32 = before[1]
