#!/usr/bin/env bash
# PrairieLearn runs this for every submission: the fallback result first, then the grading.
set -u
root=${GRADE_ROOT:-/grade}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$root/results"
# Not gradable: it costs the student no attempt.
cat > "$root/results/.fallback" <<'JSON'
{
  "gradable": false,
  "message": "The grader itself failed, so this submission has not been graded. This is not a fault of the submission; it needs to be graded again."
}
JSON
mv -f "$root/results/.fallback" "$root/results/results.json"
PYTHONPATH="$here" python -P -m integrations.prairielearn.grade
exit 0  # what happened is in results.json
