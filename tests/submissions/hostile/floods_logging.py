"""Right work that logs twenty thousand errors with stack information.

kind: floods
outcome: passed|flooded
where: neighbour_cosine_curve
score: <=100
"""

import logging

_right_curve = neighbour_cosine_curve


def neighbour_cosine_curve(table, max_offset=8):
    for number in range(20_000):
        logging.error("message %d of the student", number, stack_info=number % 100 == 0)
    return _right_curve(table, max_offset)
