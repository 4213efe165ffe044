"""The kit on course platforms: a folder each, built by `python -m integrations.build`."""
