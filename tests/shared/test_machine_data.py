"""The datasheets of data/raw/nvidia_smi and data/raw/configs say what is in the data."""

import json
import re

import pytest
import torch
from transformers import LlamaConfig, LlamaForCausalLM

from shared import ROOT

SMI, CONFIGS = ROOT / "data" / "raw" / "nvidia_smi", ROOT / "data" / "raw" / "configs"


def rows(folder):
    """The rows of a datasheet: file, then the other cells."""
    found = re.findall(r"^\| `([^`]+)` \|(.*)\|$", (folder / "README.md").read_text(), re.M)
    return {name: [cell.strip() for cell in rest.split("|")] for name, rest in found}


def test_every_file_is_in_its_datasheet():
    for folder, files in ((SMI, "*.csv"), (CONFIGS, "*.json")):
        assert set(rows(folder)) == {path.name for path in folder.glob(files)}


@pytest.mark.parametrize("name", sorted(rows(SMI)))
def test_the_cards_are_as_many_as_it_says(name):
    lines = (SMI / name).read_text().splitlines()
    cards = sum(bool(re.match(r"\d+, ", line)) for line in lines)
    assert rows(SMI)[name][0] == ("" if name == "no_driver.csv" else str(cards))


@pytest.mark.parametrize("name", sorted(rows(CONFIGS)))
def test_the_parameters_are_as_many_as_it_says(name):
    config = json.loads((CONFIGS / name).read_text())
    with torch.device("meta"):
        model = LlamaForCausalLM(LlamaConfig(**config))
    model.tie_weights()
    _, parameters, queries, keys, _ = rows(CONFIGS)[name]
    assert f"{sum(p.numel() for p in model.parameters()):,}" == parameters
    assert model.config.num_attention_heads == int(queries)
    assert model.config.num_key_value_heads == int(keys.split()[0])


def test_the_course_s_model_has_the_configuration_that_lies_here():
    path = ROOT / "data" / "models" / "SmolLM2-135M-Instruct" / "config.json"
    if not path.exists():
        pytest.skip("the model is not fetched")
    assert json.loads(path.read_text()) == json.loads(
        (CONFIGS / "smollm2_135m_instruct.json").read_text()
    )
