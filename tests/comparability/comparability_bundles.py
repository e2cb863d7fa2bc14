"""Bundles for these tests: those of the archive, and one made of parts; and their conditions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from sysbench_archive.bundle.load import load_bundle
from sysbench_archive.comparability.conditions import conditions_of
from sysbench_archive.comparability.differences import ComparedSide
from sysbench_archive.model.bundle import Bundle, Client, Host, Run, Server, Workload
from sysbench_archive.model.comparability import ConditionDetail, Conditions
from sysbench_archive.sysbench.command import parse_command

RESULTS = Path(__file__).resolve().parents[2] / "data" / "results"
Facts = Mapping[str, Any]
PLACE = {f"identity.{what}": "b" for what in ("host", "client", "workload", "campaign")}
"""Of sides that ran in one place."""


def chosen(value: str) -> ConditionDetail:
    """A setting that somebody set."""
    return ConditionDetail(value=value, origin="chosen")


def default(value: str) -> ConditionDetail:
    """A setting that stood at its default."""
    return ConditionDetail(value=value, origin="default")


@cache
def bundle(name: str) -> Bundle:
    """A bundle of the archive."""
    loaded = load_bundle(RESULTS / name, name).bundle
    assert loaded is not None
    return loaded


@cache
def archived_conditions(name: str) -> Conditions:
    """The conditions of a bundle of the archive."""
    return conditions_of(bundle(name))


def sides(name: str, workload: str, *servers: str) -> list[ComparedSide]:
    """Sides of a bundle of the archive, all servers where none are named."""
    known = archived_conditions(name)
    work = known.workloads[workload]
    named = servers or tuple(known.servers)
    return [ComparedSide(server, {**known.servers[server], **work}) for server in named]


def made_sides(parts: Bundle) -> list[ComparedSide]:
    """Sides of a made bundle, all servers under its one workload."""
    known = conditions_of(parts)
    return [ComparedSide(n, {**c, **known.workloads["work"]}) for n, c in known.servers.items()]


def server(
    version: str = "8.0.36", product: str = "mysql", variant: str | None = None, **facts: Any
) -> Server:
    """A server; what is not given was not recorded."""
    known = {"build": {}, "allocator": "unrecorded", "options": "unrecorded", **facts}
    name = variant or version.replace(".", "-")
    return Server(name, product, version, variant, facts.get("regime", "pinned"), "host", known)


def made(
    *servers: Server,
    client: Facts | None = None,
    command: str | None = "sysbench oltp_read_write --tables=4 --table-size=1000 --time=60 run",
    workload: Facts | None = None,
    campaign: Facts | None = None,
    runs: tuple[Run, ...] = (),
    variables: Mapping[str, Mapping[str, str]] | None = None,
    host: Facts | None = None,
) -> Bundle:
    """A bundle of these servers on one host, with one client and one workload."""
    spoken = {"sysbench": "1.0.20", "placement": "same-host", **(client or {})}
    parsed = parse_command(command) if command else None
    work = workload or {}
    return Bundle(
        "2026-01-made",
        "made",
        "raw-output",
        "Made",
        {"campaign": campaign or {}},
        {"host": Host("host", {"machine": "unrecorded", "cpu": {}, "memory": {}, **(host or {})})},
        {entry.id: entry for entry in servers},
        {"client": Client("client", "host", spoken["sysbench"], spoken["placement"], spoken)},
        {
            "work": Workload(
                "work", "Work", "client", parsed, work.get("stated_parameters", {}), work
            )
        },
        runs,
        {},
        {},
        {},
        variables or {},
    )


def run(name: str, server_id: str, **sequence: Any) -> Run:
    """A run of the made bundle that stands somewhere in its sequence."""
    facts = {"sequence": sequence} if sequence else {}
    return Run(name, server_id, "work", 1, None, None, None, None, {}, facts, {})
