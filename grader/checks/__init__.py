"""What a check is written with."""
