"""One rule by its code, and its long form, without loading the modules of all other rules.

Together those take longer to import than anything that is done with a single rule.
"""

from __future__ import annotations

from importlib import import_module
from textwrap import fill

from sysbench_archive.problems import Rule

_MODULES: dict[str, tuple[str, ...]] = {
    "bundle": ("bundle.load", "rules.plausible"),
    "campaign": ("bundle.campaigns",),
    "command": ("rules.commands",),
    "comparison": ("bundle.curated", "rules.prose", "ledger.comparisons"),
    "count": ("rules.counts",),
    "counters": ("rules.figures", "rules.queries", "rules.intervals"),
    "date": ("rules.dates",),
    "duration": ("rules.runs",),
    "evidence": ("rules.evidence",),
    "fact": ("rules.plausible",),
    "figures": ("bundle.figures",),
    "file": ("bundle.files",),
    "id": ("bundle.references",),
    "innodb": ("rules.innodb",),
    "ledger": ("ledger.record",),
    "linked": ("rules.evidence",),
    "load": ("rules.loads",),
    "options": ("rules.runs",),
    "placement": ("rules.cells",),
    "prepare": ("rules.loading",),
    "private": ("redaction.findings",),
    "process": ("rules.cells",),
    "published": ("rules.figures", "ledger.record"),
    "report": ("bundle.figures", "rules.evidence"),
    "reproduces": ("rules.archive",),
    "revision": ("ledger.record",),
    "run": ("rules.runs", "rules.cells", "rules.archive"),
    "schema": ("bundle.schema",),
    "script": ("rules.evidence",),
    "series": ("bundle.series", "bundle.figures"),
    "server": ("rules.cells",),
    "skeleton": ("bundle.formatting",),
    "slices": ("bundle.slices", "rules.slices"),
    "source": ("bundle.sources",),
    "stated": ("rules.commands",),
    "stopping": ("rules.slices",),
    "submitter": ("rules.text",),
    "supersedes": ("rules.archive",),
    "test": ("rules.runs",),
    "text": ("rules.text",),
    "threads": ("rules.runs",),
    "version": ("rules.runs", "rules.plausible"),
    "yaml": ("bundle.strict_yaml", "bundle.formatting"),
}
"""The first word of a code, and the modules that declare rules whose codes begin with it."""


def find_rule(code: str) -> Rule | None:
    """The rule with that code, None where there is none."""
    for name in _MODULES.get(code.partition("-")[0], ()):
        for value in vars(import_module(f"sysbench_archive.{name}")).values():
            if isinstance(value, Rule) and value.code == code:
                return value
    return None


def explanation(rule: Rule) -> str:
    """The long form of a rule: code, severity, summary, why, what to do."""
    parts = (
        f"{rule.code} ({rule.severity})",
        fill(rule.summary, 80),
        fill(f"why: {rule.reason}", 80),
        fill(f"what to do: {rule.hint}", 80),
    )
    return "\n\n".join(parts)
