"""Where a bundle appears: the comparisons its page links to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sysbench_archive.commands.curated_records import bundles_named
from sysbench_archive.commands.survey import Survey


def appearances_of(
    surveys: Sequence[Survey], definitions: Mapping[str, Mapping[str, str]]
) -> dict[str, list[dict[str, str]]]:
    """Bundle to the comparisons it appears in, curated ones first."""
    found: dict[str, list[dict[str, str]]] = {survey.id: [] for survey in surveys}
    for slug, definition in definitions.items():
        for name in bundles_named(definition):
            path = f"/comparisons/{slug}/"
            found[name].append({"path": path, "title": definition["title"]})
    for survey in surveys:
        for entry in survey.comparisons:
            found[survey.id].append({"path": entry["path"], "title": entry["label"]})
    return found
