"""The glossary, read from its table: what pages call things, and what it means.

Refuses two terms of one id.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from sysbench_archive.model.base import read_record
from sysbench_archive.model.glossary import Glossary, GlossaryGroup

_TABLE = Path(__file__).with_name("glossary.json")


@cache
def glossary() -> Glossary:
    """Every term, by what it is about."""
    groups = read_record(_TABLE.read_bytes(), list[GlossaryGroup])
    ids = [group.id for group in groups] + [entry.id for group in groups for entry in group.entries]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        message = f"{_TABLE.name}: two terms have the id {', '.join(twice)}; give one another"
        raise ValueError(message)
    return Glossary(groups=groups)
