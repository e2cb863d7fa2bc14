"""What was asked for of encrypted connections: a mode, and paths of certificates."""

from __future__ import annotations

from dataclasses import dataclass

MODES = ("disabled", "preferred", "required", "verify_ca", "verify_identity")
ENCRYPTED = MODES[2:]
"""Those of MySQL's clients."""


@dataclass(frozen=True, slots=True)
class Tls:
    """What connections are to be like: a mode, and paths of certificates as stated."""

    mode: str
    ca: str | None = None
    cert: str | None = None
    key: str | None = None

    @property
    def encrypts(self) -> bool:
        """Whether a connection that is not encrypted is none."""
        return self.mode in ENCRYPTED
