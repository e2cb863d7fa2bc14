"""Before the first run: start or resume a campaign, gather facts, warn of a busy machine.

A warning never forbids measuring; it is recorded in the bundle.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sysbench_archive.capture import dataset
from sysbench_archive.capture.campaign import (
    Campaign,
    State,
    dataset_key,
    plan_digest,
    restore_state,
    running,
)
from sysbench_archive.capture.connection import Session, connected
from sysbench_archive.capture.encryption import certificate_folder
from sysbench_archive.capture.gathering import gather, sysbench_version
from sysbench_archive.capture.host.probes import host_facts
from sysbench_archive.capture.host.reading import read_or_empty
from sysbench_archive.capture.invocation import Outcome
from sysbench_archive.capture.plan import Plan, RefusalError, ServerPlan
from sysbench_archive.capture.turn import record_run
from sysbench_archive.capture.until import expected_text
from sysbench_archive.redaction.redactor import Redactor

if TYPE_CHECKING:
    from sysbench_archive.capture.progress import Terminal

_CPU0 = "/sys/devices/system/cpu/cpu0"
LEAST_FREE_MIB = 1024
MOST_LOAD = 0.5
"""Runnable processes a processor, one-minute mean, that a quiet machine may have."""
MOST_SWAP_MIB = 64


def signs_of_unrest(folder: Path) -> Iterator[str]:
    """A sentence for each thing that makes figures worse or less steady."""
    processors = os.cpu_count() or 1
    load = float(read_or_empty("/proc/loadavg").partition(" ")[0] or 0)
    if load > MOST_LOAD * processors:
        yield f"the load is {load:.2f} on {processors} processors"
    governor = read_or_empty(f"{_CPU0}/cpufreq/scaling_governor")
    if governor not in {"", "performance"}:
        yield f"the frequency governor is {governor}, not performance"
    memory = dict(re.findall(r"(Swap\w+): +([0-9]+)", read_or_empty("/proc/meminfo")))
    swapped = (int(memory.get("SwapTotal", 0)) - int(memory.get("SwapFree", 0))) // 1024
    if swapped > MOST_SWAP_MIB:
        yield f"{swapped} MiB of swap are in use"
    free = shutil.disk_usage(folder).free >> 20
    if free < LEAST_FREE_MIB:
        yield f"only {free} MiB of disk are free"
    throttled = int(read_or_empty(f"{_CPU0}/thermal_throttle/package_throttle_count") or 0)
    if throttled:
        yield f"the processor was throttled for its temperature {throttled} times since start"


def open_campaign(
    plan: Plan,
    password: str,
    *,
    home: Path,
    folder: Path,
    watcher: Terminal,
    elsewhere: Mapping[str, Any] | None = None,
) -> Campaign:
    """A new campaign, or the one that is unfinished in `home`."""
    key = plan_digest(plan)
    state = restore_state(home, key)
    if state is None:
        now = datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        state = State(key, folder.name, now, plan.seed)
    else:
        state.interruptions += 1
        for load in state.loads.values():
            load["warm"] = False
        folder = folder.with_name(state.bundle) if folder != home else folder
        watcher.say(
            f"going on with the campaign of {state.started}: {len(state.runs)} runs are done"
        )
    redactor = Redactor(dict(state.placeholders), state.redactions)
    plan = replace(plan, seed=state.seed)
    home.mkdir(parents=True, exist_ok=True)
    campaign = Campaign(plan, password, home, folder, state, redactor, watcher, elsewhere)
    if state.running and campaign.live.exists():
        ended = Outcome(1, 0.0, "capture itself was ended during the run")
        record_run(campaign, state.running, ended)
    return campaign


def gather_facts(campaign: Campaign) -> None:
    """Ask every server that was not asked before, each started for it if need be."""
    for index, server in enumerate(campaign.plan.servers):
        if str(index) not in campaign.state.servers:
            with running(server, campaign.home, campaign.password) as session:
                _gather_server(campaign, index, server, session)
            campaign.save()


def _gather_server(campaign: Campaign, index: int, server: ServerPlan, session: Session) -> None:
    state = campaign.state
    found = gather(
        campaign.plan, server, session, redactor=campaign.redactor, elsewhere=campaign.elsewhere
    )
    if any(found.server["id"] == other["id"] for other in state.servers.values()):
        raise RefusalError(
            server.access.place,
            "two servers of the campaign are the same version",
            got=found.server["id"],
            hint="give each a `variant`, such as side-a and side-b",
        )
    key = dataset_key(campaign, index)
    if key not in state.loads and dataset.is_absent(session, server.access):
        dataset.create_database(session, server.access)
        state.created.append(key)
    state.loads.setdefault(key, {"count": 0, "complete": False})
    state.servers[str(index)] = found.server
    state.hosts = state.hosts or found.hosts
    state.client = state.client or found.client
    state.accounts[found.server["id"]] = found.client["authentication_plugin"]
    state.attachments += found.attachments
    state.dataset = state.dataset or {"pool_bytes": found.pool_bytes}
    if campaign.plan.slices and found.pool_bytes.isdecimal():
        state.memory[f"pool {index}"] = int(found.pool_bytes)
    for file, text in found.files.items():
        campaign.write(file, text)


def looked_at(plan: Plan, password: str, folder: Path) -> Iterator[str]:
    """A line for each thing that was looked at. RefusalError where the campaign would refuse.

    `folder` is where the bundle would be, or the nearest folder above it that exists.
    """
    yield f"sysbench {sysbench_version()}"
    for server in plan.servers:
        if server.is_started_here:
            yield f"{server.access.place}: started when the campaign begins, not looked at now"
        else:
            yield _server_line(server, password)
    found = list(signs_of_unrest(folder))
    yield from (f"warning: {warning}" for warning in found)
    if not found:
        yield "this machine is at rest"
    kind = host_facts("here", None)["kind"]
    if expected := expected_text(plan, kind if isinstance(kind, str) else ""):
        yield expected


def _server_line(server: ServerPlan, password: str) -> str:
    access = server.access
    with connected(access, password) as session:
        version = session.value("select version()") or "a server that does not say its version"
        cipher = session.pairs("show session status like 'Ssl_cipher'").get("Ssl_cipher", "")
        absent = dataset.is_absent(session, access)
    certificate_folder(access)
    state = "would be created" if absent else "is empty"
    told = f", encrypted with {cipher}" if access.tls and access.tls.encrypts and cipher else ""
    return f"{access.place}: {version}{told}; the database {access.database!r} {state}"
