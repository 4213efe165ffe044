"""The examiner's handle on a submission's code, and the processes behind it."""
