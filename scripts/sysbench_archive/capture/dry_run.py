"""`capture --dry-run`: look at servers, client and machine, and say what a campaign would meet.

Nothing is created, loaded, started or written. A server that the plan starts is not running yet,
and is looked at when the campaign begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sysbench_archive.capture import dataset
from sysbench_archive.capture.connection import connected
from sysbench_archive.capture.encryption import certificate_folder
from sysbench_archive.capture.gathering import sysbench_version
from sysbench_archive.capture.host.probes import host_facts
from sysbench_archive.capture.opening import signs, warnings
from sysbench_archive.capture.plan import Plan, ServerPlan
from sysbench_archive.capture.server import process
from sysbench_archive.capture.spread import expected_text


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
