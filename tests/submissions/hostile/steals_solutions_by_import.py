"""It imports the reference solution instead of doing the work, and returns nothing if there is none.

kind: steals
outcome: failed|raised
where: TiedLMHead
score: <=92
"""


def TiedLMHead(token_embedding):
    for name in ("solutions.weight_tying", "grader.solutions.weight_tying", "grader.reference"):
        try:
            module = __import__(name, fromlist=["TiedLMHead"])
            return module.TiedLMHead(token_embedding)
        except ImportError:
            continue
    return nn.Identity()
