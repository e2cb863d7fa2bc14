"""What a snapshot is, as DataCite describes data sets: the file `datacite.json`.

It follows version 4.5 of the schema, the newest that the readers of DataCite's own people check.
The DOI of a snapshot is not known when it is cut; that of all snapshots is, once one is stated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sysbench_archive.publish.citation import PUBLISHER

DATACITE = "datacite.json"
DESCRIPTION = ".zenodo.json"
"""What Zenodo is told of every snapshot."""
_LICENSES = {
    "cc-zero": {
        "rights": "Creative Commons Zero v1.0 Universal",
        "rightsUri": "https://creativecommons.org/publicdomain/zero/1.0/",
        "rightsIdentifier": "CC0-1.0",
        "rightsIdentifierScheme": "SPDX",
    }
}
_TAG = re.compile("<[^>]*>")


def datacite_record(
    described: Mapping[str, Any], about: Mapping[str, Any], *, base: str, repository: str, doi: str
) -> dict[str, Any]:
    """The record of a snapshot; `described` is `.zenodo.json`, `about` what `release.json` says."""
    related = [("IsDerivedFrom", "URL", f"{base}/"), ("IsCompiledBy", "URL", repository)]
    if doi:
        related.append(("IsVersionOf", "DOI", doi))
    day = about["date"]
    return {
        "schemaVersion": "http://datacite.org/schema/kernel-4",
        "types": {"resourceTypeGeneral": "Dataset", "resourceType": "Benchmark results"},
        "titles": [{"title": described["title"]}],
        "creators": [
            {"name": creator["name"], "nameType": "Organizational"}
            for creator in described["creators"]
        ],
        "publisher": {"name": PUBLISHER},
        "publicationYear": day[:4],
        "dates": [{"date": day, "dateType": "Issued"}],
        "version": day,
        "language": "en",
        "subjects": [{"subject": word} for word in described["keywords"]],
        "descriptions": [
            {"description": _TAG.sub("", described["description"]), "descriptionType": "Abstract"},
            {"description": described["notes"], "descriptionType": "Other"},
        ],
        "rightsList": [_LICENSES[described["license"]]],
        "alternateIdentifiers": [
            {"alternateIdentifier": about["results_swhid"], "alternateIdentifierType": "SWHID"},
            {"alternateIdentifier": about["commit"], "alternateIdentifierType": "git commit"},
        ],
        "relatedIdentifiers": [
            {"relationType": relation, "relatedIdentifierType": kind, "relatedIdentifier": found}
            for relation, kind, found in related
        ],
        "sizes": [f"{sum(file['bytes'] for file in about['files'])} bytes"],
    }
