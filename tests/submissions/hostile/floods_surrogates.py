"""Its error message holds lone surrogates, NUL characters and every control character.

kind: floods
outcome: raised
where: TiedLMHead
score: <=92
"""


class TiedLMHead(nn.Module):
    def __init__(self, token_embedding):
        super().__init__()

    def forward(self, hidden):
        controls = "".join(map(chr, [*range(32), *range(127, 160)]))
        raise ValueError("nul \x00 lone \ud800 \udfff \udc80 end " + controls)
