"""Before the first run: start or resume a campaign, gather facts, warn of a busy machine.

A warning never forbids measuring; it is recorded in the bundle.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sysbench_archive.capture import dataset
from sysbench_archive.capture.campaign import (
    LIVE_OUTPUT,
    Campaign,
    State,
    Watcher,
    dataset_key,
    plan_digest,
    restore_state,
    running,
)
from sysbench_archive.capture.connection import Session, connected
from sysbench_archive.capture.encryption import certificate_folder
from sysbench_archive.capture.gathering import gather, sysbench_version
from sysbench_archive.capture.host.probes import host_facts
from sysbench_archive.capture.host.reading import SilentError, read
from sysbench_archive.capture.invocation import Outcome
from sysbench_archive.capture.plan import Plan, RefusalError, ServerPlan
from sysbench_archive.capture.server import process
from sysbench_archive.capture.spread import expected_text
from sysbench_archive.capture.telemetry import TICKS, process_ticks
from sysbench_archive.capture.turn import record_run
from sysbench_archive.redaction.redactor import Redactor

_SAMPLE_SECONDS = 0.5
_MIB = 1 << 20
LEAST_FREE_MIB = 1024
MOST_LOAD = 0.5
"""Runnable processes a processor, one-minute mean, that a quiet machine may have."""
MOST_SHARE = 0.1
"""Of one processor, that another process may take."""
MOST_SWAP_MIB = 64
COMMON_PROGRAMS = frozenset(
    ("apache2", "apt", "apt-get", "backup", "bash", "chrome", "chronyd", "clamd", "containerd",
     "cron", "dnf", "dockerd", "dpkg", "find", "firefox", "gcc", "gdm", "git", "gnome-shell",
     "go", "grep", "gzip", "httpd", "java", "kswapd0", "kubelet", "ld", "make", "mariabackup",
     "mariadbd", "memcached", "mongod", "mysql", "mysqld", "mysqldump", "nginx", "node",
     "node_exporter", "ntpd", "perf", "perl", "php-fpm", "postgres", "prometheus", "puppet",
     "python", "python3", "qemu-kvm", "qemu-system-x86", "redis-server", "rsync", "rsyslogd",
     "ruby", "rustc", "salt-minion", "sh", "snapd", "ssh", "sshd", "sysbench", "systemd",
     "systemd-journal", "tar", "telegraf", "top", "tracker-miner-f", "unattended-upgr",
     "updatedb", "Xorg", "xtrabackup", "yum", "zabbix_agentd")
)  # fmt: skip
"""Programs that many machines run. Names of others say what somebody's machine is for."""
OTHER_PROGRAM = "another program"


@dataclass(frozen=True, slots=True)
class Signs:
    """What was read; None is not exposed. `busy`: (name, share of a processor)."""

    processors: int = 1
    load: float | None = None
    governor: str | None = None
    swap_used_mib: int | None = None
    free_mib: int | None = None
    throttled: int | None = None
    busy: tuple[tuple[str, float], ...] = ()


def warnings(signs: Signs) -> Iterator[str]:
    """A sentence for each thing that makes figures worse or less steady."""
    if signs.load is not None and signs.load > MOST_LOAD * signs.processors:
        yield f"the load is {signs.load:.2f} on {signs.processors} processors"
    if signs.governor not in {None, "performance"}:
        yield f"the frequency governor is {signs.governor}, not performance"
    if (signs.swap_used_mib or 0) > MOST_SWAP_MIB:
        yield f"{signs.swap_used_mib} MiB of swap are in use"
    if signs.free_mib is not None and signs.free_mib < LEAST_FREE_MIB:
        yield f"only {signs.free_mib} MiB of disk are free"
    if signs.throttled:
        yield f"the processor was throttled for its temperature {signs.throttled} times since start"
    for name, share in signs.busy:
        yield f"{name} takes {share:.0%} of a processor"


def signs(folder: Path, spared: frozenset[int]) -> Signs:
    """Look around for half a second; the processes `spared` belong to the measurement."""
    return Signs(
        processors=os.cpu_count() or 1,
        load=_load_average(),
        governor=_read_or_none("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        swap_used_mib=_swap_used_mib(),
        free_mib=shutil.disk_usage(folder).free // _MIB,
        throttled=_throttle_count(),
        busy=_busy_processes(spared | {os.getpid()}),
    )


def _read_or_none(source: str) -> str | None:
    with suppress(SilentError):
        return read(source).strip()
    return None


def _load_average() -> float | None:
    text = _read_or_none("/proc/loadavg")
    return float(text.split()[0]) if text else None


def _swap_used_mib() -> int | None:
    text = _read_or_none("/proc/meminfo")
    values = dict(line.split(":", 1) for line in (text or "").splitlines() if ":" in line)
    if not {"SwapTotal", "SwapFree"} <= values.keys():
        return None
    total, free = (int(values[name].split()[0]) for name in ("SwapTotal", "SwapFree"))
    return (total - free) // 1024


def _throttle_count() -> int | None:
    text = _read_or_none("/sys/devices/system/cpu/cpu0/thermal_throttle/package_throttle_count")
    return int(text) if text else None


def shown_program(name: str) -> str:
    """A program's name as notes are to show it; threads of the kernel go by their first word."""
    first = name.partition("/")[0]
    kernel = first in ("kworker", "ksoftirqd", "kcompactd0", "jbd2", "migration", "rcu_sched")
    return first if kernel or first in COMMON_PROGRAMS else OTHER_PROGRAM


def _busy_processes(spared: frozenset[int]) -> tuple[tuple[str, float], ...]:
    first = _ticks_by_process()
    time.sleep(_SAMPLE_SECONDS)
    shares = {
        pid: (ticks - first[pid]) / TICKS / _SAMPLE_SECONDS
        for pid, ticks in _ticks_by_process().items()
        if pid in first and pid not in spared
    }
    taken: dict[str, float] = {}
    for pid, share in shares.items():
        if share > MOST_SHARE:
            name = shown_program(_read_or_none(f"/proc/{pid}/comm") or "")
            taken[name] = taken.get(name, 0.0) + share
    return tuple(sorted(taken.items()))


def _ticks_by_process() -> dict[int, int]:
    found = {}
    for path in Path("/proc").glob("[0-9]*"):
        ticks = process_ticks(_read_or_none(f"{path}/stat") or "")
        if ticks is not None:
            found[int(path.name)] = ticks
    return found


def open_campaign(
    plan: Plan,
    password: str,
    *,
    home: Path,
    folder: Path,
    watcher: Watcher,
    elsewhere: Mapping[str, Any] | None = None,
) -> Campaign:
    """A new campaign, or the one that is unfinished in `home`."""
    key = plan_digest(plan)
    state = restore_state(home, key)
    if state is None:
        state = State(key, folder.name, _utc_now(), plan.seed)
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
    campaign = Campaign(
        plan=plan,
        password=password,
        home=home,
        folder=folder,
        state=state,
        redactor=redactor,
        watcher=watcher,
        elsewhere=elsewhere,
    )
    if state.running and (home / LIVE_OUTPUT).exists():
        record_run(
            campaign, state.running, Outcome(1, 0.0, "capture itself was ended during the run")
        )
    return campaign


def gather_facts(campaign: Campaign, below: Sequence[str] = ()) -> None:
    """Ask every server that was not asked before, each started for it if need be.

    `below` are words of a tool that servers' programs run below.
    """
    for index, server in enumerate(campaign.plan.servers):
        if str(index) not in campaign.state.servers:
            with (
                running(server, campaign.home, below),
                connected(server.access, campaign.password) as session,
            ):
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
    if key not in state.loads and dataset.ensure_empty_database(session, server.access):
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


def collect_warnings(campaign: Campaign) -> list[str]:
    """What speaks against measuring here and now; kept for the bundle."""
    sockets = (process.find_process(server.access, "", "") for server in campaign.plan.servers)
    spared = frozenset(pid for pid in sockets if pid)
    found = list(warnings(signs(campaign.home, spared)))
    campaign.state.warnings = list(dict.fromkeys([*campaign.state.warnings, *found]))
    return found


def _utc_now() -> str:
    return datetime.now(tz=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def looked_at(plan: Plan, password: str, folder: Path) -> Iterator[str]:
    """A line for each thing that was looked at. RefusalError where the campaign would refuse.

    `folder` is where the bundle would be, or the nearest folder above it that exists.
    """
    yield f"sysbench {sysbench_version()}"
    spared = set()
    for server in plan.servers:
        if server.is_started_here:
            yield f"{server.access.place}: started when the campaign begins, not looked at now"
        else:
            yield _server_line(server, password)
            spared.add(process.find_process(server.access, "", ""))
    found = list(warnings(signs(folder, frozenset(pid for pid in spared if pid))))
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
