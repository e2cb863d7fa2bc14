"""Panels for tests: what was found of each candidate, and nothing else."""

from __future__ import annotations

from derived_records import panel_record
from sysbench_archive.model.comparison import (
    ContrastDirection,
    ContrastRecord,
    Panel,
    Side,
    ThreadRole,
    VerdictRecord,
)


def contrast(
    role: ThreadRole, threads: int, ratio: float, direction: ContrastDirection
) -> ContrastRecord:
    """Five per cent of noise to either side, three times as much of nothing clear."""
    width = 1.05 if direction in ("faster", "slower") else 1.05**3
    return ContrastRecord(
        role=role,
        threads=threads,
        ratio=ratio,
        low=ratio / width,
        high=ratio * width,
        direction=direction,
        text="in words",
        resolvable=None,
        n=[1, 1],
        paired=False,
        log=0.0,
        standard_error=None,
        df=0,
        session_error=None,
    )


def verdict(label: str, direction: ContrastDirection, ratio: float) -> VerdictRecord:
    """What is said at four threads, and nothing clear at one."""
    return VerdictRecord(
        candidate=label,
        baseline="base",
        direction=direction,
        status="measured",
        sentence=f"{label} in words.",
        reason="",
        limitations=[],
        margin=0.02,
        headline=[
            contrast("one", 1, 1.01, "no-clear-difference"),
            contrast("cores", 4, ratio, direction),
        ],
    )


def side(label: str) -> Side:
    return Side(
        id=label,
        label=label,
        role="baseline" if label == "Base" else "candidate",
        product="mysql",
        version="8.0",
        series="8.0",
        shade=0,
    )


def panel(name: str, *judged: tuple[str, ContrastDirection, float]) -> Panel:
    """A panel whose candidates got these (label, direction, ratio)."""
    return panel_record(
        name,
        title=f"Panel {name}",
        sides=[side("Base"), *(side(label) for label, _, _ in judged)],
        verdicts=[verdict(*each) for each in judged],
    )
