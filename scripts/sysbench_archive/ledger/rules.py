"""What can be wrong with the publication record, and with what it promises."""

from __future__ import annotations

from sysbench_archive.problems import Rule

FORMAT = Rule(
    "ledger-format",
    "A file of the publication record is not what the archive writes.",
    "The record is what makes a citation checkable; it must read the same for everybody.",
    "run `sysbench-archive record`, which writes the rows; do not edit them by hand",
)
MISSING = Rule(
    "ledger-missing",
    "A bundle has no publication record.",
    "Without a row nobody can tell whether the figures they cited are still the same.",
    "run `sysbench-archive record` and commit data/ledger/",
)
STALE = Rule(
    "ledger-stale",
    "A bundle is not what its publication record says.",
    "Published bytes and figures do not change without a row that says so.",
    "undo the change, or run `sysbench-archive record`, or `sysbench-archive correct` where the"
    " bundle is published, and commit data/ledger/",
)
ORPHAN = Rule(
    "ledger-orphan",
    "The publication record names a bundle that is not there, and no withdrawal.",
    "A published address would lead nowhere.",
    "restore the bundle's folder under its old name, or run `sysbench-archive withdraw`",
)
REWRITTEN = Rule(
    "ledger-rewritten",
    "A permanent row of the publication record was changed or removed.",
    "The record only ever grows; a changed row would change history.",
    "restore the row and add a new one",
)
VANISHED = Rule(
    "ledger-vanished",
    "A published bundle or run id is gone.",
    "Somebody may have cited it; a published address is kept for ever.",
    "restore the id; a run that should not count is marked `failed`, a bundle is withdrawn",
)
KEPT = Rule(
    "revision-bytes",
    "What a correction or a withdrawal superseded is not kept as it was published.",
    "Whoever cited an earlier revision could no longer look at what they cited.",
    "restore data/revisions/ from git; only `sysbench-archive` writes there",
)
UNPUBLISHED = Rule(
    "published-vanished",
    "An address of the published site would lead nowhere.",
    "Somebody may have cited it; a published address is kept for ever.",
    "restore what stood there; a bundle is withdrawn, a comparison keeps its old address as alias",
)
CHANGED = Rule(
    "published-changed",
    "Published figures would change without a row that says so.",
    "A figure somebody cited would be another one, and nothing would tell them.",
    "undo the change, or run `sysbench-archive correct` or `record --reason`",
)
RULES = (FORMAT, MISSING, STALE, ORPHAN, REWRITTEN, VANISHED, KEPT, UNPUBLISHED, CHANGED)
