"""Task 5: tensors into a module, without a second copy."""

import weakref
from collections.abc import Mapping
from pathlib import Path

from shared.checking import check, holds, raised
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_loading_samples")

HINTS = {
    "load_weights": (
        "`module.state_dict(keep_vars=True)` has all parameters and persistent buffers under all "
        "their names, as they are. Group the names by `id(tensor)`: tied ones share one.",
        "Ask all questions about names first. Then make the new tensors, into a dict; and only "
        "when all are there put them into the module: `setattr(module.get_submodule(owner), "
        "attribute, tensor)`, with `owner, _, attribute = name.rpartition('.')`.",
        "`tensor.to(device, dtype if tensor.is_floating_point() else None)` returns the same "
        "tensor where nothing is to be done. A parameter is `nn.Parameter(tensor, "
        "requires_grad=old.requires_grad)`, one object for all its names. `named_buffers()` has "
        "buffers that are not in the state dict, too.",
    )
}


def net(tied=True, device="meta", buffer=True, lost=False):
    """A small module with all that a module can have."""
    import torch
    from torch import nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Linear(4, 7, bias=False)
            self.layers = nn.ModuleList(
                nn.ModuleDict({"proj": nn.Linear(4, 4), "norm": nn.LayerNorm(4)}) for _ in range(2)
            )
            self.scale = nn.Parameter(torch.empty(()), requires_grad=False)
            self.head = nn.Linear(4, 7, bias=False)
            if tied:
                self.head.weight = self.embed.weight
            if buffer:
                self.register_buffer("steps", torch.zeros(3, dtype=torch.int64))
                self.register_buffer("mean", torch.zeros(4))
            if lost:
                self.register_buffer("rotary", torch.zeros(4), persistent=False)

    with torch.device(device):
        return Net()


def tensors_for(rng, module):
    """Random tensors for every name of a module."""
    return {
        name: samples.drawn(rng, tuple(tensor.shape), tensor.dtype)
        for name, tensor in module.state_dict().items()
    }


def contents(module):
    state = module.state_dict(keep_vars=True)
    return {name: [*samples.bits(tensor), type(tensor).__name__] for name, tensor in state.items()}


@check("load_weights", points=2)
def puts_every_tensor_in_its_place(lesson, rng):
    """Parameters and buffers of a module on the meta device get the tensors of their names."""
    module = net(tied=False)
    lesson.load_weights(module, tensors_for(rng, module))
    filled = net(tied=False, device="cpu")
    lesson.load_weights(filled, tensors_for(rng, filled))
    return {
        "from meta": contents(module),
        "over what was there": contents(filled),
        "parameters": [
            [name, tensor.requires_grad, tensor.device.type]
            for name, tensor in module.named_parameters()
        ],
        "buffers": [name for name, _ in module.named_buffers()],
    }


@check("load_weights", points=1)
def puts_them_on_the_device(lesson, rng):
    """`device` says where all of them are; here that is `meta`, which holds no numbers."""
    import torch

    module = net(device="cpu")
    lesson.load_weights(module, tensors_for(rng, module), dtype=torch.float16, device="meta")
    state = module.state_dict(keep_vars=True)
    return [[name, tensor.device.type, str(tensor.dtype)] for name, tensor in state.items()]


@check("load_weights", points=1)
def leaves_buffers_that_no_file_holds(lesson, rng):
    """A buffer that is not persistent stays as it is, where it was made anew before."""
    import torch

    module = net(lost=True)
    module.rotary = torch.arange(4.0)
    lesson.load_weights(module, tensors_for(rng, module))
    return {"contents": contents(module), "rotary": samples.bits(module.rotary)}


def taken_over(evidence):
    for name, (source, place) in evidence.items():
        if source != place:
            return f"{name}: it was copied; a tensor that needs no change is taken as it is"
    return None


@check("load_weights", points=1, judge=holds(taken_over))
def copies_nothing(lesson, rng):
    """A tensor that needs no change keeps its memory."""
    import torch

    module = net()
    tensors = tensors_for(rng, module)
    tensors.pop("head.weight")
    lesson.load_weights(module, tensors, dtype=torch.float32)
    state = module.state_dict(keep_vars=True)
    return {name: [tensor.data_ptr(), state[name].data_ptr()] for name, tensor in tensors.items()}


@check("load_weights", points=1)
def converts_what_is_floating(lesson, rng):
    """`dtype` is for floating tensors; whole numbers stay; without it all stay as they are."""
    import torch

    found = {}
    for dtype in (torch.bfloat16, torch.float64, None):
        module = net()
        tensors = tensors_for(rng, module)
        tensors["layers.0.proj.weight"] = tensors["layers.0.proj.weight"].half()
        lesson.load_weights(module, tensors, dtype=dtype, device="cpu")
        found[str(dtype)] = contents(module)
    return found


def one_object(evidence):
    for case, found in evidence.items():
        if len(set(found["objects"])) != 1:
            return f"{case}: embed.weight and head.weight were one parameter, and are two now"
        if found["values"] != found["wanted"]:
            return f"{case}: the tied weight has other values than those of {found['from']}"
        if found["count"] != found["wanted count"]:
            return (
                f"{case}: the module has {found['count']} parameters; it had "
                f"{found['wanted count']}"
            )
    return None


@check("load_weights", points=2, judge=holds(one_object))
def keeps_tied_weights_tied(lesson, rng):
    """Two names of one parameter stay one; either name is enough; the first counts."""
    import torch

    found = {}
    for case, names, dtype in (
        ("the first name", ("embed.weight",), None),
        ("the second name", ("head.weight",), None),
        ("both names", ("embed.weight", "head.weight"), None),
        ("converted", ("head.weight",), torch.float64),
    ):
        module = net()
        count = len(list(module.parameters()))
        tensors = tensors_for(rng, module)
        tensors["head.weight"] = samples.drawn(rng, (7, 4))
        for name in {"embed.weight", "head.weight"} - set(names):
            del tensors[name]
        lesson.load_weights(module, tensors, dtype=dtype)
        found[case] = {
            "objects": [id(module.embed.weight), id(module.head.weight)],
            "values": module.head.weight.tolist(),
            "wanted": tensors[names[0]].tolist(),
            "from": names[0],
            "count": len(list(module.parameters())),
            "wanted count": count,
        }
    return found


class Lazy(Mapping):
    """Makes each tensor when it is asked for, and notes what is still alive then."""

    def __init__(self, shapes, rng):
        self.shapes, self.rng = shapes, rng
        self.asked, self.alive, self.most = [], [], 0

    def __getitem__(self, name):
        self.most = max(self.most, sum(one() is not None for one in self.alive))
        self.asked.append(name)
        tensor = samples.drawn(self.rng, self.shapes[name])
        self.alive.append(weakref.ref(tensor))
        return tensor

    def __contains__(self, name):
        return name in self.shapes

    def __iter__(self):
        return iter(self.shapes)

    def __len__(self):
        return len(self.shapes)


def lazily(evidence):
    if twice := [name for name in evidence["asked"] if evidence["asked"].count(name) > 1]:
        return f"{twice[0]} was asked for {evidence['asked'].count(twice[0])} times; expected once"
    if evidence["alive"] > 1:
        return (
            f"{evidence['alive']} tensors of the mapping were alive at once: let go of each when "
            "it is converted"
        )
    return None


@check("load_weights", points=2, judge=holds(lazily))
def holds_one_tensor_at_a_time(lesson, rng):
    """A lazy mapping is asked once for each name, and converted tensors are let go."""
    import torch

    module = net(buffer=False)
    shapes = {name: tuple(tensor.shape) for name, tensor in module.state_dict().items()}
    lazy = Lazy(shapes, rng)
    lesson.load_weights(module, lazy, dtype=torch.bfloat16)
    return {"asked": lazy.asked, "alive": lazy.most}


def once(evidence):
    for case, (added, model) in evidence.items():
        if added > 1.15 * model + 8_000_000:
            return (
                f"{case}: {added / 1e6:.0f} MB came into memory for a model of {model / 1e6:.0f} "
                "MB; expected the model once"
            )
    return None


@check("load_weights", points=2, judge=holds(once), seconds=30)
def needs_the_memory_of_one_model(lesson, tmp, counters):
    """Loading 67 MB from a file needs at most 1.15 times as much, converted or not."""
    import torch
    from safetensors.torch import save_file
    from torch import nn

    path = tmp / "model.safetensors"
    save_file({f"{place}.weight": torch.zeros(1024, 2048).half() for place in range(8)}, path)
    found = {}
    for case, dtype in (("converted to float32", torch.float32), ("as it is", None)):
        with torch.device("meta"):
            module = nn.Sequential(*(nn.Linear(2048, 1024, bias=False) for _ in range(8)))
        with counters.resident() as cost:
            lesson.load_weights(module, lesson.SafetensorsFile(path), dtype=dtype)
            total = sum(float(tensor[::64, 0].sum()) for tensor in module.parameters())
        assert total == 0
        found[case] = [cost.added, sum(tensor.nbytes for tensor in module.parameters())]
    return found


def refused(evidence):
    for name, found in evidence.items():
        if "raised" not in found["call"]:
            return f"{name}: nothing was raised; expected ValueError"
        if missing := [part for part in found["named"] if part not in found["call"]["message"]]:
            return f"{name}: the message {found['call']['message']!r} does not name {missing[0]!r}"
        if found["changed"]:
            return f"{name}: it was refused, and {found['changed'][0]} of the module is another one"
    return None


@check("load_weights", points=2, judge=holds(refused))
def refuses_what_does_not_fit(lesson, rng):
    """Missing and unknown names, other shapes, lost buffers: ValueError, and nothing is changed."""

    def attempt(change, named, **options):
        module = net(**options)
        state = module.state_dict(keep_vars=True)
        before = {name: id(tensor) for name, tensor in state.items()}
        tensors = tensors_for(rng, module)
        change(tensors)
        call = raised(ValueError, lesson.load_weights, module, tensors)
        after = module.state_dict(keep_vars=True)
        changed = [name for name in before if id(after[name]) != before[name]]
        return {
            "call": call if "raised" in call else {},
            "named": named,
            "changed": changed,
        }

    def drop(*names):
        def change(tensors):
            for name in names:
                del tensors[name]

        return change

    def put(name, *shape):
        return lambda tensors: tensors.update({name: samples.drawn(rng, shape)})

    norm = "layers.1.norm.weight"
    return {
        "a name too few": attempt(drop(norm), [norm, "1"]),
        "three names too few": attempt(drop("scale", norm, "mean"), ["3"]),
        "both names of a tied weight": attempt(
            drop("embed.weight", "head.weight"), ["embed.weight", "1"]
        ),
        "a buffer too few": attempt(drop("steps"), ["steps"]),
        "an unknown name": attempt(
            put("layers.2.proj.weight", 4, 4), ["layers.2.proj.weight", "1"]
        ),
        "an unknown name that is part of one": attempt(put("layers.0", 4), ["layers.0"]),
        "other numbers in a row": attempt(put("layers.1.proj.weight", 4, 5), ["(4, 5)", "(4, 4)"]),
        "as many numbers in another shape": attempt(
            put("layers.1.proj.weight", 2, 8), ["layers.1.proj.weight", "(2, 8)", "(4, 4)"]
        ),
        "one that would broadcast": attempt(put("mean", 1), ["mean", "(1,)", "(4,)"]),
        "a scalar with an axis": attempt(put("scale", 1), ["scale"]),
        "a buffer on meta that no file holds": attempt(lambda tensors: None, ["rotary"], lost=True),
    }
