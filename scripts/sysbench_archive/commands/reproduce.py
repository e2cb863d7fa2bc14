"""`reproduce`: run a published comparison again on servers at hand, and compare the ratios.

Records come from this checkout or from a published site: http and https only, a bounded number of
bytes, no cookies, no passwords. They are untrusted: nothing of a record is executed, only names and
numbers from fixed lists are used.
"""

from __future__ import annotations

import argparse
import http.client
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib import request

import msgspec

from sysbench_archive.build.archive import Archive, read_records
from sysbench_archive.build.checking import curated_of
from sysbench_archive.build.comparison_records import curated_records
from sysbench_archive.build.places import Place
from sysbench_archive.build.store import Outcome, Store, store_of
from sysbench_archive.build.survey import Survey, survey_all
from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.capture.campaign import running
from sysbench_archive.capture.campaign_file import read_servers
from sysbench_archive.capture.connection import connected
from sysbench_archive.capture.gathering import gather, sysbench_version
from sysbench_archive.capture.plan import Access, Plan, RefusalError, ServerPlan, sound
from sysbench_archive.commands.capture import measure, next_steps, stoppable
from sysbench_archive.commands.capture_options import (
    ENCRYPTION,
    OPTIONS,
    Option,
    access_of,
    elsewhere_of,
    seed_of,
    threads_of,
)
from sysbench_archive.commands.checkout import archive_here, today
from sysbench_archive.commands.console import CLEAN, PROBLEMS, Arguments, answer, as_text, say
from sysbench_archive.derive.reproductions import Original, campaign_of, reproduction_of
from sysbench_archive.derive.results import result_record
from sysbench_archive.model.base import Record
from sysbench_archive.problems import UsageError, inert
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.reproduction.differences import (
    Side,
    differences_here,
    outcome_text,
    plan_text,
    unmatched_text,
)
from sysbench_archive.reproduction.planning import (
    Deviations,
    Settings,
    assigned,
    plan_of,
    server_words,
    settings_of,
    sides_of,
    with_distinct_ids,
)
from sysbench_archive.reproduction.published import Published, Target, chosen, published, target_of

_SHARED = frozenset(
    ("user", "database", "warmup", "settle", "seed", "placement", "link", "host-facts", "title",
     "submitter", "disclosure", "license", "out", *(name for name, *_ in ENCRYPTION))
)  # fmt: skip
"""Options that are those of `capture`."""
_OPTIONS: tuple[Option, ...] = (
    ("site", str, None, "address of a published site; without it this checkout is asked"),
    ("panel", str, None, "which panel of a comparison that has several"),
    ("servers", Path, None, "file with `servers`, as in campaign.yaml; `stands_for` names a side"),
    ("defaults-file", Path, None, "option file with account and password"),
    ("workload", str, None, "sysbench's name of a test, or a script, in place of theirs"),
    ("threads", str, None, "thread counts, with commas, in place of the published ones"),
    ("repetitions", int, None, "runs of each cell (default: as published, at least 3)"),
    ("seconds", int, None, "length of a run, in place of the published one"),
    ("tables", int, None, "tables, in place of the published number"),
    ("table-size", int, None, "rows of each, in place of the published number"),
    *(option for option in OPTIONS if option[0] in _SHARED),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `reproduce`."""
    said = "slug of a comparison, or two runs as BUNDLE/RUN; their paths or addresses"
    parser.add_argument("comparison", nargs="+", metavar="COMPARISON", help=said)
    side = (
        "a server: baseline or candidate, or a published server's id, and its socket or HOST:PORT"
    )
    parser.add_argument("--server", action="append", default=[], metavar="SIDE=PLACE", help=side)
    for name, kind, default, text in _OPTIONS:
        parser.add_argument(f"--{name}", type=kind, default=default, help=text)
    parser.add_argument("--ask-password", action="store_true", help="ask for the password")
    parser.add_argument("--yes", action="store_true", help="ask nothing: begin, and clean up")
    # The servers are named by side; access is shared with `capture`, which has these as options.
    parser.set_defaults(socket=None, host=None, port=None)


def deviations_of(arguments: Arguments) -> Deviations:
    """What is wanted otherwise than published."""
    named = ("workload", "repetitions", "seconds", "tables", "table_size")
    threads = threads_of(arguments.threads) if arguments.threads else None
    return Deviations(threads=threads, **{name: getattr(arguments, name) for name in named})


def servers_of(arguments: Arguments, access: Access) -> tuple[ServerPlan, ...]:
    """The servers of the file, then those of the command line. RefusalError where one is wrong."""
    if arguments.servers and arguments.server:
        raise RefusalError("reproduce", "servers are named twice", expected="--server or --servers")
    if arguments.servers:
        return read_servers(arguments.servers, access)
    return server_words(arguments.server, access)


def base_plan(arguments: Arguments) -> Plan:
    """A plan without servers and workloads, with what the options say of the rest."""
    plan = Plan(
        servers=(),
        workloads=(),
        threads=(),
        repetitions=1,
        seconds=1,
        tables=1,
        table_size=1,
        seed=seed_of(arguments),
    )
    named = ("warmup", "settle", "placement", "link", "title")
    return replace(plan, **{name: getattr(arguments, name) for name in named})


Lookup = Callable[[str], bytes]
MAX_BYTES = 64 << 20
SECONDS = 30


def from_site(site: str) -> Lookup:
    """A lookup of site paths: a document, or what stands in the page's index.json."""

    def look(path: str) -> bytes:
        return _download(f"{site}{path}" if path.endswith(".json") else f"{site}{path}index.json")

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
            outcome = _outcome(name)
            return _as_json(outcome.result if outcome else None, path)
        if "--" in name:
            outcome = _outcome(name.partition("--")[0])
            matrix = outcome.matrix if outcome else []
            return _as_json(next((c for c in matrix if c.slug == name), None), path)
        return _as_json(_curated(archive, store, name), path)

    def _outcome(name: str) -> Outcome | None:
        folders = [folder for folder in archive.bundles() if folder.name == name]
        if name not in surveys:
            surveys.update({s.id: s for s in _surveyed(archive, store, folders)})
        return store.get(surveys[name].key) if name in surveys else None

    return look


def _surveyed(archive: Archive, store: Store, folders: Iterable[Path]) -> list[Survey]:
    places = [Place(folder, archive.label(folder)) for folder in folders]
    with ThreadPoolExecutor(1) as alone:
        return list(survey_all(places, store, today(), alone))


def _curated(archive: Archive, store: Store, slug: str) -> Record | None:
    surveys = _surveyed(archive, store, archive.bundles())
    found = curated_of(archive, surveys, read_records(archive)[0])
    named = {c.slug: c.definition for c in found if c.slug == slug and c.definition}
    records = curated_records(named, {s.id: s.key for s in surveys}, store)
    return next(iter(records), None)


def _as_json(record: Record | None, path: str) -> bytes:
    if record is None:
        raise RefusalError(
            "reproduce", "not in this checkout, or not without errors", path,
            hint="`sysbench-archive check` names errors; --site URL asks a published site",
        )  # fmt: skip
    return msgspec.json.encode(record)


def run(arguments: Arguments) -> int:
    """Run the command; the exit code."""
    with stoppable():
        target = target_of(arguments.comparison, arguments.site)
        found = _published(target)
        original = chosen(found, arguments.panel)
        settings = settings_of(original, deviations_of(arguments), sysbench_version())
        panel = next(found.titles[name] for name, o in found.originals.items() if o is original)
        say(plan_text(original, settings, panel))
        plan, password = _planned(arguments, original, settings)
        folder, given_up, author = measure(plan, password, ["reproduced", settings.id], arguments)
    say(next_steps(folder, given_up, author))
    return _judged(original, folder) or (PROBLEMS if given_up else CLEAN)


def _published(target: Target) -> Published:
    if target.site:
        return published(target, from_site(target.site))
    archive = archive_here()
    with store_of(archive) as store:
        return published(target, from_checkout(archive, store))


def _planned(arguments: Arguments, original: Original, settings: Settings) -> tuple[Plan, str]:
    """The plan, once the servers were looked at and what is not matched was shown."""
    access, password = access_of(arguments)
    servers = servers_of(arguments, access)
    if not servers:
        raise UsageError(
            f"no server is named: name one for each side with --server SIDE=PLACE, or in a file"
            f" with --servers\n  sides: {sides_of(original)}"
        )
    base = base_plan(arguments)
    plan = sound(plan_of(original, settings, assigned(original, servers), base))
    sides = _look(plan, password, elsewhere_of(arguments.host_facts))
    say(unmatched_text(list(differences_here(original, settings, sides))))
    servers = with_distinct_ids(plan.servers, [side.server["id"] for side in sides])
    return plan_of(original, settings, servers, base), password


def _look(plan: Plan, password: str, elsewhere: dict[str, Any] | None) -> list[Side]:
    """Every server, its host and the client, before anything is asked."""
    sides = []
    for server in plan.servers:
        with (
            TemporaryDirectory() as home,
            running(server, Path(home)),
            connected(server.access, password) as session,
        ):
            found = gather(plan, server, session, redactor=Redactor(), elsewhere=elsewhere)
        name = server.stands_for or ""
        sides.append(Side(name, found.server, found.hosts[0], found.client))
    return sides


def _judged(original: Original, folder: Path) -> int:
    """Say what came out; PROBLEMS where the new bundle cannot be read."""
    loaded = load_bundle(folder, folder.name)
    if loaded.bundle is None:
        say(as_text(list(loaded.problems)))
        return PROBLEMS
    campaign = campaign_of(result_record(loaded.bundle))
    answer(outcome_text(reproduction_of(original, campaign)))
    return CLEAN
