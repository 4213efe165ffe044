"""What runs in the student's process, and nowhere else."""
