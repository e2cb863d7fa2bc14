"""`reproduce`: a published comparison, run again on servers at hand.

Owns the order of things: what would run, what is not matched, the question, the campaign, the
verdict. Nothing of a published record is run: only names and numbers from fixed lists are taken.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.capture.client import sysbench_version
from sysbench_archive.capture.connection import connected
from sysbench_archive.capture.gathering import gather
from sysbench_archive.capture.plan import Plan, sound
from sysbench_archive.capture.starting import running
from sysbench_archive.commands.capture import measure, next_steps, stoppable
from sysbench_archive.commands.capture_arguments import access_of, elsewhere_of
from sysbench_archive.commands.formats import as_text
from sysbench_archive.commands.reproduce_arguments import (
    base_plan,
    servers_of,
    wishes_of,
    with_reproduce,
)
from sysbench_archive.commands.reproduce_source import from_checkout, from_site
from sysbench_archive.commands.verb import (
    CLEAN,
    PROBLEMS,
    Arguments,
    UsageError,
    Verb,
    answer,
    archive_here,
    say,
    store_of,
)
from sysbench_archive.derive.originals import Original
from sysbench_archive.derive.reproductions import reproduction
from sysbench_archive.derive.results import result_record
from sysbench_archive.redaction.redactor import Redactor
from sysbench_archive.reproduction.differences import Side, differences
from sysbench_archive.reproduction.planning import assigned, plan_of, sides_of, told_apart
from sysbench_archive.reproduction.published import Published, chosen, published
from sysbench_archive.reproduction.settings import Settings, settings_of
from sysbench_archive.reproduction.target import Target, target_of
from sysbench_archive.reproduction.wording import outcome, unmatched, what_runs


def _run(arguments: Arguments) -> int:
    with stoppable():
        target = target_of(arguments.comparison, arguments.site)
        found = _published(target)
        original = chosen(found, arguments.panel)
        settings = settings_of(original, wishes_of(arguments), sysbench_version())
        panel = next(found.titles[name] for name, o in found.originals.items() if o is original)
        say(what_runs(original, settings, panel))
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
    say(unmatched(list(differences(original, settings, sides))))
    servers = told_apart(plan.servers, [side.server["id"] for side in sides])
    return plan_of(original, settings, servers, base), password


def _look(plan: Plan, password: str, elsewhere: dict[str, Any] | None) -> list[Side]:
    """Every server, its host and the client, before anything is asked."""
    sides = []
    for server in plan.servers:
        with running(server), connected(server.access, password) as session:
            found = gather(plan, server, session, Redactor(), elsewhere)
        name = server.stands_for or ""
        sides.append(Side(name, found.server, found.hosts[0], found.client))
    return sides


def _judged(original: Original, folder: Path) -> int:
    """Say what came out; PROBLEMS where the new bundle cannot be read."""
    loaded = load_bundle(folder, folder.name)
    if loaded.bundle is None:
        say(as_text(list(loaded.problems)))
        return PROBLEMS
    answer(outcome(reproduction(original, result_record(loaded.bundle))))
    return CLEAN


VERB = Verb("run a published comparison again and compare the ratios", with_reproduce, _run)
