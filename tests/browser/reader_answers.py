"""What the answers to readers' questions must say, worked out from raw figures and open data."""

from __future__ import annotations

import json
import math
import re
from statistics import fmean

import yaml

import built_sites

_RESULTS = built_sites.ROOT / "data" / "results"
_SETTING = "innodb_flush_log_at_trx_commit"
_PER_SECOND = re.compile(r"^ +transactions: +\d+ +\(([\d.]+) per sec\.\)$", re.MULTILINE)

LOG_WRITERS = "2026-11-mysql-8-0-log-writer-threads-small-vm"
CHOSEN_RUN = "oltp-read-write-mysql-8-0-33-log-writer-threads-on-t4-r2"
_EIGHT_CORES = "2025-11-mdcallag-mysql-5-6-to-9-5-8-cpus"


def upgrade_cost(site: built_sites.Site, release: str) -> str:
    """What one client does in read-write transactions after 5.7, on the machine of 8 cores."""
    path = site.public / "api" / "v1" / "upgrades" / f"mysql-5.7-to-mysql-{release}.json"
    ratios = [
        point["ratio"]
        for point in json.loads(path.read_bytes())["lines"]
        if (point["bundle"], point["family"], point["threads"]) == (_EIGHT_CORES, "read-write", 1)
    ]
    ends = dict.fromkeys(
        f"\N{MINUS SIGN}{round((1 - end) * 100)}" for end in (min(ratios), max(ratios))
    )
    return f"{' to '.join(ends)} %"


def many_clients(site: built_sites.Site) -> str:
    """What MariaDB 11.4 does beside MySQL 8.0 with as many clients as most machines ran it with."""
    path = site.derived / "data" / "upgrade_pairs" / "mysql-8-0-to-mariadb-11-4.json"
    return str(json.loads(path.read_bytes())["range"])


def results_with_the_setting(site: built_sites.Site) -> set[str]:
    """Bundles of a site that gave a server the value 2, read off their own files."""
    used = re.compile(rf"^ +{_SETTING}: [\"']?2[\"']?$", re.MULTILINE)
    folders = list((site.public / "results").glob("????-??-*"))
    texts = {one.name: (_RESULTS / one.name / "bundle.yaml").read_text("utf-8") for one in folders}
    return {bundle for bundle, text in texts.items() if used.search(text)}


def command_typed() -> list[str]:
    """The command of the chosen run around the socket, with the run's number of threads."""
    bundle = yaml.safe_load((_RESULTS / LOG_WRITERS / "bundle.yaml").read_text("utf-8"))
    command: str = bundle["workloads"][0]["command"]
    return command.replace("$threads", "4").split("$socket")


def line_printed() -> str:
    """The line of sysbench's output that holds the throughput of the chosen run."""
    raw = (_RESULTS / LOG_WRITERS / "raw" / f"{CHOSEN_RUN}.txt").read_text("utf-8")
    found = _PER_SECOND.search(raw)
    assert found
    return " ".join(found.group().split())


def log_writers_cost() -> str:
    """How much faster four clients are without log writer threads: three raw outputs a side."""
    off, on = (_geometric(_rates(f"log-writer-threads-{state}-t4-r*")) for state in ("off", "on"))
    return f"+{(off / on - 1) * 100:.0f} %"


def equivalence_margin(site: built_sites.Site) -> str:
    """The margin below which a difference counts as none, as programs read it."""
    policy = json.loads((site.public / "policy.json").read_bytes())
    return f"{policy['verdicts']['margin'] * 100:.0f} %"


def _rates(pattern: str) -> list[float]:
    files = (_RESULTS / LOG_WRITERS / "raw").glob(f"oltp-read-write-mysql-8-0-33-{pattern}.txt")
    return [float(_PER_SECOND.findall(file.read_text("utf-8"))[-1]) for file in files]


def _geometric(rates: list[float]) -> float:
    return math.exp(fmean(map(math.log, rates)))
