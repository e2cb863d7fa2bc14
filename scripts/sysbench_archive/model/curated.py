"""Curated comparisons as they are written: the definition a page is computed from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from msgspec import UNSET, UnsetType, field

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.comparison import ContrastDirection, EvidenceStatus, FindingText


@dataclass(frozen=True, slots=True)
class Prose:
    """A text with its place in the file: JSON pointer ("" for the analysis) and first line."""

    pointer: str
    line: int
    text: str


class PanelDefinition(Record, kw_only=True):
    """A workload that a curated comparison shows."""

    bundle: str
    workload: str
    metric: str = ""
    """Metric; the bundle's first throughput metric where empty."""
    title: str = ""
    """Heading; the workload's own where empty."""
    baseline: str | UnsetType = UNSET
    """Server the others are compared with; that of the comparison where absent."""
    candidates: list[str] | UnsetType = UNSET
    """Servers compared with it; those of the comparison where absent."""


class ClaimCheck(Record, kw_only=True):
    """How a claim is recomputed from figures of the archive."""

    bundle: str
    workload: str
    metric: str
    quantity: Literal["ratio", "difference", "value"]
    """Candidate over baseline, candidate minus baseline, or the candidate's figure."""
    candidate: str
    """Server the claim is about."""
    baseline: str = ""
    """Server it is compared with; empty for a value."""
    threads: list[int] = field(default_factory=list)
    """Thread counts; every one both sides have where empty."""
    at_least: Number | None = None
    """Smallest quantity that agrees with the claim."""
    at_most: Number | None = None
    """Largest quantity that agrees with the claim."""
    later_data: str = ""
    """What else the figures are than those the claim was made of, where they are later ones."""


class ClaimDefinition(Record, kw_only=True):
    """A claim of a source."""

    text: str
    check: ClaimCheck | None = None
    """How it is recomputed."""
    unchecked: str = ""
    """Why nothing in the archive can confirm or refute it."""
    note: str = ""
    """What to know about the check."""


class ComparisonDefinition(Record, kw_only=True):
    """The front matter of a curated comparison, once it was checked."""

    title: str
    question: str
    """The question a reader asks."""
    summary: str
    """The answer in one or two sentences."""
    doubt: str = ""
    """What weakens it, in one or two sentences."""
    findings: list[FindingText] = field(default_factory=list)
    """What the page opens with; computed where there are none."""
    date: str
    """Day it was written."""
    aliases: list[str] = field(default_factory=list)
    """Addresses it had before."""
    baseline: str
    """Server the others are compared with."""
    candidates: list[str]
    """Servers compared with it."""
    panels: list[PanelDefinition]
    """Workloads compared; none where the source published no figures."""
    bundles: list[str] = field(default_factory=list)
    """Bundles it speaks of besides those of its panels."""
    claims: list[ClaimDefinition] = field(default_factory=list)
    analysis: str = ""
    """The text below the front matter, in Markdown."""

    def named_bundles(self) -> list[str]:
        """Every bundle it speaks of, each once."""
        panels = [panel.bundle for panel in self.panels]
        checks = [claim.check.bundle for claim in self.claims if claim.check]
        return list(dict.fromkeys((*panels, *self.bundles, *checks)))


class NamedContrast(Record):
    """What a text refers to: a contrast, a cell no verdict speaks of, or a range of cells."""

    name: str
    """Reference that leads to it, without a form."""
    ratios: list[Number]
    """Candidate over baseline; of a range the lowest and the highest."""
    low: Number | None
    high: Number | None
    direction: ContrastDirection | Literal[""]
    """Direction; empty where it is no headline contrast."""
    status: EvidenceStatus
    """Evidence status of the verdict it belongs to."""
    open: bool = False
    """Whether none of its ratios can be told from 1."""
    silent: str = ""
    """Why its figures are not spoken of, in a word or two; else empty."""
