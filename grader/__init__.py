"""Grade the token and positional embedding exercises."""

__version__ = "1.0.0"
