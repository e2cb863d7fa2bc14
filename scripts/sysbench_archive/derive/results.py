"""A bundle as the record its page is made from.

Owns the step from model to record. Refuses to compare: that is `comparisons`, on records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from sysbench_archive.bundle.facts import state_of, stated
from sysbench_archive.bundle.identity import content_swhid, directory_hash, directory_swhid
from sysbench_archive.derive.conditions import conditions_record
from sysbench_archive.derive.facts import Record, fact_rows, option_rows, text_of
from sysbench_archive.derive.runs import published_path, run_record
from sysbench_archive.derive.variables import variable_rows
from sysbench_archive.derive.workloads import shelf_of, workload_title
from sysbench_archive.metrics import METRICS
from sysbench_archive.model import Bundle, EvidenceFile, Workload
from sysbench_archive.sysbench.command import effective_parameters

_SHOWN_ELSEWHERE = ("notes", "options", "options_basis", "product", "version", "variant", "regime")


def bundle_swhid(bundle: Bundle) -> str:
    """The SWHID of a bundle's folder."""
    files = ((file.path, file.sha1_git) for file in bundle.files.values())
    return directory_swhid(directory_hash(files))


def result_record(bundle: Bundle) -> Record:
    """The record of a bundle; `revision` and `comparisons` are filled in once known."""
    facts = bundle.facts
    runs = [run_record(bundle, run) for run in bundle.runs]
    record = {
        "id": bundle.id,
        "path": f"/results/{bundle.id}/",
        "title": bundle.title,
        "submitted": facts["submitted"],
        "evidence": bundle.evidence,
        "submitter": _submitter(facts["submitter"]),
        "license": facts["license"],
        "disclosure": _disclosure(facts["disclosure"]),
        "notes": facts.get("notes", ""),
        **{name: list(facts[name]) for name in ("reproduces",) if name in facts},
        "revision": None,
        "swhid": bundle_swhid(bundle),
        "completeness": completeness(facts),
        "source": fact_rows(facts.get("source", {}), ("url",)),
        "source_url": stated(facts.get("source", {}).get("url")) or "",
        "campaign": fact_rows(facts.get("campaign", {})),
        "hosts": [_host(bundle, name) for name in bundle.hosts],
        "servers": [_server(bundle, name) for name in bundle.servers],
        "clients": [_client(bundle, name) for name in bundle.clients],
        "workloads": [_workload(bundle, workload) for workload in bundle.workloads.values()],
        "variables": _variables(bundle),
        "metrics": [name for name in METRICS if any(name in run["figures"] for run in runs)],
        "runs": runs,
        "files": [_file(bundle, file) for file in bundle.files.values()],
        "reported": [_reported(bundle, entry) for entry in facts.get("reported_comparisons", ())],
        "comparisons": [],
    }
    return record | {"conditions": conditions_record(bundle, record)}


def _submitter(facts: Mapping[str, Any]) -> str:
    affiliation = facts.get("affiliation")
    return f"{facts['name']}, {affiliation}" if affiliation else str(facts["name"])


def _disclosure(value: Any) -> str:
    if not isinstance(value, Mapping):
        return str(value)
    return "; ".join(f"{name.replace('_', ' ')}: {text}" for name, text in value.items())


def completeness(facts: Any) -> dict[str, int]:
    """How many facts of hosts, servers, clients and workloads are in each state."""
    groups = (facts["hosts"], facts["servers"], facts["clients"], facts["workloads"])
    counts = Counter(state for group in groups for state in _states(group))
    return {name: counts[name] for name in ("stated", "unavailable", "unrecorded")}


def _states(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping) and state_of(value) == "stated":
        for fact in value.values():
            yield from _states(fact)
    elif isinstance(value, list):
        for item in value:
            yield from _states(item)
    else:
        yield state_of(value)


def _host(bundle: Bundle, name: str) -> Record:
    facts = bundle.hosts[name].facts
    return {"id": name, "label": stated(facts["machine"]) or name, "facts": fact_rows(facts)}


def _server(bundle: Bundle, name: str) -> Record:
    server = bundle.servers[name]
    options = stated(server.facts["options"])
    return {
        "id": name,
        "label": server.label,
        "product": server.product,
        "version": server.version,
        "series": server.series,
        "variant": server.variant or "",
        "regime": server.regime,
        "host": server.host,
        "facts": fact_rows(server.facts, _SHOWN_ELSEWHERE[1:]),
        "options": option_rows(options) if options is not None else [],
        "options_basis": _basis(server.facts),
    }


def _variables(bundle: Bundle) -> Record | None:
    """Effective variables of the servers that dumped them; None where none did."""
    servers = [name for name in bundle.servers if name in bundle.variables]
    if not servers:
        return None
    return {
        "servers": [{"id": name, "label": bundle.servers[name].label} for name in servers],
        "rows": variable_rows(bundle.variables, servers),
    }


def _basis(facts: Mapping[str, Any]) -> str:
    state = state_of(facts["options"])
    return facts.get("options_basis", "complete") if state == "stated" else state


def _client(bundle: Bundle, name: str) -> Record:
    client = bundle.clients[name]
    label = "sysbench" if client.sysbench is None else f"sysbench {client.sysbench}"
    return {"id": name, "label": label, "facts": fact_rows(client.facts)}


def _workload(bundle: Bundle, workload: Workload) -> Record:
    facts = workload.facts
    return {
        "id": workload.id,
        "title": workload_title(workload),
        "test": (workload.command.test if workload.command else None) or "",
        "shelf": shelf_of(workload.command),
        "command": stated(facts["command"]) or "",
        "prepare": stated(facts["prepare"]) or "",
        "parameters": _parameters(bundle, workload),
        "facts": fact_rows(facts, ("command", "prepare", "title", "stated_parameters")),
    }


def _parameters(bundle: Bundle, workload: Workload) -> list[Record]:
    version = bundle.clients[workload.client].sysbench
    known = effective_parameters(workload.command, version) if workload.command else {}
    rows: dict[str, tuple[object, str]] = {
        name: (parameter.value, parameter.origin) for name, parameter in known.items()
    }
    rows |= {name: (value, "stated") for name, value in workload.stated.items()}
    return [
        {"name": name, "value": "" if value is None else text_of(value), "origin": origin}
        for name, (value, origin) in sorted(rows.items(), key=lambda item: (item[1][1], item[0]))
    ]


def _file(bundle: Bundle, file: EvidenceFile) -> Record:
    return {
        "path": file.path,
        "href": published_path(bundle.id, file.path),
        "size": file.size,
        "sha256": file.sha256,
        "swhid": content_swhid(file.sha1_git),
    }


def _reported(bundle: Bundle, entry: Mapping[str, Any]) -> Record:
    difference = entry["difference"]
    return {
        "workload": {
            "id": entry["workload"],
            "label": workload_title(bundle.workloads[entry["workload"]]),
        },
        **{
            side: {"id": entry[side], "label": bundle.servers[entry[side]].label}
            for side in ("baseline", "candidate")
        },
        "metric": entry["metric"],
        **{name: difference.get(name) for name in ("mean", "minimum", "maximum")},
        "approximate": entry["approximate"],
        "slower_at_threads": entry.get("slower_at_threads", []),
        "notes": entry.get("notes", ""),
    }
