"""Published records for `reproduce`: out of this checkout, or from a published site.

Owns the download: http and https only, a bounded number of bytes, no cookies, no passwords. What
comes back is read as somebody else's, wherever it comes from.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib import request

from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.commands.archive import Archive
from sysbench_archive.commands.check import curated_of, read_records
from sysbench_archive.commands.curated_records import curated_records
from sysbench_archive.commands.store import Store, engine_digest
from sysbench_archive.commands.survey import Place, Survey, survey_all
from sysbench_archive.commands.verb import today
from sysbench_archive.problems import inert

Record = dict[str, Any]
Lookup = Callable[[str], Any]
MAX_BYTES = 64 << 20
SECONDS = 30


def from_site(site: str) -> Lookup:
    """A lookup of site paths: what stands in the page's index.json."""

    def look(path: str) -> bytes:
        return _download(f"{site}{path}index.json")

    return look


def _download(url: str) -> bytes:
    # Handlers are listed, so that no other scheme is known, not even after a redirect.
    opener = request.OpenerDirector()
    handlers = (
        request.ProxyHandler(), request.HTTPHandler(), request.HTTPSHandler(),
        request.HTTPDefaultErrorHandler(), request.HTTPErrorProcessor(),
        request.HTTPRedirectHandler(), request.UnknownHandler(),
    )  # fmt: skip
    for handler in handlers:
        opener.add_handler(handler)
    headers = {"User-Agent": "sysbench-archive", "Accept": "application/json"}
    try:
        with opener.open(request.Request(url, headers=headers), timeout=SECONDS) as answer:  # noqa: S310
            data: bytes = answer.read(MAX_BYTES + 1)
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise RefusalError(inert(url), inert(str(error)), hint="is the address right?") from None
    if len(data) > MAX_BYTES:
        raise RefusalError(url, "too large", f"more than {MAX_BYTES >> 20} MiB", "less")
    return data


def from_checkout(archive: Archive, store: Store) -> Lookup:
    """A lookup of site paths in a checkout, derived as a build does it."""
    surveys: dict[str, Survey] = {}

    def look(path: str) -> bytes:
        _, kind, name, *_ = path.split("/")
        if kind == "results":
            return _as_json(_outcome(name)["result"], path)
        if "--" in name:
            matrix = _outcome(name.partition("--")[0])["matrix"]
            return _as_json(next((c for c in matrix if c["slug"] == name), None), path)
        return _as_json(_curated(archive, store, name), path)

    def _outcome(name: str) -> Record:
        folders = [folder for folder in archive.bundles() if folder.name == name]
        if name not in surveys:
            surveys.update({s.id: s for s in _surveyed(archive, store, folders)})
        outcome: Record | None = store.get(surveys[name].key) if name in surveys else None
        return outcome or {"result": None, "matrix": []}

    return look


def _surveyed(archive: Archive, store: Store, folders: Any) -> list[Survey]:
    places = [Place(folder, archive.label(folder)) for folder in folders]
    with ThreadPoolExecutor(1) as alone:
        return list(survey_all(places, store, engine_digest(), today(), alone))


def _curated(archive: Archive, store: Store, slug: str) -> Record | None:
    surveys = _surveyed(archive, store, archive.bundles())
    found = curated_of(archive, surveys, read_records(archive)[0])
    named = {c.slug: c.value for c in found if c.slug == slug and c.value}
    records = curated_records(named, {s.id: s.key for s in surveys}, store)
    return next(iter(records), None)


def _as_json(record: Record | None, path: str) -> bytes:
    if record is None:
        raise RefusalError(
            "reproduce", "not in this checkout, or not without errors", path,
            hint="`sysbench-archive check` names errors; --site URL asks a published site",
        )  # fmt: skip
    return json.dumps(record).encode()
