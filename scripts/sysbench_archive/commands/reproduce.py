"""`reproduce`: run a published comparison again on servers at hand, and compare the ratios.

Bundles come from this checkout or from a site, which is a folder or an address: http and https
only, a bounded number of bytes, no cookies, no passwords. They are untrusted: what rules refuse is
refused, nothing of a bundle is executed, and only names and numbers from fixed lists are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from sysbench_archive.build.archive import Archive
from sysbench_archive.bundle.curated import BundleParts, read_curated
from sysbench_archive.bundle.files import Folder, read_folder
from sysbench_archive.bundle.load import assemble, load_bundle
from sysbench_archive.capture.campaign_file import read_servers
from sysbench_archive.capture.counting import choose_tool
from sysbench_archive.capture.opening import look_at, sysbench_version
from sysbench_archive.capture.plan import Plan, RefusalError, sound
from sysbench_archive.commands.capture import (
    access_of,
    elsewhere_of,
    measure,
    next_steps,
    stoppable,
    threads_of,
)
from sysbench_archive.commands.checkout import archive_here
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text, say
from sysbench_archive.commands.web import from_site_or_folder
from sysbench_archive.derive.reproductions import Original, reproduction_of
from sysbench_archive.derive.results import result_record
from sysbench_archive.derive.runs import archive_path
from sysbench_archive.importers.archives import ArchiveError, bundle_in_archive
from sysbench_archive.model.base import read_record
from sysbench_archive.model.comparison import Comparison, Panel
from sysbench_archive.model.result import ResultRecord
from sysbench_archive.pages.comparison.prose import panels_of
from sysbench_archive.problems import UsageError, has_errors, inert
from sysbench_archive.reproduction.differences import (
    differences_here,
    outcome_text,
    plan_text,
    unmatched_text,
)
from sysbench_archive.reproduction.planning import (
    assigned,
    is_counted,
    plan_like,
    server_of,
    sides_of,
    with_distinct_ids,
)
from sysbench_archive.reproduction.published import Lookup, chosen, published, target_of
from sysbench_archive.rules.catalogue import check_bundle

_DEVIATIONS = ("threads", "repetitions", "seconds", "tables", "table_size")
"""Options that stand in place of what was published."""
SEVERAL = "is the name right? of a page of several comparisons name one, BUNDLE--WORKLOAD"


def from_site(site: str) -> Lookup:
    """The results and curated comparisons of a published site: bundles as they are packed there."""

    def result(bundle: str) -> ResultRecord:
        url = f"{site}{archive_path(bundle)}"
        try:
            name, files = bundle_in_archive(url, from_site_or_folder(url, "is the address right?"))
        except ArchiveError as error:
            raise RefusalError(url, str(error)) from None
        if name != bundle:
            raise RefusalError(url, "another bundle stands here", name, bundle)
        return _sound_result(bundle, files)

    def curated(slug: str) -> Sequence[Panel]:
        url = f"{site}/comparisons/{slug}/index.json"
        try:
            return read_record(from_site_or_folder(url, SEVERAL), Comparison).panels
        except (ValueError, RecursionError) as error:
            said = inert(str(error))[:200]
            raise RefusalError(url, "not the record of a comparison", said) from None

    return Lookup(result, curated)


def _sound_result(bundle: str, files: Folder) -> ResultRecord:
    """The record of a bundle without errors, whoever wrote it. RefusalError for others."""
    loaded = assemble(bundle, bundle, files, published=True)
    if loaded.bundle is None or has_errors((*loaded.problems, *check_bundle(loaded.bundle, None))):
        raise _absent(f"/results/{bundle}/", _CHECK)
    return result_record(loaded.bundle)


_CHECK = "`sysbench-archive check` names errors; --site asks a built site"


def _absent(path: str, hint: str) -> RefusalError:
    return RefusalError("reproduce", "not there, or not without errors", path, hint=hint)


def from_checkout(archive: Archive) -> Lookup:
    """The results and curated comparisons of a checkout."""

    def result(bundle: str) -> ResultRecord:
        folder = archive.results / bundle
        if not folder.is_dir():
            raise _absent(f"/results/{bundle}/", _CHECK)
        return _sound_result(bundle, read_folder(folder, bundle))

    def curated(slug: str) -> Sequence[Panel]:
        path = archive.comparisons / f"{slug}.md"
        there = dict.fromkeys((folder.name for folder in archive.bundles()), BundleParts())
        definition = read_curated(path, slug, there).definition if path.is_file() else None
        if definition is None:
            raise _absent(f"/comparisons/{slug}/", SEVERAL)
        results = {spec.bundle: result(spec.bundle) for spec in definition.panels}
        return panels_of(definition, results, slug)

    return Lookup(result, curated)


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    arguments.threads = arguments.threads and threads_of(arguments.threads)
    with stoppable():
        target = target_of(arguments.comparison, arguments.site)
        lookup = from_site(target.site) if target.site else from_checkout(archive_here())
        original, panel = chosen(published(target, lookup), arguments.panel)
        plan, password = _planned(arguments, original, panel)
        names = ["reproduced", original.workload]
        done = measure(plan, password, names, arguments)
    say(next_steps(done))
    return _judged(original, done.folder) or done.code


def _planned(arguments: Arguments, original: Original, panel: str) -> tuple[Plan, str]:
    """The plan, once the servers were looked at and what is not matched was shown."""
    stated = ("seed", "warmup", "settle", "placement", "link", "title")
    base = Plan((), (), (), 1, 1, 1, 1, **{name: getattr(arguments, name) for name in stated})
    sysbench = sysbench_version()
    wanted = {name: getattr(arguments, name) for name in _DEVIATIONS}
    plan = plan_like(original, base, sysbench, arguments.workload, **wanted)
    say(plan_text(original, plan, panel))
    access, password = access_of(arguments)
    if arguments.servers and arguments.server:
        raise RefusalError("reproduce", "servers are named twice", expected="--server or --servers")
    servers = tuple(server_of(word, access) for word in arguments.server)
    if arguments.servers:
        servers = read_servers(arguments.servers, access)
    if not servers:
        raise UsageError(
            f"no server is named: name one for each side with --server SIDE=PLACE, or in a file"
            f" with --servers\n  sides: {sides_of(original)}"
        )
    tool = choose_tool() if is_counted(original) else ""
    plan = sound(replace(plan, servers=assigned(original, servers), count=tool))
    sides = look_at(plan, password, elsewhere_of(arguments.host_facts))
    say(unmatched_text(list(differences_here(original, plan, sysbench, sides))))
    named = with_distinct_ids(plan.servers, [side.server["id"] for side in sides])
    return replace(plan, servers=named), password


def _judged(original: Original, folder: Path) -> int:
    """Say what came out; PROBLEMS where the new bundle cannot be read."""
    loaded = load_bundle(folder, folder.name)
    if loaded.bundle is None:
        say(as_text(list(loaded.problems)))
        return PROBLEMS
    answer(outcome_text(reproduction_of(original, result_record(loaded.bundle))))
    return CLEAN
