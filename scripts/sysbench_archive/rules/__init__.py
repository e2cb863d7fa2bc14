"""Rules that cross-check what a bundle states against its own evidence.

A module has one family of rules, or the few that look at the same thing; `catalogue` asks those of
a loaded bundle. Nothing here reads files, clocks or networks: a rule sees a loaded bundle, a
curated text with its figures, or what the archive knows of all bundles.
"""
