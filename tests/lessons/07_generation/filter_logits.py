"""Task 1: which tokens may be drawn."""

from pathlib import Path

from shared.checking import check, holds, same
from shared.curriculum import import_file

samples = import_file(Path(__file__).with_name("samples.py"), "checks_generation_samples")

HINTS = {
    "filter_logits": (
        "Sort each row once, the best first and `stable=True`. Then every rule is about places: "
        "`torch.arange(V) < top_k`, or about what stands before a place.",
        "Take the largest logit away before you divide: the best is then 0 for every temperature, "
        "and nothing overflows. For temperature 0 divide by 1 and keep one token.",
        "top_p keeps a token if the probability of the better ones, `p.cumsum(-1) - p`, is still "
        "below it; with top_p 1 keep all, since a rounded sum may reach 1 too early. Keep place 0 "
        "in any case. Bring it back with `scatter(1, order, values)`.",
    )
}

CLOSE = same(atol=2e-5, rtol=1e-4)


def probabilities(lesson, logits, rows):
    """The answer as probabilities: a number added to a whole row does not matter."""
    found = lesson.filter_logits(logits, *samples.settings(rows))
    return {"dtype": str(found.dtype), "probabilities": found.float().softmax(-1)}


@check("filter_logits", points=1, judge=CLOSE)
def divides_by_the_temperature(lesson, rng):
    """Each row by its own; 1 changes nothing."""
    rows = [(1.0, 0, 1.0, 0.0), (0.5, 0, 1.0, 0.0), (2.0, 0, 1.0, 0.0), (7.5, 0, 1.0, 0.0)]
    return probabilities(lesson, samples.logits(rng, 4, 30), rows)


@check("filter_logits", points=1, judge=CLOSE)
def loses_nothing_to_bfloat16(lesson, rng):
    """bfloat16 logits count as they are: nothing is rounded to bfloat16 once more."""
    logits = samples.logits(rng, 3, 30).bfloat16()
    return probabilities(lesson, logits, [(t, 0, 1.0, 0.0) for t in (1.0, 0.7, 3.0)])


@check("filter_logits", points=1, judge=CLOSE)
def keeps_the_best_k(lesson, rng):
    """top_k by row; 0 keeps all, and so does more than there are."""
    rows = [(1.0, k, 1.0, 0.0) for k in (1, 2, 5, 0, 30, 99)]
    return probabilities(lesson, samples.logits(rng, 6, 30), rows)


@check("filter_logits", points=2, judge=CLOSE)
def keeps_the_fewest_that_reach_p(lesson, rng):
    """top_p: the token that reaches it is kept, the next is not."""
    import torch

    logits = samples.logits(rng, 40, 30)
    totals = logits.double().softmax(-1).sort(-1, descending=True).values.cumsum(-1)
    wanted = torch.randint(0, 12, (40,), generator=rng.torch)
    between = [  # in the middle of two sums, so that no rounding decides
        (totals[row, at].item() + (totals[row, at - 1].item() if at else 0.0)) / 2
        for row, at in enumerate(wanted.tolist())
    ]
    return probabilities(lesson, logits, [(1.0, 0, p, 0.0) for p in between])


@check("filter_logits", points=1, judge=CLOSE)
def stops_at_p_exactly(lesson):
    """Where the sum is p to the bit, that is enough: no further token."""
    import torch

    logits = torch.tensor([[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, float("-inf"), float("-inf")]])
    rows = [(1.0, 0, 0.5, 0.0), (1.0, 0, 0.5, 0.0)]
    return probabilities(lesson, logits, rows)


@check("filter_logits", points=1, judge=CLOSE)
def keeps_what_is_near_the_best(lesson, rng):
    """min_p is a share of the best token's probability, after the temperature; equal is enough."""
    import torch

    rows = [(t, 0, 1.0, p) for t in (1.0, 2.0, 0.5) for p in (0.033, 0.21, 1.0, 0.0)]
    equal = torch.tensor([[1.0, 3.0, 0.0, 3.0, 2.9]] * 2)
    return {
        "all different": probabilities(lesson, samples.logits(rng, len(rows), 30), rows),
        "two are best": probabilities(lesson, equal, [(1.0, 0, 1.0, 1.0), (2.0, 3, 1.0, 1.0)]),
    }


@check("filter_logits", points=2, judge=CLOSE)
def applies_them_in_order(lesson, rng):
    """Temperature, then top_k, then top_p over what top_k kept, then min_p."""
    import torch

    base = torch.tensor([0.4, 0.25, 0.15, 0.1, 0.06, 0.04]).log()
    order = torch.stack([torch.randperm(6, generator=rng.torch) for _ in range(6)])
    rows = [
        (1.0, 3, 0.7, 0.0),  # over three tokens two reach it, over all six it takes three
        (1.0, 2, 0.6, 0.0),
        (0.5, 0, 0.7, 0.0),
        (2.0, 4, 0.55, 0.0),
        (1.0, 5, 0.9, 0.3),
        (2.0, 5, 0.9, 0.5),
    ]
    return probabilities(lesson, base[order], rows)


@check("filter_logits", points=2, judge=CLOSE)
def takes_the_best_at_temperature_0(lesson, rng):
    """Whatever else is set, and however little it is better; tiny temperatures give no NaN."""
    import torch

    rows = [(0.0, 0, 1.0, 0.0), (0.0, 5, 0.9, 0.1), (1.0, 0, 1.0, 0.0), (0.0, 0, 0.0, 0.0)]
    rows += [(1e-5, 0, 1.0, 0.0), (1e-20, 0, 1.0, 0.0), (1e-38, 0, 0.9, 0.0)]
    best = torch.tensor([20.0, 0.1, 0.0])
    below = best.nextafter(torch.tensor(-1.0))
    return {
        "any": probabilities(lesson, samples.logits(rng, 7, 30) * 20, rows),
        "neighbours": probabilities(lesson, torch.stack([below, best], 1), rows[:2] + rows[3:4]),
    }


@check("filter_logits", points=1, judge=CLOSE)
def always_keeps_the_best(lesson, rng):
    """top_p 0 or tiny, min_p 1: one token is left, never none."""
    rows = [(1.0, 0, 0.0, 0.0), (1.0, 0, 1e-12, 0.0), (1.0, 0, 1.0, 1.0), (3.0, 4, 0.0, 1.0)]
    return probabilities(lesson, samples.logits(rng, 4, 30), rows)


@check("filter_logits", points=2, judge=CLOSE)
def lets_the_lower_id_win_a_tie(lesson):
    """Exactly k are kept where several are equal; bfloat16 has such ties all the time."""
    import torch

    logits = torch.tensor([[1.0, 3.0, 2.0, 3.0, 2.0, 2.0, 0.0, 3.0]]).repeat(6, 1)
    rows = [(1.0, k, 1.0, 0.0) for k in (1, 2, 4, 5)] + [(0.0, 0, 1.0, 0.0), (1.0, 0, 0.4, 0.0)]
    return {
        "float32": probabilities(lesson, logits, rows),
        "bfloat16": probabilities(lesson, logits.bfloat16(), rows),
        "a long row": probabilities(
            lesson, torch.zeros(2, 5000), [(1.0, 7, 1.0, 0.0), (0.0, 0, 1.0, 0.0)]
        ),
    }


@check("filter_logits", points=1, judge=CLOSE)
def leaves_out_what_is_out_already(lesson, rng):
    """-inf stays -inf, with every filter; a shift of the whole row changes nothing."""
    logits = samples.logits(rng, 5, 12)
    logits[:, 3:8] = float("-inf")
    logits[1] += 3e4
    rows = [(1.0, 0, 1.0, 0.0), (0.7, 0, 0.8, 0.0), (1.0, 9, 1.0, 0.0)]
    return probabilities(lesson, logits, [*rows, (0.0, 0, 1.0, 0.0), (1.0, 0, 1.0, 0.2)])


@check("filter_logits", points=1)
def keeps_the_tail_with_top_p_1(lesson, rng):
    """Rounded sums may reach 1 early: all are kept, of 20,000 and behind a token that is sure."""
    import torch

    settings = samples.settings([(1.0, 0, 1.0, 0.0)] * 2)
    many = samples.logits(rng, 2, 20_000) * 0.1
    sure = torch.tensor([[0.0, 45.0, -5.0, 0.0], [5.0, -45.0, -45.0, -45.0]])
    found = [lesson.filter_logits(logits, *settings) for logits in (many, sure)]
    return [one.isfinite().sum(-1) for one in found]


@check("filter_logits", points=1)
def leaves_logits_as_they_are(lesson, rng):
    """Neither float32 nor bfloat16 logits are changed, and the answer is float32."""
    import torch

    found = []
    for dtype in (torch.float32, torch.bfloat16):
        logits = samples.logits(rng, 3, 12).to(dtype)
        kept = logits.clone()
        rows = [(0.0, 0, 1.0, 0.0), (0.5, 2, 1.0, 0.0), (1.0, 0, 0.5, 0.0)]
        answer = lesson.filter_logits(logits, *samples.settings(rows))
        found.append([torch.equal(logits, kept), str(answer.dtype), list(answer.shape)])
    return found


@check("filter_logits", points=1, judge=holds(samples.stays_there))
def works_where_the_logits_are(lesson, rng):
    """No tensor is made on the CPU for logits elsewhere; here that is `meta`, without numbers."""
    logits = samples.logits(rng, 3, 12)
    settings = samples.settings([(0.0, 0, 1.0, 0.0), (0.5, 2, 1.0, 0.0), (1.0, 0, 0.5, 0.1)])
    lesson.filter_logits(logits, *settings)  # not attempted, if so
    there = [one.to("meta") for one in (logits, *settings)]
    return {"three rows": samples.on_meta(lesson.filter_logits, *there)}
