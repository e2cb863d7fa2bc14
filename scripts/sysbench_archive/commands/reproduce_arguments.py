"""The arguments of `reproduce`, and what they ask for: servers, wishes, a plan to fill in."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from sysbench_archive.capture.campaign_file import read_servers
from sysbench_archive.capture.plan import Access, Plan, ServerPlan
from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.commands.capture_arguments import seed_of, threads_of
from sysbench_archive.commands.verb import Arguments
from sysbench_archive.reproduction.planning import server_words
from sysbench_archive.reproduction.settings import Wishes

_OPTIONS: tuple[tuple[str, Callable[[str], Any], Any, str], ...] = (
    ("site", str, None, "address of a published site; without it this checkout is asked"),
    ("panel", str, None, "which panel of a comparison that has several"),
    ("servers", Path, None, "file with `servers`, as in campaign.yaml; `stands_for` names a side"),
    ("user", str, None, "account (default: root)"),
    ("database", str, "sbtest", "database to use; must be empty or absent (default: sbtest)"),
    ("defaults-file", Path, None, "option file with account and password"),
    ("workload", str, None, "sysbench's name of a test, or a script, in place of theirs"),
    ("threads", str, None, "thread counts, with commas, in place of the published ones"),
    ("repetitions", int, None, "runs of each cell (default: as published, at least 3)"),
    ("seconds", int, None, "length of a run, in place of the published one"),
    ("tables", int, None, "tables, in place of the published number"),
    ("table-size", int, None, "rows of each, in place of the published number"),
    ("warmup", int, 10, "seconds of warm-up after a load or a start (default: 10)"),
    ("settle", int, 10, "longest wait for purge and flushing, in seconds (default: 10)"),
    ("seed", int, None, "seed of the order of runs (default: the day, as a number)"),
    ("placement", str, None, "same-host or other-host, where it is not seen"),
    ("link", str, None, "network between client and server"),
    ("host-facts", Path, None, "what `sysbench-archive host-facts` printed on the servers' host"),
    ("title", str, "", "title of the bundle"),
    ("submitter", str, None, "who submits the bundle (default: asked, or a placeholder)"),
    ("disclosure", str, None, "what could colour the result (default: asked, or none)"),
    ("license", str, "CC0-1.0", "licence of the data (default: CC0-1.0)"),
    ("out", Path, None, "folder of the bundle; the bundle's id, or a folder to put it into"),
)
"""(option, type, default, help)."""


def with_reproduce(parser: argparse.ArgumentParser) -> None:
    """The arguments of `reproduce`."""
    said = "slug of a comparison, or two runs as BUNDLE/RUN; their paths or addresses"
    parser.add_argument("comparison", nargs="+", metavar="COMPARISON", help=said)
    side = (
        "a server: baseline or candidate, or a published server's id, and its socket or HOST:PORT"
    )
    parser.add_argument("--server", action="append", default=[], metavar="SIDE=PLACE", help=side)
    for name, kind, default, text in _OPTIONS:
        parser.add_argument(f"--{name}", type=kind, default=default, help=text)
    parser.add_argument("--ask-password", action="store_true", help="ask for the password")
    parser.add_argument("--yes", action="store_true", help="ask nothing: begin, and clean up")
    # The servers are named by side; access is shared with `capture`, which has these as options.
    parser.set_defaults(socket=None, host=None, port=3306)


def wishes_of(arguments: Arguments) -> Wishes:
    """What is wanted otherwise than published."""
    named = ("workload", "repetitions", "seconds", "tables", "table_size")
    threads = threads_of(arguments.threads) if arguments.threads else None
    return Wishes(threads=threads, **{name: getattr(arguments, name) for name in named})


def servers_of(arguments: Arguments, access: Access) -> tuple[ServerPlan, ...]:
    """The servers of the file, then those of the command line. RefusalError where one is wrong."""
    if arguments.servers and arguments.server:
        raise RefusalError("reproduce", "servers are named twice", expected="--server or --servers")
    if arguments.servers:
        return read_servers(arguments.servers, access)
    return server_words(arguments.server, access)


def base_plan(arguments: Arguments) -> Plan:
    """A plan without servers and workloads, with what the options say of the rest."""
    plan = Plan((), (), (), 1, 1, 1, 1, seed_of(arguments))
    named = ("warmup", "settle", "placement", "link", "title")
    return replace(plan, **{name: getattr(arguments, name) for name in named})
