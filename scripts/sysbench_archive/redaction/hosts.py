"""Names of machines in server variables: those a server makes of its host's name by itself.

A server that is given no name for a log, a process id file or a relay log takes the host's. So a
dump gives the name away in a dozen variables, also where `hostname` itself was left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from sysbench_archive.redaction.spellings import WORDS

HOST_NAMED: Mapping[str, str] = {
    "hostname": "HOST",
    "report_host": "HOST",
    "wsrep_node_name": "HOST",
    "wsrep_node_address": "HOST",
    "wsrep_node_incoming_address": "HOST",
    "general_log_file": "HOST.log",
    "slow_query_log_file": "HOST-slow.log",
    "log_slow_query_file": "HOST-slow.log",
    "pid_file": "HOST.pid",
    "log_error": "HOST.err",
    "log_basename": "HOST",
    "log_bin": "HOST-bin",
    "log_bin_basename": "HOST-bin",
    "log_bin_index": "HOST-bin.index",
    "relay_log": "HOST-relay-bin",
    "relay_log_basename": "HOST-relay-bin",
    "relay_log_index": "HOST-relay-bin.index",
    "relay_log_info_file": "HOST-relay-log.info",
}
"""A variable, and what a server makes of the host's name where nobody sets it.

As the pages on server variables, replication options and Galera's variables in the manuals of
MySQL 8.4 and 5.7 and of MariaDB say. `relay_log_info_file` has no such default; tools that set up
several servers name it alike.
"""

_PRODUCT = re.compile(
    r"(?:mysqld?|mariadbd?|percona|galera|pxc|ps|server|sandbox|msb|rdsdb)(?:[1-9][0-9]*)?"
)
_PARTS = re.compile(r"[-_.+~]")
_NUMBER = re.compile(r"v?[0-9]+|v?[0-9]{1,4}[a-z]?(?:rc|ga|m)?[0-9]{0,6}")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,252}")
_PORT = re.compile(r":[0-9]{1,5}\Z")
_CLOUD = re.compile(r"(?:ip|ec2)-((?:[0-9]{1,3}-){3}[0-9]{1,3})\Z")
_CLOUD_NAME = re.compile(
    r"(?<![A-Za-z0-9_-])(?:ip|ec2)-(?:[0-9]{1,3}-){3}[0-9]{1,3}(?![A-Za-z0-9_-])"
    r"(?:(?:\.[a-z0-9-]{1,63}){0,4}\.(?:internal|amazonaws\.com)(?![A-Za-z0-9_-]))?"
)
"""What Amazon calls a machine is its address: `ip-10-0-12-7.eu-west-1.compute.internal`."""

_BESIDE = "|".join(name.replace("_", "[-_]") for name in HOST_NAMED)
_SETTING = re.compile(
    r"(?<![A-Za-z0-9_$@.-])(?:--|@@(?:global\.)?)?"
    rf"(?P<name>{_BESIDE})[\"'`]?(?P<sign>[ \t]*[=|:\t][ \t]*|[ \t]+)[\"'`]?"
    r"(?P<value>[^\s\"'`,;|]{1,512})(?=[\"'`]?[ \t]*(?:[,;|}]|$|--))",
    re.IGNORECASE | re.MULTILINE,
)
MARKS = (*HOST_NAMED, *(name.replace("_", "-") for name in HOST_NAMED), "ip-", "ec2-")
"""One of these stands in every text, in small letters, that `host_names` finds something in."""


def host_name_in(variable: str, value: str) -> str:
    """The part of a variable's value that is a machine's name; "" where there is none."""
    form = HOST_NAMED.get(_plain(variable))
    if not form:
        return ""
    ending = form.removeprefix("HOST")
    file = re.split(r"[/\\]", value.strip())[-1]
    if not file.lower().endswith(ending):
        return ""
    name = file[: len(file) - len(ending)] if ending else _PORT.sub("", value.strip())
    return name if _NAME.fullmatch(name) and not is_chosen(name) else ""


def is_chosen(name: str) -> bool:
    """Whether a name says what something is and not where: `mysqld`, `error`, `mysql-8.0.33`."""
    parts = [part for part in _PARTS.split(name.lower()) if part]
    said = [p for p in parts if p in WORDS["log"] or _PRODUCT.fullmatch(p)]
    return len(said) == len([p for p in parts if not _NUMBER.fullmatch(p)])


def host_names(text: str) -> Iterator[tuple[str, int]]:
    """(name of a machine, where it begins) wherever a text states such a variable."""
    found: dict[int, str] = {}
    for match in _SETTING.finditer(text):
        name = host_name_in(match["name"], match["value"])
        stated = set(match["sign"]) & set("=|:\t")
        if name and (stated or HOST_NAMED[_plain(match["name"])] != "HOST"):
            found[match.start("value") + match["value"].rindex(name)] = name
    for match in _CLOUD_NAME.finditer(text):
        found.setdefault(match.start(), match[0])
    yield from ((name, start) for start, name in sorted(found.items()))


def _plain(name: str) -> str:
    return name.lower().replace("-", "_")


def names_of(name: str) -> Iterator[str]:
    """The other names of a machine: without its domain, part by part, and a cloud's address."""
    if re.search("[A-Za-z]", name):
        labels = name.split(".")
        yield from (".".join(labels[:count]) for count in range(len(labels) - 1, 0, -1))
        if cloud := _CLOUD.match(labels[0]):
            yield cloud[1].replace("-", ".")


def stated_hosts(variables: Mapping[str, str]) -> list[str]:
    """Machines a dump of variables names: `hostname` first, then the longest names."""
    named = [host_name_in(name, variables[name]) for name in HOST_NAMED if name in variables]
    first = host_name_in("hostname", variables.get("hostname", ""))
    others = sorted(dict.fromkeys(named), key=len, reverse=True)
    return list(filter(None, dict.fromkeys([first, *others])))
