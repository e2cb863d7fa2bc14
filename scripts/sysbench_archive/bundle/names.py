"""What bundles, and the things in them, may be called.

Owns the form of ids: the same in an address, in the name of a folder and in a shell.
"""

from __future__ import annotations

import re

MAX_ID = 80
_BUNDLE = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])-[a-z0-9]+(-[a-z0-9]+)*")
_OTHERS = re.compile(r"[^a-z0-9]+")


def is_bundle_id(name: str) -> bool:
    """Whether a folder's name can be a bundle's: yyyy-mm-slug of at most `MAX_ID` characters."""
    return len(name) <= MAX_ID and _BUNDLE.fullmatch(name) is not None


def identifier(text: str) -> str:
    """A text as an id: lower case, digits, hyphens between them; "" where it has neither."""
    return _OTHERS.sub("-", text.lower()).strip("-")
