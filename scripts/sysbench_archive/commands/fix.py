"""`check --fix`: what of a bundle a machine may mend. Owns which complaints that answers."""

from __future__ import annotations

FIXABLE = frozenset(("file-mode", "script-hash"))
"""Codes of the rules whose complaints `check --fix` mends."""
