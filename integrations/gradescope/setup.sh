#!/usr/bin/env bash
# Gradescope runs this once, to build the image: a Python of our own, PyTorch and the kit.
set -euo pipefail
root=${AUTOGRADER_ROOT:-/autograder}
export DEBIAN_FRONTEND=noninteractive
apt-get update
apt-get install -y --no-install-recommends libseccomp2

# Ubuntu 22.04, the default base image, has Python 3.10 as python3, and 3.11 as a package beside it.
python=
for candidate in python3 python3.11 python3.12; do
    apt-get install -y --no-install-recommends "$candidate" "$candidate-venv" || continue
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        python=$(command -v "$candidate")
        break
    fi
done
if [ -z "$python" ]; then
    echo "setup: no Python 3.11 or later here: choose Ubuntu 22.04 or later as base image" >&2
    exit 1
fi

"$python" -m venv "$root/venv"
read -r -a torch < "$root/source/torch.txt"
"$root/venv/bin/pip" install --no-cache-dir "${torch[@]}"
"$root/venv/bin/pip" install --no-cache-dir "$root/source"
rm -rf /var/lib/apt/lists/*
PYTHONPATH="$root/source" "$root/venv/bin/python" -P -m grader doctor
