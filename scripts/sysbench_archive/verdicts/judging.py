"""From samples to a verdict, in closed form: the same steps that a page applies in a browser."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from sysbench_archive.verdicts.circumstances import Circumstances
from sysbench_archive.verdicts.contrasts import Contrast, Sample, contrast_of
from sysbench_archive.verdicts.direction import direction_of, half_width, together
from sysbench_archive.verdicts.headline import roles_of
from sysbench_archive.verdicts.policy import FARTHEST
from sysbench_archive.verdicts.status import caps_of, status_of
from sysbench_archive.verdicts.student import student

Samples = Mapping[int, Sample]


@dataclass(frozen=True, slots=True)
class Judged:
    """A headline contrast with what it says.

    `half` is half of its interval on the logarithmic scale, `resolvable` the smallest ratio - 1
    the runs would have shown; None without repetitions.
    """

    role: str
    contrast: Contrast
    half: float | None
    direction: str
    resolvable: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of the ratio."""
        return _interval(self.contrast, self.half)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Direction and status of a candidate beside a baseline, and what they rest on."""

    direction: str
    status: str
    caps: tuple[str, ...]
    headline: tuple[Judged, ...]
    around: Circumstances


def judge(baseline: Samples, candidate: Samples, around: Circumstances) -> Verdict:
    """The verdict of thread counts to samples; thread counts of one side alone are left out."""
    roles = _roles(baseline, candidate, around)
    headline = tuple(
        _judged(role, _contrast(threads, baseline, candidate), len(roles), around)
        for threads, role in roles.items()
    )
    caps = tuple(caps_of([judged.contrast for judged in headline], around))
    found = together([judged.direction for judged in headline], around)
    return Verdict(found, status_of(around, caps), caps, headline, around)


def intervals(
    baseline: Samples, candidate: Samples, around: Circumstances
) -> dict[int, tuple[float, float]]:
    """Thread count to the interval of its ratio, at the level of the headline contrasts.

    Thread counts without repetitions are left out; outside of the headline intervals describe.
    """
    count = len(_roles(baseline, candidate, around))
    found = {}
    for threads in sorted(baseline.keys() & candidate.keys()):
        contrast = _contrast(threads, baseline, candidate)
        interval = _interval(contrast, _half(contrast, count, around))
        if interval:
            found[threads] = interval
    return found


def _roles(baseline: Samples, candidate: Samples, around: Circumstances) -> dict[int, str]:
    return roles_of(baseline.keys() & candidate.keys(), around.cpus)


def _contrast(threads: int, baseline: Samples, candidate: Samples) -> Contrast:
    return contrast_of(threads, baseline[threads], candidate[threads])


def _judged(role: str, contrast: Contrast, count: int, around: Circumstances) -> Judged:
    half = _half(contrast, count, around)
    direction = direction_of(contrast, half, around)
    return Judged(role, contrast, half, direction, _resolvable(contrast, half))


def _half(contrast: Contrast, count: int, around: Circumstances) -> float | None:
    return None if around.published else half_width(contrast, count, around.threshold)


def _resolvable(contrast: Contrast, half: float | None) -> float | None:
    if half is None or contrast.log.error is None:
        return None
    shown = half + contrast.log.error * student("power", contrast.log.freedom)
    return math.expm1(min(shown, FARTHEST))


def _interval(contrast: Contrast, half: float | None) -> tuple[float, float] | None:
    if half is None:
        return None
    low, high = contrast.log.centre - half, contrast.log.centre + half
    return math.exp(max(low, -FARTHEST)), math.exp(min(high, FARTHEST))
