"""The campaign that runs a published comparison again, as a plan of capture.

Owns which server stands for which side. The campaign is interleaved as every other: blocks in
random order, the same number of repetitions on all sides.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from sysbench_archive.capture.plan import Access, Plan, ServerPlan, workload_plan
from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.derive.originals import Original
from sysbench_archive.reproduction.settings import Settings

_VARIANT = re.compile(r"[a-z0-9][a-z0-9_.=+-]{0,79}")
_FORM = "SIDE=/path/to/socket or SIDE=HOST:PORT"


def sides_of(original: Original) -> str:
    """The names of the sides, for a message."""
    names = [original.baseline, *original.candidates]
    labels = [f"{name} ({original.server(name)['label']})" for name in names]
    return f"baseline {labels[0]}; candidate {', '.join(labels[1:])}"


def server_words(words: Sequence[str], access: Access) -> tuple[ServerPlan, ...]:
    """Servers out of `SIDE=PLACE` words."""
    return tuple(_server(word, access) for word in words)


def _server(word: str, access: Access) -> ServerPlan:
    side, mark, place = word.partition("=")
    host, _, port = place.rpartition(":")
    if side and place.startswith("/"):
        return ServerPlan(replace(access, socket=place, host=None), stands_for=side)
    if not (side and mark and host and port.isdecimal()):
        raise RefusalError("--server", "not a side and its place", repr(word), _FORM)
    reached = replace(access, socket=None, host=host.strip("[]"), port=int(port))
    return ServerPlan(reached, stands_for=side)


def assigned(original: Original, servers: Sequence[ServerPlan]) -> tuple[ServerPlan, ...]:
    """The servers in the order of their sides, each under the published server's id.

    A side may be called `baseline`, or `candidate` where there is one; servers of a file that
    names no sides take them in order. RefusalError where a side is missing or taken twice.
    """
    names = [original.baseline, *original.candidates]
    if not any(server.stands_for for server in servers):
        servers = [replace(s, stands_for=n) for s, n in zip(servers, names, strict=False)]
    placed = {_side(original, server): server for server in servers}
    if len(placed) != len(servers) or original.baseline not in placed or len(placed) < 2:
        got = ", ".join(str(server.stands_for) for server in servers) or "none"
        expected = f"each of {sides_of(original)} at most once, the baseline among them"
        raise RefusalError("reproduce", "the servers do not fit the sides", got, expected)
    return tuple(
        replace(placed[name], stands_for=name, variant=_variant(original, name, placed[name]))
        for name in names
        if name in placed
    )


def _side(original: Original, server: ServerPlan) -> str:
    short = {"baseline": original.baseline}
    if len(original.candidates) == 1:
        short["candidate"] = original.candidates[0]
    name = short.get(server.stands_for or "", server.stands_for or "")
    if name not in (original.baseline, *original.candidates):
        raise RefusalError("reproduce", "no such side", repr(name), sides_of(original))
    return name


def _variant(original: Original, name: str, server: ServerPlan) -> str | None:
    theirs = str(original.server(name)["variant"])
    return server.variant or (theirs if _VARIANT.fullmatch(theirs) else None)


def told_apart(servers: Sequence[ServerPlan], ids: Sequence[str]) -> tuple[ServerPlan, ...]:
    """Servers whose ids would be the same get the side they stand for as variant."""
    return tuple(
        replace(server, variant=f"as-{server.stands_for}"[:80])
        if ids.count(name) > 1 and server.variant is None
        else server
        for server, name in zip(servers, ids, strict=True)
    )


def plan_of(
    original: Original, settings: Settings, servers: tuple[ServerPlan, ...], base: Plan
) -> Plan:
    """The plan; what settings do not say is that of `base`."""
    workload = workload_plan(settings.test, settings.options, settings.id)
    return replace(
        base,
        servers=servers,
        workloads=(workload,),
        threads=settings.threads,
        repetitions=settings.repetitions,
        seconds=settings.seconds,
        tables=settings.tables,
        table_size=settings.table_size,
        reproduces=original.paths,
        title=base.title or _title(original),
    )


def _title(original: Original) -> str:
    sides = [original.server(n)["label"] for n in (original.baseline, *original.candidates)]
    return f"Reproduction: {original.workload}, {' and '.join(sides)}"[:160]
