"""Evidence files and reports: each belongs to exactly one thing the bundle names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sysbench_archive.bundle.files import AUTHORED
from sysbench_archive.model.bundle import ARCHIVE_ENDINGS, MEMBER_MARK, Bundle, stated
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import in_document, in_figures, in_file, numbered_reports

UNCLAIMED = RULES["evidence-unclaimed"]
MISSING = RULES["evidence-missing"]
COPIED = RULES["evidence-duplicate"]
REPORT_UNCLAIMED = RULES["report-unclaimed"]
REPORT_SHARED = RULES["report-shared"]
LINKED = RULES["linked-incomplete"]
ARCHIVE = RULES["linked-archive"]
SCRIPT = RULES["script-hash"]
ADDRESS = RULES["script-address"]

_ON_A_FORGE = re.compile(r"https://[^/]+/[^/]+/[^/]+/(?:-/)?(?:blob|raw|tree)/([^/]+)/")
_COMMIT = re.compile(r"[0-9a-f]{7,64}")

_SHA256 = re.compile(r"[0-9a-f]{64}")


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at every file, every mention of one, and every report."""
    yield from _files(bundle)
    yield from _reports(bundle)
    yield from _scripts(bundle)
    if bundle.evidence == "linked-output":
        yield from _linked(bundle)
        yield from _members(bundle)


def mentions(bundle: Bundle) -> Iterator[tuple[str, str]]:
    """(pointer, file) for every field that names a file, those of runs apart."""
    for index, server in enumerate(bundle.servers.values()):
        if "variables" in server.facts:
            yield f"/servers/{index}/variables", server.facts["variables"]
    for index, workload in enumerate(bundle.workloads.values()):
        if "file" in workload.facts.get("script", {}):
            yield f"/workloads/{index}/script/file", workload.facts["script"]["file"]
    for index, attachment in enumerate(bundle.facts.get("attachments", ())):
        yield f"/attachments/{index}/file", attachment["file"]


def _files(bundle: Bundle) -> Iterator[Problem]:
    named = dict(mentions(bundle))
    for pointer, mentioned in named.items():
        if mentioned not in bundle.files:
            message = got_expected("no such file", mentioned, "a file of this bundle")
            yield in_document(bundle, MISSING, pointer, message)
    first: dict[str, str] = {}
    claimed = {*AUTHORED, *named.values(), *(run.file for run in bundle.runs)}
    for name, file in bundle.files.items():
        if name not in claimed:
            yield in_file(bundle, UNCLAIMED, name, "no run and no field names this file")
        if name.startswith("raw/") and file.sha256 in first:
            message = f"the same bytes as {first[file.sha256]}"
            yield in_file(bundle, COPIED, name, message)
        first.setdefault(file.sha256, name)


def _reports(bundle: Bundle) -> Iterator[Problem]:
    claimed: dict[tuple[str, int], str] = {}
    for pointer, run in numbered_reports(bundle):
        if run.file and run.report:
            key = run.file, run.report.index
            if key in claimed:
                message = f"report {key[1]} of {run.file} is already run {claimed[key]!r}"
                yield in_document(bundle, REPORT_SHARED, f"{pointer}/file", message)
            claimed.setdefault(key, run.id)
    # A run that counts instructions has a report for each count.
    counted = {run.file for run in bundle.runs if "count" in run.facts}
    for file, reports in bundle.reports.items():
        for report in reports if file not in counted else ():
            if (file, report.index) not in claimed:
                message = f"report {report.index} of {len(reports)} is no run"
                yield in_file(bundle, REPORT_UNCLAIMED, file, message, line=report.first_line)


def _scripts(bundle: Bundle) -> Iterator[Problem]:
    for index, workload in enumerate(bundle.workloads.values()):
        script = workload.facts.get("script", {})
        file, digest = bundle.files.get(script.get("file", "")), stated(script.get("sha256"))
        if file and digest and file.sha256 != digest:
            message = got_expected(f"not the hash of {file.path}", digest[:12], file.sha256[:12])
            yield in_document(bundle, SCRIPT, f"/workloads/{index}/script/sha256", message)
        place = _ON_A_FORGE.match(script.get("url", ""))
        if place and not _COMMIT.fullmatch(place[1]):
            message = got_expected("not the address of one version", place[1], "a commit")
            yield in_document(bundle, ADDRESS, f"/workloads/{index}/script/url", message)


def _linked(bundle: Bundle) -> Iterator[Problem]:
    first: dict[tuple[str, int | None], str] = {}
    for run in bundle.runs:
        if run.report or not run.figures:
            continue
        source, digest = run.source.get("source"), run.source.get("sha256", "")
        key = digest, run.linked.report
        faults = [] if source else [("source", "no source file is named")]
        if not _SHA256.fullmatch(digest):
            faults.append(("sha256", got_expected("no hash", digest, "64 digits")))
        for metric, figure in run.figures.items():
            if figure.line is None:
                faults.append((f"{metric}_line", "no line is given"))
        if first.setdefault(key, run.id) != run.id and digest:
            message = f"the report of run {first[key]!r} again"
            yield in_figures(bundle, REPORT_SHARED, run, metric="sha256", message=message)
        for metric, message in faults:
            yield in_figures(bundle, LINKED, run, metric=metric, message=message)


def _members(bundle: Bundle) -> Iterator[Problem]:
    """Rows whose source is a member of an archive: the archive has one digest."""
    digests: dict[str, str] = {}
    for run in bundle.runs:
        source, digest = run.source.get("source", ""), run.source.get("archive_sha256", "")
        archive, mark, member = source.partition(MEMBER_MARK)
        if not digest and not (mark and archive.lower().endswith(ARCHIVE_ENDINGS)):
            continue
        message = ""
        if not (archive and member):
            message = got_expected("no member", source, "archive.zip!member")
        elif not _SHA256.fullmatch(digest):
            message = got_expected("no hash of the archive", digest or "nothing", "64 digits")
        elif digests.setdefault(archive, digest) != digest:
            message = got_expected("another hash of the archive", digest, digests[archive])
        if message:
            yield in_figures(bundle, ARCHIVE, run, metric="archive_sha256", message=message)
