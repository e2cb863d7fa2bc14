"""The address of the issue form, filled in with what a bundle states of one server and test."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from sysbench_archive.bundle.formatting import as_yaml
from sysbench_archive.intake.form import FACTS
from sysbench_archive.model.bundle import PRODUCTS, UNRECORDED

MOST_OF_ADDRESS = 7000
"""Characters; a forge refuses much longer ones."""
FORM = "issues/new?template=result.yml"


class Prefilled(NamedTuple):
    """A form: what of the bundle it is about, its address, and the logs to paste into it."""

    about: str
    address: str
    logs: list[str]


def prefilled(document: Mapping[str, Any], repository: str) -> Iterator[Prefilled]:
    """The forms of a bundle that keeps its output: one for each server and test that was run; none
    for runs that counted instructions, which a form cannot say.
    """
    servers, workloads, clients, hosts = (
        {entry["id"]: entry for entry in document[kind]}
        for kind in ("servers", "workloads", "clients", "hosts")
    )
    logs: dict[tuple[str, str], list[str]] = {}
    for run in document["runs"]:
        if "file" in run and "count" not in run:
            logs.setdefault((run["server"], run["workload"]), []).append(run["file"])
    for (server, workload), files in logs.items():
        test = workloads[workload]
        answers = _answers(document, servers[server], test, clients[test["client"]], hosts)
        yield Prefilled(
            f"{server}, {workload}", _address(repository, answers), list(dict.fromkeys(files))
        )


def _answers(
    document: Mapping[str, Any],
    server: Mapping[str, Any],
    workload: Mapping[str, Any],
    client: Mapping[str, Any],
    hosts: Mapping[str, Mapping[str, Any]],
) -> dict[str, str]:
    stake = document["disclosure"]
    build = server["build"]
    options = server["options"] if isinstance(server["options"], Mapping) else {}
    facts = {
        "settings": next(
            (n for n, v in (FACTS["settings"] or {}).items() if v == server["regime"])
        ),
        "placement": client["placement"],
        "fork": server.get("fork"),
        "source": build.get("distribution") if isinstance(build, Mapping) else None,
        "license": document["license"],
        "notes": " ".join(str(document.get("notes", "")).split()),
    }
    stated = {n: v for n, v in facts.items() if isinstance(v, str) and v not in ("", UNRECORDED)}
    lines = [f"{name}: {value}" for name, value in stated.items()]
    host = {name: value for name, value in hosts[server["host"]].items() if name != "id"}
    commands = (str(workload[name]) for name in ("prepare", "command"))
    return {
        "name": document["submitter"]["name"],
        "server": f"{PRODUCTS[server['product']]} {server['version']}",
        "disclosure": "; ".join(stake.values()) if isinstance(stake, Mapping) else stake,
        "commands": "\n".join(each for each in commands if each != UNRECORDED),
        "facts": "\n".join([*lines, *(f"{name} = {value}" for name, value in options.items())]),
        "machine": as_yaml(host).strip(),
    }


def _address(repository: str, answers: Mapping[str, str]) -> str:
    """The form with these answers; one that would make the address too long is left out."""
    address = f"{repository}/{FORM}"
    for name, text in answers.items():
        added = f"&{urlencode({name: text})}"
        if text and len(address) + len(added) < MOST_OF_ADDRESS:
            address += added
    return address
