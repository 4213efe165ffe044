"""Grade many submissions."""
