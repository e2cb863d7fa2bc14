"""Server settings: which results used which value, and what changing one alone did."""

from __future__ import annotations

from typing import Literal

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.comparison import EvidenceStatus, StripEntry


class ServerSetting(Record):
    """Servers of one result that ran with the same value of a setting."""

    variable: str
    """Variable of the server."""
    value: str
    """Value, as the archive spells it."""
    origin: Literal["chosen", "default"]
    """Whether somebody set it; where nobody did, the version's default."""
    servers: list[str]
    """Labels of the servers; empty where they are all of the result's."""


class SettingContrast(Record):
    """Two servers of one result that differ in one setting, and in nothing else that is recorded,
    under one workload.
    """

    variable: str
    """Variable of the server."""
    servers: list[str]
    """Ids of the baseline and of the candidate."""
    baseline: str
    """Value of the baseline."""
    candidate: str
    """Value of the candidate."""
    product: str
    """Product and version of both servers."""
    machine: str
    """Machine and buffer pool in short; empty where nobody recorded them."""
    workload: str
    """Title of the workload."""
    path: str
    """Comparison that shows both."""
    status: EvidenceStatus
    """Evidence status."""
    strip: list[StripEntry]
    """What is found at each headline thread count."""


class ResultSettings(Record):
    """What one result says of settings."""

    bundle: str
    """Id of the result."""
    uses: list[ServerSetting]
    """Values in use."""
    contrasts: list[SettingContrast]
    """Pairs of servers that differ in one setting alone."""


class SettingDefault(Record):
    """The default of a product from one release on."""

    product: str
    """Product, for readers."""
    since: str
    """First release with it; empty for the oldest known."""
    value: str
    """Default."""


class UsedValue(Record):
    """A value, and who used it."""

    value: str
    """Value."""
    id: str
    """Its id on the page."""
    chosen: list[SettingResult]
    """Results whose configuration sets it."""
    default: list[SettingResult]
    """Results where it was the version's default."""


class SettingResult(Record):
    """A result that used a value."""

    title: str
    """Title."""
    path: str
    """Address."""
    servers: str
    """Servers that used it; empty where all of the result did."""


class SettingMeasuredRow(Record):
    """A value beside the baseline's, under a workload."""

    workload: str
    """Workload."""
    path: str
    """Comparison that shows it."""
    value: str
    """Value."""
    status: EvidenceStatus
    """Evidence status."""
    strip: list[StripEntry]
    """What is found at each headline thread count."""


class SettingMeasured(Record):
    """Values of a setting that one result measured against each other on servers of one version."""

    title: str
    """Title of the result."""
    setup: str
    """Product, version, machine and buffer pool in short."""
    baseline: str
    """Value the others are held against."""
    rows: list[SettingMeasuredRow]
    """Where a difference stands, the largest first."""
    others: list[SettingResult]
    """Workloads under which none stands, each once."""


class SettingPage(Record):
    """A setting."""

    variable: str
    """Variable of the server."""
    path: str
    """Address."""
    title: str
    """Name for readers; the variable where it has none."""
    about: str
    """What it does; empty where the archive does not know."""
    source: str
    """Where that is documented: a web address, or a path of this site; else empty."""
    finding: str
    """What changing it alone did, in a sentence."""
    effect: Number
    """Mean size of its effect: the natural logarithm of the ratio, 0 where no difference stands."""
    results: int
    """Results that set it."""
    defaults: list[SettingDefault]
    """Defaults by release."""
    measured: list[SettingMeasured]
    """Results in which only it differs."""
    values: list[UsedValue]
    """Values, those that most results chose first."""


class SettingList(Record):
    """Settings with a page, those with the largest mean effect first."""

    settings: list[SettingPage]
    """Settings."""


class SettingAddresses(Record):
    """Where comparability reports find the page of a setting."""

    paths: dict[str, str]
    """Field of a comparability report to the address of the setting's page, for those with one."""
