"""Pages that span bundles: upgrades and hardware classes, out of what each bundle contributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sysbench_archive.commands.survey import Survey
from sysbench_archive.derive.hardware_pages import hardware_record
from sysbench_archive.publish.hardware import hardware_files
from sysbench_archive.publish.upgrades import upgrade_files

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Gathered:
    """Points of upgrades and hardware classes of all bundles.

    `appearances` names the comparisons of each bundle by its id.
    """

    points: Sequence[Record]
    classes: Sequence[Record]
    appearances: Mapping[str, Sequence[Mapping[str, str]]]


def gather(
    surveys: Sequence[Survey], appearances: Mapping[str, Sequence[Mapping[str, str]]]
) -> Gathered:
    """What the surveys of bundles hold for pages that span them."""
    points = [point for survey in surveys for point in survey.points]
    classes = [record for survey in surveys for record in survey.classes]
    return Gathered(points, classes, appearances)


def spanning_files(gathered: Gathered, results: Sequence[Record]) -> dict[str, Record]:
    """The files of these pages, by their path below the derived folder."""
    points, appearances = gathered.points, gathered.appearances
    hardware = hardware_record(gathered.classes, results, appearances, points)
    return dict([*upgrade_files(points), *hardware_files(hardware)])
