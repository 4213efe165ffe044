"""It asks a shell command for the count.

kind: multiplies
outcome: raised
where: count_parameters
score: <=95
"""

import subprocess


def count_parameters(module):
    done = subprocess.run("touch /tmp/grader-hostile-marker-shell; echo 42", shell=True, capture_output=True)
    return int(done.stdout)
