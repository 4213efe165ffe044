"""Run the kit on course platforms, with one folder for each platform."""
