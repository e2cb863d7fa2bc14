"""Build bundle.yaml from a campaign's plan and state, with notes on how it was conducted."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sysbench_archive.capture.campaign import State
from sysbench_archive.capture.gathering import redact_known
from sysbench_archive.capture.invocation import (
    COUNT_SEED,
    SEEDED,
    access_words,
    count_words,
    preparing_words,
    run_words,
    warming_workload,
)
from sysbench_archive.capture.plan import (
    COUNTS_OF_A_COPY,
    MOST_COUNTS,
    WARMUP_TEST,
    Plan,
    WorkloadPlan,
)
from sysbench_archive.model.bundle import PRODUCTS
from sysbench_archive.redaction.redactor import Redactor

CONDUCT = (
    "Every block visits every server once, one at a time, in random order; within a block all"
    " servers see the same random order of workloads and thread counts, those that only read first."
)
SLICED = (
    "All servers ran side by side. A block has {rounds} rounds; a round has one slice of"
    " {seconds} s of every workload and thread count, in random order, and of each all servers one"
    " after another, in random order as well."
)
_COUNTING = (
    "Each run counts instructions over the same events, with sysbench's seed {seed}, again and"
    " again until two counts agree, whose mean is the run's, or up to {most} times, of which the"
    " mean of the later half is."
)
_COUNTING_COPIES = (
    "Each run counts instructions over the same events, with sysbench's seed {seed}, {counts}"
    " times; its figure is the mean of the last two. The tables were loaded with the same seed,"
    " and the server shut down when purge had ended; each run starts it anew on a copy of that data"
    " directory and reads every row once. While events change rows, an open transaction holds purge"
    " back; between counts purge comes to its end: {unsettled} times it was not waited for any"
    " longer."
)
_NOTES_BY_CHANGE = {
    "size": "The tables are loaded again before each run, because runs change their size."
}


@dataclass(frozen=True, slots=True)
class Authorship:
    """Who submits, with what interest, under which licence, on which day (YYYY-MM-DD)."""

    submitter: str
    disclosure: str
    license: str
    day: str

    def head(self, title: str) -> dict[str, Any]:
        """The first fields of a bundle."""
        stake = "none" if self.disclosure == "none" else {"employer": self.disclosure}
        return {
            "schema": 1,
            "title": title,
            "submitted": self.day,
            "submitter": {"name": self.submitter},
            "disclosure": stake,
            "license": self.license,
            "evidence": "raw-output",
        }


def bundle_document(
    plan: Plan,
    state: State,
    authorship: Authorship,
    *,
    scripts: Mapping[str, dict[str, Any]],
    redactor: Redactor,
    password: bool,
) -> dict[str, Any]:
    """The document. `scripts`: the `script` entry of each workload that has one, by its id.

    `password`: whether the account has one, which the commands then show as a placeholder.
    """
    workloads = [
        _workload_entry(
            plan,
            workload,
            state,
            script=scripts.get(workload.id),
            redactor=redactor,
            password=password,
        )
        for workload in plan.workloads
    ]
    document = {
        **authorship.head(plan.title or _default_title(plan, state)),
        "campaign": {
            **campaign_design(plan, state),
            "notes": redactor.clean(conduct_text(plan, state)),
        },
        "hosts": state.hosts,
        "servers": [state.servers[key] for key in sorted(state.servers, key=int)],
        "clients": [_client_entry(state)],
        "workloads": workloads,
        "runs": state.runs,
        "reproduces": list(plan.reproduces),
        "attachments": state.attachments,
    }
    document = redact_known(document, redactor) | {"redactions": redactor.count}
    return {name: value for name, value in document.items() if value not in ([], None)}


def campaign_design(plan: Plan, state: State) -> dict[str, Any]:
    """How the runs were ordered, loaded, started and cut."""
    started = all(server.start or server.program for server in plan.servers)
    found: dict[str, Any] = {
        "order": "randomised-slices" if plan.slices else "randomised-blocks",
        "seed": plan.seed,
        "warmup_s": 0 if plan.counts_on_copies else plan.warmup,
        "loads": "each-block" if plan.loads_every_visit else "once",
        "restarts": "each-block" if started else "never",
    }
    if state.until:
        found["stopping"] = stopping_entry(state.until)
    if plan.slices:
        memory = {n: v for n, v in state.memory.items() if n.startswith("memory_")}
        found["slices"] = {"seconds": plan.slices, "rounds_a_block": plan.rounds, **memory}
    return found


def stopping_entry(until: Mapping[str, Any]) -> dict[str, Any]:
    """Until when blocks were added, at which looks, and why they ended."""
    return {
        "resolve_percent": until["resolve_percent"],
        "at_most_s": until["at_most_s"],
        "blocks_at_most": until["at_most"],
        "pilot": until["pilot"],
        "looks": until["looks"],
        "reason": until["reason"],
    }


def _client_entry(state: State) -> dict[str, Any]:
    """The client; where its account differs from server to server, the entry says which."""
    entry = dict(state.client)
    plugins = {name: plugin for name, plugin in state.accounts.items() if isinstance(plugin, str)}
    if len(set(plugins.values())) > 1:
        entry["authentication_plugin"] = _plugins_text(plugins)
    if len(set(state.encryption.values())) > 1:
        encrypted = ", ".join(name for name, is_on in state.encryption.items() if is_on)
        entry["tls"] = {"unavailable": f"differs: counters show it on {encrypted} only"}
    elif state.encryption:
        entry["tls"] = next(iter(state.encryption.values()))
    return entry


def _plugins_text(plugins: Mapping[str, str]) -> str:
    """The plugin of most servers, and which servers have another."""
    ranked = [plugin for plugin, _ in Counter(plugins.values()).most_common()]
    others = [
        f"{plugin} on {', '.join(name for name, other in plugins.items() if other == plugin)}"
        for plugin in ranked[1:]
    ]
    return "; ".join([ranked[0], *others])[:300]


def _default_title(plan: Plan, state: State) -> str:
    servers = [state.servers[key] for key in sorted(state.servers, key=int)]
    names = []
    for server in servers:
        variant = f" ({server['variant']})" if "variant" in server else ""
        names.append(f"{PRODUCTS[server['product']]} {server['version']}{variant}")
    tests = ", ".join(workload.id for workload in plan.workloads)
    return f"{' and '.join(names)}: {tests}"[:160]


def _workload_entry(
    plan: Plan,
    workload: WorkloadPlan,
    state: State,
    *,
    script: dict[str, Any] | None,
    redactor: Redactor,
    password: bool,
) -> dict[str, Any]:
    access = _connection_options(plan, password)
    words = count_words if plan.count else run_words
    run = shown_command(workload, [*access, *words(plan, workload, "$threads")])
    loader = Path(plan.prepare_with[0]).name if plan.prepare_with else SEEDED.name
    prepare = ["sysbench", *access, *preparing_words(plan, loader)]
    entry = {
        "id": workload.id,
        "title": _title_of_share(workload),
        "client": state.client["id"],
        "prepare": redactor.clean(" ".join(prepare)),
        "command": redactor.clean(run),
        "offered_load": asdict(workload.offered) if workload.offered else None,
        "warmup": _warmup_text(plan, workload),
        "dataset": state.dataset,
        "script": script,
        "notes": _note_of(plan, workload),
    }
    return {name: value for name, value in entry.items() if value is not None}


def _note_of(plan: Plan, workload: WorkloadPlan) -> str | None:
    if plan.slices or plan.counts_on_copies:
        return None
    return _NOTES_BY_CHANGE.get(workload.changes)


def shown_command(workload: WorkloadPlan, words: Sequence[str]) -> str:
    """A run's command as the bundle shows it: a script by its name, wherever it lay."""
    own = str(workload.script) if workload.script else None
    shown = [workload.script.name if workload.script and word == own else word for word in words]
    return " ".join(["sysbench", *shown])


def _title_of_share(workload: WorkloadPlan) -> str | None:
    if workload.offered is None:
        return None
    return f"{workload.test} at {workload.offered.percent} % of capacity"


def _connection_options(plan: Plan, password: bool) -> list[str]:
    """The options of the connection; `$socket`, `$host`, `$port` where servers differ in them."""
    words = access_words(plan.servers[0].access, "x" if password else "")
    for server in plan.servers[1:]:
        other = access_words(server.access, "x" if password else "")
        words = [
            word if word in other else f"{word.partition('=')[0]}=${word.partition('=')[0][8:]}"
            for word in words
        ]
    return words


def _warmup_text(plan: Plan, workload: WorkloadPlan) -> str:
    own = (
        f"the same {plan.events_of(workload)} events once without counting, before each run"
        if plan.count
        else ""
    )
    if plan.counts_on_copies:
        events = plan.warmup_events_of(workload)
        return f"every row read once, then {events} events without counting, before each run"
    if not plan.warmup:
        return own or "none"
    warming = warming_workload(plan)
    test = warming.test if warming else WARMUP_TEST
    return (own and f"{own}; ") + (
        f"{test} with {max(plan.threads)} threads for {plan.warmup} s after each load of the tables"
        " and each start of the server"
    )


def _rates_text(plan: Plan) -> str:
    if not any(workload.offered for workload in plan.workloads):
        return ""
    return (
        "The first blocks measured the capacity of each server without a rate; the median of events"
        " a second counts. Later blocks offered shares of it, in random order."
    )


def _length_text(state: State) -> str:
    if not state.until:
        return "fixed beforehand"
    ended = {
        "resolved": "until every contrast was signed or within it",
        "time": "until the time was over",
    }
    percent = state.until["resolve_percent"]
    return f"added to resolve {percent:g} %, {ended[state.until['reason']]}"


def _given_up_text(entry: Mapping[str, Any]) -> str:
    place = f", round {entry['round']}" if "round" in entry else ""
    return f"Given up: {entry['run']}{place}, {entry['why']}."


def _order_text(plan: Plan) -> str:
    """How runs took turns, in words."""
    return SLICED.format(rounds=plan.rounds, seconds=plan.slices) if plan.slices else CONDUCT


def _counting_text(plan: Plan, state: State) -> str:
    if plan.counts_on_copies:
        return _COUNTING_COPIES.format(
            seed=COUNT_SEED, counts=COUNTS_OF_A_COPY, unsettled=state.unsettled
        )
    return _COUNTING.format(seed=COUNT_SEED, most=MOST_COUNTS)


def _settling_text(plan: Plan, state: State) -> str:
    if plan.counts_on_copies:
        return ""
    when = "After a warm-up" if plan.slices else "After a warm-up and between runs that write"
    waits = f"{when}, purge and flushing get up to {plan.settle} s"
    return f"{waits} to settle; {state.unsettled} such waits ended before they had."


def conduct_text(plan: Plan, state: State) -> str:
    """How the campaign was conducted, in sentences."""
    loaded = (
        f"The tables are loaded and analyzed anew for every {'block' if plan.slices else 'visit'}."
        if plan.loads_every_visit
        else "The tables are loaded and analyzed once."
    )
    fit = "; ".join(state.warnings)
    sentences = [
        f"{plan.repetitions} blocks, {_length_text(state)}. {_order_text(plan)}",
        _counting_text(plan, state) if plan.count else "",
        loaded,
        _settling_text(plan, state),
        f"Before the start: {fit}." if fit else "Before the start nothing spoke against measuring.",
        f"The campaign was interrupted {state.interruptions} times." if state.interruptions else "",
        _rates_text(plan),
        *(_given_up_text(entry) for entry in state.given_up),
        plan.notes,
    ]
    return " ".join(filter(None, sentences))


_REQUIRE = re.compile(r"""\brequire\s*\(?\s*["']([A-Za-z0-9_]+)["']""")


def script_entry(script: Path, address: str) -> dict[str, Any]:
    """A workload's `script`: name, hash, modules from beside it, and where it is published."""
    entry: dict[str, Any] = {"name": script.name, "sha256": _sha256(script)}
    if modules := modules_of(script):
        entry["modules"] = [{"name": path.name, "sha256": _sha256(path)} for path in modules]
    if address:
        entry["url"] = address
    return entry


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


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
