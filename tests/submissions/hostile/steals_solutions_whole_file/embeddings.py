"""Somebody else's work."""

from solutions.embeddings import *
