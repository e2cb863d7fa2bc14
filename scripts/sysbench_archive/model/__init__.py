"""Frozen types: what a bundle is, and the records that are derived and published."""
