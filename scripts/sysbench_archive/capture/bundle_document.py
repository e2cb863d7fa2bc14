"""Write bundle.yaml from a campaign's plan and state, with notes on how it was conducted."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.formatting import write_document
from sysbench_archive.capture.campaign import Campaign, State, remove_state
from sysbench_archive.capture.invocation import (
    SEEDED,
    access_words,
    preparing_words,
    run_words,
    shown_command,
    warming_workload,
)
from sysbench_archive.capture.opening import redact_known
from sysbench_archive.capture.plan import WARMUP_TEST, Plan, WorkloadPlan
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.words.phrases import count_text


@dataclass(frozen=True, slots=True)
class Authorship:
    """Who submits, with what interest, under which licence, on which day (YYYY-MM-DD)."""

    submitter: str
    disclosure: str
    license: str
    day: str


def finish(campaign: Campaign, author: Authorship) -> Path:
    """Write bundle.yaml; the state goes only when the bundle is there."""
    write_document(campaign.folder, bundle_document(campaign, author))
    remove_state(campaign.home)
    return campaign.folder


def bundle_document(campaign: Campaign, author: Authorship) -> dict[str, Any]:
    """The document; scripts that it names by file are copied into the bundle."""
    plan, state, redactor = campaign.plan, campaign.state, campaign.redactor
    state.dataset.pop("pool_bytes", None)
    servers = [state.servers[key] for key in sorted(state.servers, key=int)]
    stake = "none" if author.disclosure == "none" else {"employer": author.disclosure}
    document = {
        "schema": 1,
        "title": plan.title or _default_title(plan, servers),
        "submitted": author.day,
        "submitter": {"name": author.submitter},
        "disclosure": stake,
        "license": author.license,
        "evidence": "raw-output",
        "campaign": {
            **campaign_design(plan, state),
            "notes": redactor.clean(conduct_text(plan, state)),
        },
        "hosts": state.hosts,
        "servers": servers,
        "clients": [_client_entry(state)],
        "workloads": [_workload_entry(campaign, workload) for workload in plan.workloads],
        "runs": state.runs,
        "reproduces": list(plan.reproduces),
        "attachments": state.attachments,
    }
    document = redact_known(document, redactor) | {"redactions": redactor.count}
    return {name: value for name, value in document.items() if value not in ([], None)}


def campaign_design(plan: Plan, state: State) -> dict[str, Any]:
    """How the runs were ordered, loaded, started and cut."""
    started_by_us = all(server.is_started_here for server in plan.servers)
    # Somebody else may have started one on the way: then neither word is true.
    anew = any(session["count"] > 1 for session in state.sessions.values())
    blocks = "mirrored-blocks" if plan.mirrored else "randomised-blocks"
    found: dict[str, Any] = {
        "order": "randomised-slices" if plan.slices else blocks,
        "seed": plan.seed,
        "warmup_s": 0 if plan.count else plan.warmup,
        "loads": "each-block" if plan.loads_every_visit else "once",
    }
    if started_by_us or not anew:
        found["restarts"] = "each-block" if started_by_us else "never"
    if until := state.until:
        names = ("resolve_percent", "at_most_s", "pilot", "looks", "reason")
        found["stopping"] = {name: until[name] for name in names}
        found["stopping"]["blocks_at_most"] = until["at_most"]
    if plan.slices:
        memory = {n: v for n, v in state.memory.items() if n.startswith("memory_")}
        found["slices"] = {"seconds": plan.slices, "rounds_a_block": plan.rounds, **memory}
    return found


def _client_entry(state: State) -> dict[str, Any]:
    """The client; where its account differs from server to server, the entry says which."""
    entry = dict(state.client)
    plugins = {name: plugin for name, plugin in state.accounts.items() if isinstance(plugin, str)}
    ranked = [plugin for plugin, _ in Counter(plugins.values()).most_common()]
    if len(ranked) > 1:
        others = [
            f"{plugin} on {', '.join(name for name, other in plugins.items() if other == plugin)}"
            for plugin in ranked[1:]
        ]
        entry["authentication_plugin"] = "; ".join([ranked[0], *others])[:300]
    if len(set(state.encryption.values())) > 1:
        encrypted = ", ".join(name for name, is_on in state.encryption.items() if is_on)
        entry["tls"] = {"unavailable": f"differs: counters show it on {encrypted} only"}
    elif state.encryption:
        entry["tls"] = next(iter(state.encryption.values()))
    return entry


def _default_title(plan: Plan, servers: list[dict[str, Any]]) -> str:
    names = []
    for server in servers:
        beside = ", ".join(server[name] for name in ("fork", "variant") if name in server)
        named = f"{PRODUCTS[server['product']]} {server['version']}"
        names.append(f"{named} ({beside})" if beside else named)
    tests = ", ".join(workload.id for workload in plan.workloads)
    return f"{' and '.join(names)}: {tests}"[:160]


def _workload_entry(campaign: Campaign, workload: WorkloadPlan) -> dict[str, Any]:
    plan, clean, offered = campaign.plan, campaign.redactor.clean, workload.offered
    access = _connection_options(campaign)
    run = shown_command(workload, [*access, *run_words(plan, workload, "$threads")])
    loader = Path(plan.prepare_with[0]).name if plan.prepare_with else SEEDED.name
    prepare = ["sysbench", *access, *preparing_words(plan, loader)]
    entry = {
        "id": workload.id,
        "title": f"{workload.test} at {offered.percent} % of capacity" if offered else None,
        "client": campaign.state.client["id"],
        "prepare": clean(" ".join(prepare)),
        "command": clean(run),
        "offered_load": asdict(offered) if offered else None,
        "warmup": _warmup_text(plan, workload),
        "dataset": campaign.state.dataset,
        "script": _script_entry(campaign, workload),
    }
    return {name: value for name, value in entry.items() if value is not None}


def _connection_options(campaign: Campaign) -> list[str]:
    """The options of the connection; `$socket`, `$host`, `$port` where servers differ in them."""
    has_password = bool(campaign.password)
    first, *others = (access_words(s.access, has_password) for s in campaign.plan.servers)
    named = ((word, word.partition("=")[0]) for word in first)
    return [
        word
        if all(word in other for other in others)
        else f"{name}=${name.removeprefix('--mysql-')}"
        for word, name in named
    ]


def _warmup_text(plan: Plan, workload: WorkloadPlan) -> str:
    if plan.count:
        events = plan.warmup_events_of(workload)
        return f"every row read once, then {events} events without counting, before each run"
    if not plan.warmup:
        return "none"
    warming = warming_workload(plan)
    test = warming.test if warming else WARMUP_TEST
    threads = count_text(max(plan.threads), "thread")
    return (
        f"{test} with {threads} for {plan.warmup} s after each load of the tables and each start of"
        " the server"
    )


def conduct_text(plan: Plan, state: State) -> str:
    """What happened in the campaign that no field of the bundle says, in sentences."""
    fit = "; ".join(state.warnings)
    later = "; ".join(f"{sign}, from block {block} on" for sign, block in state.unrest.items())
    sentences = [
        f"Before the start: {fit}." if fit else "Before the start nothing spoke against measuring.",
        f"On the way: {later}." if later else "",
        f"Waits for purge that ended before it had settled: {state.unsettled}.",
        f"The campaign was interrupted {state.interruptions} times." if state.interruptions else "",
        *(_given_up_text(entry) for entry in state.given_up),
        plan.notes,
    ]
    return " ".join(filter(None, sentences))


def _given_up_text(entry: Mapping[str, Any]) -> str:
    place = f", round {entry['round']}" if "round" in entry else ""
    return f"Given up: {entry['run']}{place}, {entry['why']}."


_REQUIRE = re.compile(r"""\brequire\s*\(?\s*["']([A-Za-z0-9_]+)["']""")


def _script_entry(campaign: Campaign, workload: WorkloadPlan) -> dict[str, Any] | None:
    """The `script` of a workload that is not sysbench's own.

    A script that is published elsewhere is named by address and hash; any other is copied.
    """
    if workload.script is None:
        return None
    entry = script_entry(workload.script, workload.address)
    if not workload.address:
        base = workload.offered.capacity_of if workload.offered else workload.id
        entry["file"] = f"config/{base}.lua"
        campaign.write(entry["file"], workload.script.read_text(encoding="utf-8"))
    return entry


def script_entry(script: Path, address: str) -> dict[str, Any]:
    """A workload's `script`: name, hash, modules from beside it, and where it is published."""
    entry: dict[str, Any] = _named(script)
    if modules := modules_of(script):
        entry["modules"] = [_named(path) for path in modules]
    return entry | ({"url": address} if address else {})


def _named(path: Path) -> dict[str, str]:
    return {"name": path.name, "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def modules_of(script: Path) -> list[Path]:
    """The files in a script's folder that it requires, and those that they require, by name.

    They decide what it does as much as the script itself.
    """
    found: set[Path] = set()
    pending = [script]
    while pending:
        text = pending.pop().read_text(encoding="utf-8", errors="replace")
        for name in _REQUIRE.findall(text):
            path = script.with_name(f"{name}.lua")
            if path.is_file() and path != script and path not in found:
                found.add(path)
                pending.append(path)
    return sorted(found)
