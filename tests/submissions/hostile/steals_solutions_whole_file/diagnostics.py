"""Somebody else's work."""

from solutions.diagnostics import *
