"""Stands in for jsonschema-rs in a browser, where its compiled code cannot be had.

It never says that a document fits, so jsonschema, which is slower and says the same, is asked.
"""

from __future__ import annotations


class Draft202012Validator:
    """A validator that cannot tell."""

    def __init__(self, schema: object) -> None:
        """Take a schema, and do nothing with it."""

    def is_valid(self, value: object) -> bool:
        """Refuse to answer, as the real one does of what it cannot read."""
        raise ValueError(f"no compiled validator in a browser for {type(value).__name__}")
