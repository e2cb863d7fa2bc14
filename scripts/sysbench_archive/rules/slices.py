"""A campaign in slices, or one that was to resolve something, says of itself what its runs show."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sysbench_archive.model.bundle import Bundle
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import in_document, numbered_runs
from sysbench_archive.rules.runs import typed

DESIGN = RULES["slices-design"]
STOPPING = RULES["stopping-looks"]


def check(bundle: Bundle) -> Iterator[Problem]:
    """Compare what the campaign states with its runs."""
    campaign = bundle.facts.get("campaign", {})
    yield from _design_problems(bundle, campaign)
    if "stopping" in campaign:
        yield from _stopping_problems(bundle, campaign["stopping"])


def _design_problems(bundle: Bundle, campaign: Mapping[str, Any]) -> Iterator[Problem]:
    cut = [run.id for run in bundle.runs if "slices" in run.facts]
    ordered = str(campaign.get("order", "")).endswith("-slices")
    said = {"`slices` of the campaign": "slices" in campaign, "its order": ordered}
    for name, is_said in said.items():
        if is_said != bool(cut):
            message = f"{name} and the runs disagree on whether there are slices"
            got = "slices" if is_said else "none"
            expected = f"{len(cut)} runs of slices" if cut else "no run of slices"
            yield in_document(bundle, DESIGN, "/campaign", got_expected(message, got, expected))
    seconds = campaign.get("slices", {}).get("seconds")
    for pointer, run in numbered_runs(bundle):
        stated = typed(run.command, "time")
        if seconds is not None and run.id in cut and stated not in (None, seconds):
            message = f"slices of run {run.id!r} have another length than the campaign's"
            message = got_expected(message, f"{stated} s in the command", f"{seconds} s")
            yield in_document(bundle, DESIGN, pointer, message)


def _stopping_problems(bundle: Bundle, stopping: Mapping[str, Any]) -> Iterator[Problem]:
    looks, most = stopping["looks"], stopping["blocks_at_most"]
    pointer = "/campaign/stopping/looks"
    if sorted(set(looks)) != list(looks):
        yield in_document(bundle, STOPPING, pointer, f"looks do not ascend (got {looks})")
        return
    found = [taken.block for run in bundle.runs for taken in run.slices]
    found += [run.facts.get("sequence", {}).get("block", 0) for run in bundle.runs]
    blocks = max(found, default=0)
    if blocks and looks[-1] != blocks:
        message = "the last look is not at the end"
        message = got_expected(message, f"after {looks[-1]} blocks", f"after {blocks}")
        yield in_document(bundle, STOPPING, pointer, message)
    if looks[-1] > most:
        message = got_expected("a look beyond the last block", looks[-1], f"at most {most}")
        yield in_document(bundle, STOPPING, pointer, message)
