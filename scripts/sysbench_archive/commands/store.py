"""Outcomes of earlier builds, kept by the digest of everything they depend on.

An entry names its own digest; one that does not match its bytes counts as absent and is built
again. A key covers the bundle's bytes, the code and the schemas, so nothing ever goes stale.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.schema import SCHEMA_FOLDER

_PACKAGE = Path(__file__).resolve().parents[1]
_DIGEST_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Store:
    """A folder of outcomes."""

    folder: Path

    def path(self, key: str) -> Path:
        """Where the entry of a key is kept."""
        return self.folder / key[:2] / f"{key[2:]}.json"

    def get(self, key: str) -> Any | None:
        """The entry, or None where it is absent or damaged."""
        try:
            head, _, body = self.path(key).read_bytes().partition(b"\n")
        except FileNotFoundError:
            return None
        intact = head.decode("ascii", "replace") == hashlib.sha256(body).hexdigest()
        return json.loads(body) if intact else None

    def need(self, key: str) -> Any:
        """An entry that this build has put. Raises FileNotFoundError where somebody took it."""
        entry = self.get(key)
        if entry is None:
            raise FileNotFoundError(f"outcome {key} vanished from {self.folder} during the build")
        return entry

    def put(self, key: str, entry: Any) -> None:
        """Keep an entry; readers see the old one or the new one, never a part."""
        body = json.dumps(entry, ensure_ascii=False, separators=(",", ":")).encode()
        path = self.path(key)
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_suffix(f".{os.getpid()}.partial")
        partial.write_bytes(hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
        partial.replace(path)

    def keep_only(self, keys: set[str]) -> None:
        """Remove the entries nobody used."""
        kept = {self.path(key) for key in keys}
        for path in self.folder.glob("*/*"):
            if path not in kept:
                path.unlink()


def engine_digest() -> str:
    """SHA-256 over the program, its tables and its schemas: a change in any rebuilds everything."""
    total = hashlib.sha256()
    program = [*_PACKAGE.rglob("*.py"), *_PACKAGE.rglob("*.json")]
    for path in sorted([*program, *SCHEMA_FOLDER.glob("*.json")]):
        total.update(f"{path.name}\0".encode() + path.read_bytes() + b"\0")
    return total.hexdigest()
