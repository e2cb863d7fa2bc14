"""Scripts that are not sysbench's own: how tables are loaded with one, and how a bundle names it.

The modules a script takes from its own folder decide what it does as much as the script itself, so
each of them is named with its hash.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any

from sysbench_archive.capture.invocation import seed_words, table_words
from sysbench_archive.capture.plan import WARMUP_TEST, Plan

SEEDED = Path(__file__).with_name("lua") / "counted" / "seeded.lua"
"""Loads the same rows each time: sysbench's own `prepare` knows no seed."""
_REQUIRE = re.compile(r"""\brequire\s*\(?\s*["']([A-Za-z0-9_]+)["']""")


def preparing_words(plan: Plan, shown: str = "") -> list[str]:
    """The words that load the tables, connection apart; `shown` stands for the script's path."""
    if not plan.prepare_with:
        # The option alone does nothing to `prepare`; in the command it tells the script's seed.
        loader = (SEEDED.name if shown else str(SEEDED)) if plan.count else WARMUP_TEST
        return [*table_words(plan), *seed_words(plan), loader, "prepare"]
    script, *options = plan.prepare_with
    return [*seed_words(plan), *options, shown or script, "prepare"]


def script_entry(script: Path, address: str) -> dict[str, Any]:
    """A workload's `script`: name, hash, modules from beside it, and where it is published."""
    entry: dict[str, Any] = {"name": script.name, "sha256": _sha256(script)}
    if modules := modules_of(script):
        entry["modules"] = [{"name": path.name, "sha256": _sha256(path)} for path in modules]
    if address:
        entry["url"] = address
    return entry


def modules_of(script: Path) -> list[Path]:
    """The files in a script's folder that it requires, and those that they require, by name."""
    found: set[Path] = set()
    pending = [script]
    while pending:
        text = pending.pop().read_text(encoding="utf-8", errors="replace")
        for name in _REQUIRE.findall(text):
            path = script.with_name(f"{name}.lua")
            if path.is_file() and path != script and path not in found:
                found.add(path)
                pending.append(path)
    return sorted(found)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
