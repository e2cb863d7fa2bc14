"""Sample reproductions: what a bundle that ran something again found."""

from __future__ import annotations

from typing import Literal

from sysbench_archive.model.base import Reference
from sysbench_archive.model.reproduction import (
    RepeatedRatio,
    ReproductionRecord,
    ReproductionRow,
)

from .shared import Text

Agreement = Literal["agrees", "differs", "cannot-tell"]


def reproduction(bundle: str, verdict: Agreement, text: Text) -> ReproductionRecord:
    """A bundle that ran something again; one that agrees is somebody else's."""
    agrees = verdict == "agrees"
    row = ReproductionRow(
        threads=4,
        candidate=text("Label mysql-b"),
        published=RepeatedRatio(ratio=1.08, low=None, high=None, n=1),
        again=RepeatedRatio(ratio=1.075, low=1.0651, high=1.085, n=3),
        verdict=verdict,
        why=text("What was assumed"),
    )
    return ReproductionRecord(
        bundle=Reference(path=f"/results/{bundle}/", title=text(f"Again: {verdict}")),
        submitter=text("Another submitter"),
        date="2026-01-03",
        independent=agrees,
        confirms=agrees,
        workload="read-only",
        verdict=verdict,
        why="" if agrees else text("Why it is so"),
        rows=[row],
    )
