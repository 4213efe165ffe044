"""The untrusted side: a process that holds the student's code, and the wire to it."""
