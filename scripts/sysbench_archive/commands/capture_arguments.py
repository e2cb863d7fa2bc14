"""The arguments of `capture`, and what they ask for: a plan, a password, folders.

Owns every option and where a password may come from. A password is no option.
"""

from __future__ import annotations

import argparse
import getpass
import os
import shlex
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import yaml

from sysbench_archive.bundle.names import MAX_ID, identifier, is_bundle_id
from sysbench_archive.capture.campaign_file import read_campaign
from sysbench_archive.capture.connection import PASSWORD_VARIABLE, option_file
from sysbench_archive.capture.plan import Access, Plan, ServerPlan, sound, workload_plan
from sysbench_archive.capture.state import FILE
from sysbench_archive.capture.stops import RefusalError
from sysbench_archive.commands.verb import Arguments, today
from sysbench_archive.sysbench.command import parse_command


def with_capture(parser: argparse.ArgumentParser) -> None:
    """The arguments of `capture`."""
    for name, kind, default, text in _OPTIONS:
        parser.add_argument(f"--{name}", type=kind, default=default, help=text)
    for name, text in _SWITCHES:
        parser.add_argument(f"--{name}", action="store_true", help=text)
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="with --wrap, after --")


_OPTIONS: tuple[tuple[str, Callable[[str], Any], Any, str], ...] = (
    ("socket", str, None, "socket of the server"),
    ("host", str, None, "host of the server, without a socket"),
    ("port", int, 3306, "its port"),
    ("user", str, None, "account (default: root)"),
    ("database", str, "sbtest", "database to use; must be empty or absent (default: sbtest)"),
    ("defaults-file", Path, None, "option file with account, password and place of the server"),
    ("campaign", Path, None, "campaign.yaml: several servers, in place of the options below"),
    ("workloads", str, "oltp_read_only", "sysbench's names, `connect` or scripts, with commas"),
    ("threads", str, "1", "thread counts, with commas"),
    ("repetitions", int, 3, "runs of each workload and thread count (default: 3)"),
    ("seconds", int, 30, "length of a run (default: 30)"),
    ("warmup", int, 10, "seconds of warm-up after a load or a start (default: 10)"),
    ("settle", int, 10, "longest wait for purge and flushing, in seconds (default: 10)"),
    ("tables", int, 4, "tables (default: 4)"),
    ("table-size", int, 100_000, "rows of each (default: 100000)"),
    ("seed", int, None, "seed of the order of runs (default: the day, as a number)"),
    ("variant", str, None, "label of a deliberate deviation of the server"),
    ("regime", str, None, "defaults or pinned, where the server's options do not show it"),
    ("placement", str, None, "same-host or other-host, where it is not seen"),
    ("link", str, None, "network between client and server"),
    ("host-facts", Path, None, "what `sysbench-archive host-facts` printed on the server's host"),
    ("title", str, "", "title of the bundle"),
    ("submitter", str, None, "who submits the bundle (default: asked, or a placeholder)"),
    ("disclosure", str, None, "what could colour the result (default: asked, or none)"),
    ("license", str, "CC0-1.0", "licence of the data (default: CC0-1.0)"),
    ("out", Path, None, "folder of the bundle; the bundle's id, or a folder to put it into"),
)
"""(option, type, default, help)."""
_SWITCHES = (
    ("ask-password", "ask for the password"),
    ("wrap", "run the command after -- and describe everything around it"),
    ("yes", "ask nothing: begin, and clean up at the end"),
)


def plan_of(arguments: Arguments) -> tuple[Plan, str]:
    """The plan, and the password. RefusalError where something is missing or cannot be."""
    access, password = access_of(arguments)
    campaign = arguments.campaign is not None
    if not campaign and not access.socket and not access.host:
        raise RefusalError(
            "capture", "no server is named", expected="--socket, --host or --campaign",
            hint="--socket /run/mysqld/mysqld.sock is where Debian's packages listen",
        )  # fmt: skip
    base = Plan(
        servers=(ServerPlan(access, variant=arguments.variant, regime=arguments.regime),),
        workloads=() if campaign else tuple(map(workload_plan, arguments.workloads.split(","))),
        threads=() if campaign else threads_of(arguments.threads),
        repetitions=arguments.repetitions,
        seconds=arguments.seconds,
        tables=arguments.tables,
        table_size=arguments.table_size,
        seed=seed_of(arguments),
        warmup=arguments.warmup,
        settle=arguments.settle,
        title=arguments.title,
        placement=arguments.placement,
        link=arguments.link,
    )
    plan = read_campaign(arguments.campaign, base, access) if campaign else base
    return sound(plan), password


def threads_of(text: str) -> tuple[int, ...]:
    """Thread counts out of a list with commas. RefusalError where it is none."""
    try:
        return tuple(int(word) for word in text.split(","))
    except ValueError:
        raise RefusalError("--threads", "not numbers with commas", got=repr(text)) from None


def seed_of(arguments: Arguments) -> int:
    """The seed that was asked for, else one of the day."""
    return int(f"{today():%Y%m%d}") if arguments.seed is None else int(arguments.seed)


def access_of(arguments: Arguments) -> tuple[Access, str]:
    """Where the server is, and the password: prompt, then option file, then environment."""
    stated = option_file(arguments.defaults_file) if arguments.defaults_file else {}
    host = arguments.host or (None if arguments.socket else stated.get("host"))
    access = Access(
        socket=arguments.socket or (None if host else stated.get("socket")),
        host=host,
        port=arguments.port if "port" not in stated else int(stated["port"]),
        user=arguments.user or stated.get("user", "root"),
        database=arguments.database,
    )
    if arguments.ask_password:
        return access, getpass.getpass("password: ")
    return access, stated.get("password", os.environ.get(PASSWORD_VARIABLE, ""))


def wrapped_access(arguments: Arguments) -> tuple[Access, str]:
    """Like that of a plan; what the options leave open is read from the wrapped command."""
    if not arguments.command:
        raise RefusalError("--wrap", "no command", expected="capture --wrap … -- COMMAND")
    access, password = access_of(arguments)
    command = parse_command(shlex.join(arguments.command))
    stated = {name: p.raw for name, p in command.parameters.items() if p.raw is not None}
    if not access.socket and not access.host:
        socket, host = stated.get("mysql_socket"), stated.get("mysql_host")
        port = int(stated.get("mysql_port", arguments.port))
        access = replace(access, socket=socket, host=None if socket else host, port=port)
    if not access.socket and not access.host:
        raise RefusalError("--wrap", "no server is named", expected="--socket or --host before --")
    user = arguments.user or stated.get("mysql_user", access.user)
    access = replace(access, user=user, database=stated.get("mysql_db", arguments.database))
    secrets = (w.partition("=")[2] for w in arguments.command if w.startswith("--mysql-password="))
    return access, password or next(secrets, "")


def places_of(out: Path | None, words: list[str]) -> tuple[Path, Path]:
    """Where the state is kept, and the bundle's folder: `out` itself where its name is an id."""
    if out is None:
        raise RefusalError("--out", "no folder is named", expected="--out DIR")
    out = out.absolute()
    folder = out if is_bundle_id(out.name) else out / _name(words)
    started = (out / FILE).exists()
    if not started and out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise RefusalError(
            str(out), "the folder is not empty", hint="name another --out, or remove what is there"
        )
    return out, folder


def name_words(plan: Plan) -> list[str]:
    """What a bundle is called until somebody gives it a better name."""
    servers = [server.variant for server in plan.servers if server.variant][:2]
    return ["captured", *servers, *(workload.id for workload in plan.workloads[:3])]


def _name(words: list[str]) -> str:
    month = today().isoformat()[:7]
    return f"{month}-{identifier(' '.join(words))}"[:MAX_ID].strip("-")


def elsewhere_of(path: Path | None) -> dict[str, Any] | None:
    """The host facts in a file, None where no file is named."""
    if path is None:
        return None
    try:
        facts = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise RefusalError(str(path), " ".join(str(error).split())) from None
    if not isinstance(facts, dict) or "cpu" not in facts:
        raise RefusalError(
            str(path), "no host facts", hint="on the server: sysbench-archive host-facts > FILE"
        )
    return facts
