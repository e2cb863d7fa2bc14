"""The policy of verdicts and comparability as numbers, tables and words, and its noise tables."""

from __future__ import annotations

from sysbench_archive.model.base import Number, Record
from sysbench_archive.model.bundle import Evidence
from sysbench_archive.model.comparability import (
    ComparabilityRules,
    ComparabilityWords,
    Field,
    VariableRules,
)
from sysbench_archive.model.comparison import Bottleneck


class SingleRunNoise(Record, kw_only=True):
    """How far two single runs of the same thing lie apart; logarithms of ratios."""

    threshold: Number
    """What a machine not in the archive stays within: a prediction bound over machines."""
    median_machine: Number
    """The 95th percentile of pairs of runs, of the machine in the middle."""
    widest_machine: Number
    """The same of the machine where they lie farthest apart."""
    median_deviation: Number
    """Standard deviation of the median group of runs."""
    ninth_deviation: Number
    """Standard deviation that nine in ten groups do not exceed."""
    machines: int
    """Machines it is computed from."""
    groups: int
    runs: int
    classes: list[str]
    """Hardware classes of the machines."""
    residencies: list[str]
    """Where the datasets lay."""
    states: list[str]
    """Whether repetitions had a server session each."""


class SessionNoise(Record):
    """How far dataset loads and server sessions of the same thing lie apart."""

    deviation: Number
    """Standard deviation of the logarithm."""
    df: int
    """Campaigns of the same thing on one machine, but for the first on each."""
    machines: int
    """Machines with such campaigns."""


class CampaignNoise(Record):
    """How far campaigns of one machine lie apart in the same contrast."""

    deviation: Number
    """Root mean square of the difference of two campaigns; logarithms of ratios."""
    df: int
    """Servers they share, but for one of each pair of campaigns."""
    pairs: int
    """Contrasts that two campaigns made."""


class NoiseTables(Record):
    """What `sysbench-archive calibrate` computes of repeated runs."""

    single_runs: dict[str, SingleRunNoise]
    """By regime: kind of machine, with where the dataset lies where enough machines tell."""
    sessions: dict[str, SessionNoise]
    """By hardware class and where the dataset lies; verdicts go by `any`, the widest."""
    campaigns: dict[str, CampaignNoise]
    """By identified machine and kind of load; by kind of machine and `any` for those not listed."""


class NumeralLimits(Record, kw_only=True):
    """How sentences write ratios."""

    times_up: Number
    """Ratios from here on are written in times, below as a percentage with its sign."""
    too_wide: Number
    """An interval that reaches further than this factor to either side, or from 1 where it leaves
    that open, is not written out.
    """
    small: Number
    """Shares below have a decimal as a percentage."""
    large: Number
    """Times from here on are whole."""


class VerdictPolicy(Record, kw_only=True):
    """Numbers, tables and words of the verdict policy, for a browser that applies it."""

    version: int
    """Version of the policy."""
    margin: Number
    """Equivalence margin, as a share."""
    clear: Number
    """An interval within this share is no clear difference, a wider one is too noisy to tell."""
    alpha: Number
    """How often the headline contrasts of one pair may call the same thing different, together."""
    power: Number
    """How often the difference that a verdict says the runs would have shown is found."""
    repeats: Number
    """What campaigns of a machine differ by at most where a verdict is measured; a logarithm."""
    trim: Number
    """Of the ratios of rounds, the share that is left out at either end."""
    near: Number
    """A thread count within this factor of the processors is about their number."""
    over: list[int]
    """Times the processors: oversubscribed, wanted and at least."""
    farthest: Number
    """Logarithms beyond are cut."""
    published: list[Evidence]
    """Evidence that is figures without output."""
    outside_bottlenecks: list[Bottleneck]
    """Bottlenecks outside of the server, which can hide a difference between servers."""
    t: dict[str, list[float]]
    """Quantiles of Student's t by number of contrasts, from 1 degree of freedom on."""
    noise: NoiseTables
    """How far runs of the same thing lie apart."""
    words: dict[str, str]
    """Every phrase of a sentence."""
    listed: int
    """Names that a list spells out."""
    numerals: NumeralLimits
    """How sentences write numbers."""
    directions: dict[str, str]
    """Direction to its name."""
    statuses: dict[str, str]
    """Evidence status to its name, the strongest first."""


class NamedCost(Record):
    """A column of a few words, where the nearest are sought."""

    cost: Number
    """What another word costs."""
    what: str
    """What it says."""
    words: dict[str, str]
    """Its words as readers call them."""


class NearnessRule(Record, kw_only=True):
    """What each difference between two cells costs, where the nearest are sought."""

    processors: Number
    """A doubling of the processors that the server may use."""
    data: Number
    """A doubling of the data."""
    memory: Number
    """A doubling of the machine's memory."""
    residency: Number
    """Data that fit the buffer pool on one side alone."""
    product: Number
    """Another product."""
    series: Number
    """Another release series of the product."""
    variant: Number
    """Another variant of the server, such as its thread pool."""
    year: Number
    """A year between them."""
    named: dict[str, NamedCost]
    """Columns of the table of cells to what another word costs."""
    within: Number
    """Cells that cost at most so much more than the nearest are about as near."""
    farthest: Number
    """Where the nearest costs more, nothing is near."""


class PolicyRecord(Record):
    """The rules /compare/ applies, in /policy.json."""

    verdicts: VerdictPolicy
    """Numbers, tables and words of the verdict policy."""
    conditions: list[Field]
    """The table of conditions."""
    variables: VariableRules
    """What is known of variables that are no conditions of the table."""
    comparability_rules: ComparabilityRules
    """Order and exceptions of comparability."""
    comparability_words: ComparabilityWords
    found: dict[str, str]
    """Words of the page for statuses of conditions."""
    values: dict[str, str]
    """Its words for values that are none."""
