"""x itself is turned."""

REJECTED_BY = "takes_views_and_changes_nothing"
REPLACE = [
    (
        "torch.addcmul(x * cos.unsqueeze(2), turned, sin.unsqueeze(2))",
        "x.mul_(cos.unsqueeze(2)).addcmul_(turned, sin.unsqueeze(2))",
    ),
]
