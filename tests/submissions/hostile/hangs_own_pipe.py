"""It fills a pipe that nobody empties and waits there in a system call.

kind: hangs
outcome: timeout
where: count_parameters
score: <=95
"""

import os


def count_parameters(module):
    reader, writer = os.pipe()
    while True:
        os.write(writer, b"x" * 65536)
