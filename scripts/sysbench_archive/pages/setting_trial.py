"""How to measure a setting alone: a campaign.yaml of two servers that differ in it, and a command.

Values come from bundles, so each is a word of a shell inside a quoted text of YAML.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Collection, Iterable

from sysbench_archive.derive.settings import ServerSetting
from sysbench_archive.model.base import Record
from sysbench_archive.model.bundle import Family


class SettingTrial(Record):
    """How to measure a setting alone on a machine of the reader's."""

    file: str
    """A campaign.yaml of two servers that differ in it."""
    command: str
    """What measures them."""


_LOADS: dict[Family, str] = {
    "write": "oltp_write_only",
    "read-write": "oltp_read_write",
    "range": "oltp_read_only",
    "point": "oltp_point_select",
    "connect": "connect",
}
"""A load that a setting of a family shows in, the first that fits."""
_INITIALISED = "# each data directory: mysqld --initialize-insecure --datadir=/tmp/data-1"
COMMAND = (
    "sysbench-archive capture --campaign=campaign.yaml --slices=1 --until-resolved=5 --at-most=40m"
    " --out=measured"
)


def setting_trial(
    variable: str, families: Collection[Family], uses: Iterable[ServerSetting]
) -> SettingTrial | None:
    """The two values that most results set, as they were written; of one value the server without
    it is the other side. None where no value is known as an option file has it.
    """
    used = [use for use in uses if use.origin == "chosen" and use.given]
    counts = Counter(use.value for use in used)
    written = {use.value: use.given for use in used}
    values = [written[value] for value, _ in counts.most_common(2)]
    if not values:
        return None
    load = next((load for family, load in _LOADS.items() if family in families), "oltp_read_write")
    option = f"--{variable.replace('_', '-')}"
    sides = [(f"{variable}={value}", f" {option}={shlex.quote(value)}") for value in values]
    sides = sides if len(sides) > 1 else [("default", ""), *sides]
    lines = [f"title: {json.dumps(f'{variable} by itself')}", _INITIALISED, "servers:"]
    for place, (variant, extra) in enumerate(sides, 1):
        places = f"--datadir=/tmp/data-{place} --socket=/tmp/mysql-{place}.sock"
        program = f"mysqld --no-defaults --skip-networking {places}"
        lines += [
            f"  - variant: {json.dumps(variant)}",
            f"    socket: /tmp/mysql-{place}.sock",
            f"    program: {json.dumps(program + extra)}",
        ]
    lines += [f"workloads: [{load}]", "threads: [1, 4, 16]"]
    return SettingTrial(file="\n".join(lines), command=COMMAND)
