"""It hides the input in the name, the notes and the cause of its exception.

kind: steals
outcome: raised
where: neighbour_cosine_curve
score: <=95
"""


def neighbour_cosine_curve(table, max_offset=8):
    text = "_".join(f"{x:.4f}" for x in table.flatten()[:20].tolist())
    error = type("Input_" + text, (Exception,), {})("see my name")
    error.add_note("note " + text)
    raise error from RuntimeError("cause " + text)
