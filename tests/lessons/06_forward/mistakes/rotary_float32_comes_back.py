"""bfloat16 comes back as float32."""

REJECTED_BY = "keeps_the_dtype"
REPLACE = [
    (
        "    return torch.addcmul(x * cos.unsqueeze(2), turned, sin.unsqueeze(2))",
        "    return torch.addcmul(x * cos.unsqueeze(2), turned, sin.unsqueeze(2)).float()",
    ),
]
