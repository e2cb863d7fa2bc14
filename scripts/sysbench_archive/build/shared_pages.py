"""Pages that span bundles: which there are, which there were, and what is left of those."""

from __future__ import annotations

from collections.abc import Sequence

from sysbench_archive.build.archive import Archive
from sysbench_archive.build.survey import Survey
from sysbench_archive.derive.setting_pages import settings_record
from sysbench_archive.derive.site import hardware_record, versions_record, workloads_record
from sysbench_archive.ledger import SHARED_PAGES, read_shared_pages, write_shared_pages
from sysbench_archive.model.listing import HardwareList, VersionList, WorkloadList
from sysbench_archive.model.setting import SettingList
from sysbench_archive.publish.pages import UpgradePages, upgrade_pages


def addresses_of_lists(
    versions: VersionList,
    workloads: WorkloadList,
    upgrades: UpgradePages,
    hardware: HardwareList,
    settings: SettingList,
) -> dict[str, str]:
    """Path to title of every page that lists make."""
    found = {series.path: series.label for p in versions.products for series in p.series}
    found |= {test.path: test.title for family in workloads.families for test in family.tests}
    found |= {pair.path: pair.title for pair in upgrades.pairs}
    found |= {its.path: its.label for its in hardware.classes}
    found |= {page.path: page.variable for page in settings.settings}
    return found


def shared_pages(surveys: Sequence[Survey]) -> dict[str, str]:
    """Path to title of every page that spans the bundles of an archive."""
    results = [survey.entry for survey in surveys if survey.entry]
    points = [point for survey in surveys for point in survey.points]
    classes = [record for survey in surveys for record in survey.classes]
    titles = {entry.id: entry.title for entry in results}
    named = [survey.settings for survey in surveys if survey.settings]
    return addresses_of_lists(
        versions_record(results, []),
        workloads_record(results, []),
        upgrade_pages(points),
        hardware_record(classes, results, {entry.id: [] for entry in results}, points),
        settings_record(named, titles),
    )


def recorded_pages(archive: Archive) -> dict[str, str]:
    """The record of such pages; none where it has no file. Raises UsageError where it is broken."""
    file = archive.root / SHARED_PAGES
    return read_shared_pages(file.read_bytes()) if file.is_file() else {}


def record_shared_pages(
    archive: Archive, surveys: Sequence[Survey], published: Sequence[str] = ()
) -> list[str]:
    """Write a row for each such page that has none: the path of the file where it changed.

    So has each that was `published`, though it may not be made any more: then nobody knows its
    title, and it is called by the last part of its path.
    """
    recorded = recorded_pages(archive)
    # A title that changed is no other page.
    pages = {path: path.strip("/").rpartition("/")[2] for path in published}
    pages |= shared_pages(surveys) | recorded
    if pages == recorded:
        return []
    (archive.root / SHARED_PAGES).write_text(write_shared_pages(pages), encoding="utf-8")
    return [SHARED_PAGES]
