"""From samples of two sides to a verdict, in closed form: the steps a browser repeats on /compare/.

Repetitions at one thread count become an estimate of the log ratio; a few headline thread counts,
named before any figure is seen, become contrasts; the contrasts together give the direction, and
how the runs were made gives the evidence status.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from msgspec import UNSET

from sysbench_archive.model.base import narrowed
from sysbench_archive.model.comparison import (
    ContrastDirection,
    ContrastRecord,
    Direction,
    EvidenceStatus,
    OtherCampaign,
    ThreadRole,
)
from sysbench_archive.statistics.distributions import t_quantile
from sysbench_archive.verdicts.contrasts import Contrast, Samples, Sides, contrast_of
from sysbench_archive.verdicts.looks import level_of_look
from sysbench_archive.verdicts.policy import (
    ALPHA,
    MARGIN,
    MAX_DF,
    POLICY,
    VerdictContext,
    student_quantile,
    whole_df,
)
from sysbench_archive.words.numbers import percent_up
from sysbench_archive.words.phrases import WORDS, threads_of

MARGIN_LOG, CLEAR_LOG = math.log1p(MARGIN), math.log1p(POLICY.clear)


SIGNED: tuple[ContrastDirection, ...] = ("faster", "slower", "fewer", "more")
"""Directions that have a sign."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Direction and status of a candidate beside a baseline, and what they rest on.

    `limitations` say why the status is not higher, as fragments of a sentence; `contrasts` are
    those of all thread counts that both have. Texts of the headline are written with its sentence.
    """

    direction: Direction
    status: EvidenceStatus
    limitations: tuple[str, ...]
    headline: tuple[ContrastRecord, ...]
    context: VerdictContext
    contrasts: Mapping[int, Contrast]

    @property
    def intervals(self) -> dict[int, tuple[float, float]]:
        """Thread count to the interval of its ratio, at the level of the headline contrasts.

        Thread counts without repetitions are left out; outside of the headline intervals describe.
        """
        found = {
            threads: _ratio_interval(contrast, self._half_width(contrast))
            for threads, contrast in self.contrasts.items()
        }
        return {threads: interval for threads, interval in found.items() if interval}

    @property
    def signed(self) -> set[int]:
        """The thread counts, headline ones or not, at which the candidate is told from the
        baseline.
        """
        return {
            threads
            for threads, contrast in self.contrasts.items()
            if direction_of(contrast, self._half_width(contrast), self.context) in SIGNED
        }

    def _half_width(self, contrast: Contrast) -> float | None:
        return _half_width(contrast, len(self.headline), self.context)


def judge(
    baseline: Samples, candidate: Samples, context: VerdictContext, sides: Sides = ("", "")
) -> Verdict:
    """The verdict of thread counts to samples; thread counts of one side alone are left out.

    `sides` are the ids of baseline and candidate in the pooled residuals of the context.
    """
    contrasts = {
        threads: contrast_of(threads, baseline[threads], candidate[threads], context, sides)
        for threads in sorted(baseline.keys() & candidate.keys())
    }
    roles = roles_of(contrasts, context.cpus)
    headline = tuple(
        _headline_contrast(role, contrasts[threads], len(roles), context)
        for threads, role in roles.items()
    )
    limitations = tuple(limitations_of([contrasts[threads] for threads in roles], context))
    return Verdict(
        direction=direction_together([entry.direction for entry in headline], context),
        status=status_of(context, limitations),
        limitations=limitations,
        headline=headline,
        context=context,
        contrasts=contrasts,
    )


def _headline_contrast(
    role: ThreadRole, contrast: Contrast, contrasts: int, context: VerdictContext
) -> ContrastRecord:
    """What one of so many headline contrasts says."""
    half = _half_width(contrast, contrasts, context)
    low, high = _ratio_interval(contrast, half) or (None, None)
    # Published figures may be repeated, and yet nothing tells how they vary.
    has_noise = half is not None
    return ContrastRecord(
        role=role,
        threads=contrast.threads,
        ratio=contrast.ratio,
        window=contrast.window,
        whole_ratio=math.exp(contrast.whole),
        low=low,
        high=high,
        direction=direction_of(contrast, half, context),
        text="",
        resolvable=_resolvable_difference(contrast, half, context),
        n=list(contrast.n),
        paired=contrast.paired,
        log=contrast.log.centre,
        standard_error=contrast.log.standard_error if has_noise else None,
        df=whole_df(contrast.log.df) if has_noise else 0,
        session_error=contrast.session_error if has_noise else None,
        held=contrast.held or UNSET,
        campaigns=[
            narrowed(each, OtherCampaign) for each in context.replications.get(contrast.threads, ())
        ]
        or UNSET,
    )


def roles_of(counts: Collection[int], cpus: int | None) -> dict[int, ThreadRole]:
    """Headline thread count to its role, in ascending order of thread counts; at most three.

    Whoever chose the grid of thread counts does not choose the answer: single-thread, about the
    core count and oversubscribed are named by the processors of the machine; where the lowest
    count is not 1 but leaves processors idle, it is below the core count. Where nobody recorded
    the processors, the lowest (single-thread where it is 1), the middle and the highest count
    stand for them.
    """
    ordered = sorted(counts)
    if not ordered:
        return {}
    roles: dict[int, ThreadRole] = {}
    for role, threads in _roles_by_cpus(ordered, cpus) if cpus else _roles_by_grid(ordered):
        if threads is not None:
            roles.setdefault(threads, role)
    return dict(sorted(roles.items()))


def _roles_by_cpus(counts: Sequence[int], cpus: int) -> list[tuple[ThreadRole, int | None]]:
    lowest, highest = counts[0], counts[-1]
    near = _nearest_count(counts, cpus * cpus)
    wanted, least = POLICY.over
    oversubscribed = next(
        (count for count in counts if count >= wanted * cpus),
        highest if highest >= least * cpus else None,
    )
    return [
        (
            "one" if lowest == 1 else "below",
            lowest if lowest == 1 or lowest < cpus else None,
        ),
        ("cores", near if 1 / POLICY.near <= near / cpus <= POLICY.near else None),
        ("over", oversubscribed),
    ]


def _roles_by_grid(counts: Sequence[int]) -> list[tuple[ThreadRole, int | None]]:
    lowest, highest, inner = counts[0], counts[-1], counts[1:-1]
    return [
        ("one" if lowest == 1 else "lowest", lowest),
        ("middle", _nearest_count(inner, lowest * highest) if inner else None),
        ("highest", highest),
    ]


def _nearest_count(counts: Sequence[int], square: int) -> int:
    """The count nearest to the root of `square` on the logarithmic scale, the lower of two."""
    return min(counts, key=lambda count: (max(count**2 / square, square / count**2), count))


def _half_width(contrast: Contrast, contrasts: int, context: VerdictContext) -> float | None:
    """Half of the interval of the log ratio, at 1 - ALPHA / contrasts; None of single runs."""
    return None if context.published else width_of(contrast, contrasts, context)


def width_of(contrast: Contrast, column: int | str, context: VerdictContext) -> float | None:
    """The same by a column of quantiles: so many headline contrasts, or "power"; where figures were
    looked at while they were measured, at the level of the last look. None of single runs.

    The variance of sessions is taken as known, that of the runs has few degrees of freedom. Each
    counts with its own quantile: one for both, by Satterthwaite, would call up to one pair in ten
    of the same thing different where the runs happen to lie close together.
    """

    def quantile(df: float) -> float:
        if context.looks and isinstance(column, int):
            return look_quantile(context.looks, column, df)
        return student_quantile(column, df)

    if contrast.log.standard_error is None:
        return None
    runs = contrast.log.standard_error * quantile(whole_df(contrast.log.df))
    return math.hypot(runs, contrast.session_error * quantile(MAX_DF))


def look_quantile(looks: Sequence[float], contrasts: int, df: float) -> float:
    """The quantile of Student's t at the last of these looks, of so many headline contrasts."""
    return t_quantile(1 - level_of_look(looks, ALPHA / contrasts) / 2, df)


def _resolvable_difference(
    contrast: Contrast, half: float | None, context: VerdictContext
) -> float | None:
    beyond = width_of(contrast, "power", context)
    if half is None or beyond is None:
        return None
    return math.expm1(min(half + beyond, POLICY.farthest))


def _ratio_interval(contrast: Contrast, half: float | None) -> tuple[float, float] | None:
    if half is None:
        return None
    low, high = contrast.log.centre - half, contrast.log.centre + half
    return math.exp(max(low, -POLICY.farthest)), math.exp(min(high, POLICY.farthest))


def direction_of(
    contrast: Contrast, half: float | None, context: VerdictContext
) -> ContrastDirection:
    """What one contrast says."""
    if context.blockers:
        return "not-comparable"
    is_silent = context.rate_limited or contrast.held or contrast.window == "never"
    if is_silent or context.unproven:
        return "cannot-tell"
    if half is None:
        return _sign_beyond(context.noise.threshold, contrast, context) or "cannot-tell"
    reach = abs(contrast.log.centre) + half
    if reach > MARGIN_LOG and (signed := _sign_beyond(half, contrast, context)):
        return signed
    if context.paced_from_outside:
        # Where something else set the pace, servers that differ can look alike.
        return "cannot-tell"
    if reach <= MARGIN_LOG:
        return "equivalent"
    return "no-clear-difference" if reach <= CLEAR_LOG else "too-noisy"


def _sign_beyond(
    noise: float, contrast: Contrast, context: VerdictContext
) -> ContrastDirection | None:
    """A sign where the log ratio exceeds the noise; else None."""
    centre = contrast.log.centre
    if abs(centre) <= noise:
        return None
    if context.counted:
        return "more" if centre > 0 else "fewer"
    return "faster" if (centre > 0) == context.higher_is_better else "slower"


_DECIDING: tuple[Direction, ...] = (
    "faster", "slower", "fewer", "more", "cannot-tell", "too-noisy", "no-clear-difference",
)  # fmt: skip
"""Of several directions the first of these counts: one decided contrast decides."""


def direction_together(directions: Collection[Direction], context: VerdictContext) -> Direction:
    """What the headline contrasts of a pair say together."""
    if context.blockers:
        return "not-comparable"
    if any(pair <= set(directions) for pair in ({"faster", "slower"}, {"fewer", "more"})):
        return "mixed"
    if directions and set(directions) == {"equivalent"}:
        return "equivalent"
    return next((name for name in _DECIDING if name in directions), "cannot-tell")


def status_of(context: VerdictContext, limitations: Sequence[str]) -> EvidenceStatus:
    """Measured where nothing limits it, else reported where figures are published ones."""
    if not limitations:
        return "measured"
    return "reported" if context.published else "indicative"


def limitations_of(contrasts: Sequence[Contrast], context: VerdictContext) -> Iterator[str]:
    """Why nothing is measured, as fragments of a sentence.

    A contrast is measured where another campaign that is certainly on the machine, apart in time,
    found it as well, and campaigns there repeat: how one of them took turns, or how often it ran,
    cannot show what the next one will be like. What may be the machine only speaks against it.
    """
    if not contrasts:
        yield WORDS["reason-nothing"]
        return
    found = {c.threads: context.replications.get(c.threads, ()) for c in contrasts}
    alone = [t for t, others in found.items() if not any(other.same_machine for other in others)]
    if alone:
        if context.published or any(c.single for c in contrasts):
            yield WORDS["cap-published" if context.published else "cap-single"]
        yield WORDS["cap-alone"].format(place=WORDS["at"].format(place=threads_of(alone)))
    others = [(threads, other) for threads, each in found.items() for other in each]
    for threads, other in others:
        if not other.agrees:
            place = WORDS["at"].format(place=threads_of([threads]))
            yield WORDS["cap-disagrees"].format(place=place, bundle=other.bundle)
    widest = max((other.deviation for _, other in others), default=0.0)
    if widest > POLICY.repeats:
        yield WORDS["cap-spread"].format(percent=percent_up(math.expm1(widest)))
