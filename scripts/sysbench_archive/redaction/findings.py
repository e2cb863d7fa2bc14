"""Finds what must not be published: passwords, and what leads to a machine or a person.

Works on any text, so that evidence files are searched where their bytes are at hand. Also knows
the options and variables whose names say that their values must not be published. No message
repeats a password.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from sysbench_archive.problems import Problem, Rule, got_expected
from sysbench_archive.redaction.addresses import addresses
from sysbench_archive.redaction.hosts import MARKS, ROOTS, host_names

_SECRET = re.compile(r".{0,60}(?:password|passwd|passphrase|_pwd|_auth)", re.IGNORECASE)
_IDENTITY = re.compile(
    r"hostname|report_host|report_user|server_uid|feedback_(?:server_uid|user_info)"
    r"|wsrep_cluster_address|wsrep_node_.{0,40}|.{0,40}_uuid",
    re.IGNORECASE,
)
_SWITCH_VARIABLES = frozenset(
    ("", "0", "1", "on", "off", "true", "false", "yes", "no", "automatic", "unrecorded")
)
"""Values that give nothing away, whatever the name."""


def hidden(name: str, value: str) -> str:
    """What stands for the value of a setting: `<password>`, `<host>`, or "" where it may stay."""
    if value.lower() in _SWITCH_VARIABLES:
        return ""
    if _SECRET.fullmatch(name):
        return "<password>"
    return "<host>" if _IDENTITY.fullmatch(name) else ""


MAX_FINDINGS = 20
MAX_LOOKED_AT = 20_000

PASSWORD = Rule(
    "private-password",
    "A text holds a password.",
    "The archive is public and for ever; whoever reads it can log in.",
    "replace the value with `<password>`, and change the password: it has been seen",
)
ADDRESS = Rule(
    "private-address",
    "A text holds the network address of a machine.",
    "Addresses show how a network is built, and invite visits.",
    "replace each machine's address with one placeholder, such as `<host-1>`, and count them in"
    " `redactions`; loopback addresses, 0.0.0.0 and those reserved for documentation may stay",
)
EMAIL = Rule(
    "private-email",
    "A text holds an e-mail address.",
    "People cannot take back an address that is published for ever.",
    "replace it with `<email>` or a name",
)
HOST = Rule(
    "private-host",
    "A server variable holds the name of a machine.",
    "Servers name their logs, relay logs and process id files after the host where nobody names"
    " them otherwise, as in `db01-slow.log`. Such names show how a network is built, and the name"
    " of a machine in a cloud is its address.",
    "replace the machine's name with one placeholder, such as `<host-1>-slow.log`, in every"
    " variable that holds it, and count the places in `redactions`",
)
RULES = (PASSWORD, ADDRESS, EMAIL, HOST)


class Finding(NamedTuple):
    """What was found: the rule it breaks, how a message shows it, where in the text it begins."""

    rule: Rule
    shown: str
    start: int


_STANDS_FOR = re.compile(
    r"[<$`{\[%].*|[*xX.#?•]+|'+|\"+|redacted|removed|hidden|masked"
    # In a script, a variable.
    r"|(?:\w{1,40}[._]){1,5}(?:passw(?:or)?d|pwd)|os\.getenv.*",
    re.IGNORECASE,
)
_SWITCH_OPTIONS = frozenset(
    ("", "0", "1", "2", "on", "off", "true", "false", "yes", "no", "enabled", "disabled")
) | {"force", "force_plus_permanent", "nil", "none", "null", "prompt", "unrecorded"}
_SETTING = re.compile(
    r"(?<![A-Za-z0-9])(?:passw(?:or)?d|passphrase|pwd)['\"]?"
    r"(?:[ \t]{1,10}[=:][ \t]{0,10}|[=:](?:[ \t]{1,10}(?!-))?)"
    r"(?P<value>'[^'\n]{0,100}'|\"[^\"\n]{0,100}\"|[^\s'\",;&|)]{0,100})",
    re.IGNORECASE,
)
_CLIENT = re.compile(
    r"\b(?:mysql|mariadb)(?:admin|dump|slap|-admin|-dump|-slap)?(?:[ \t][^\n|;]{0,300}?)?"
    r"[ \t]-p(?P<value>[^\s'\"]{1,100}|'[^'\n]{1,100}'|\"[^\"\n]{1,100}\")"
)
_IN_URL = re.compile(r"[a-z]{2,20}://[^\s/:@<>]{1,60}:(?P<value>[^\s/@]{1,100})@")
_GRANT = re.compile(
    r"\bidentified[ \t]{1,5}(?:with[ \t]{1,5}\S{1,40}[ \t]{1,5})?(?:by|as)[ \t]{1,5}"
    r"(?P<value>'[^'\n]{0,100}'|\"[^\"\n]{0,100}\")",
    re.IGNORECASE,
)
_WORKING_FOLDER = re.compile(r"(?<![A-Za-z0-9_-])(?:OLD)?PWD=\Z")

_MAIL = re.compile(
    r"(?<![\w.+-])[\w+-][\w.+-]{0,63}@(?P<domain>[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"copyright|\(c\)|©|\bauthors?\b", re.IGNORECASE)
"""Who signs a licence put the address there for everybody, and the text may not be changed."""
_NO_PERSON = re.compile(
    r".*@(?:(?:.*\.)?example(?:\.(?:com|org|net))?|.*\.(?:service|socket|timer|mount|[0-9]+|invalid|test|example))",
    re.IGNORECASE,
)


@lru_cache(50_000)
def findings_in(text: str) -> tuple[Finding, ...]:
    """The same as `findings`, remembered: a bundle repeats its short texts in every run."""
    return tuple(findings(text))


def findings(text: str) -> Iterator[Finding]:
    """Everything private in a text. One pass for each kind of thing, and linear time."""
    lowered = text.lower()
    for marks, search in _SEARCHES:
        if all(_holds_one(lowered, each) for each in marks):
            yield from search(text)


def _holds_one(lowered: str, words: tuple[str, ...]) -> bool:
    # A loop, not any(): every text and every file of the archive comes through here.
    for word in words:  # noqa: SIM110
        if word in lowered:
            return True
    return False


def file_problems(data: bytes, path: str) -> Iterator[Problem]:
    """Everything private in an evidence file, each thing once, at most `MAX_FINDINGS` of them."""
    text = data.decode("utf-8", "replace")
    seen: set[tuple[str, str]] = set()
    for finding in islice(findings(text), MAX_LOOKED_AT):
        key = finding.rule.code, finding.shown
        if key not in seen and len(seen) < MAX_FINDINGS:
            line = text.count("\n", 0, finding.start) + 1
            yield finding.rule.at(path, message_of(finding), line=line)
        seen.add(key)


def message_of(finding: Finding) -> str:
    """The sentence about a finding."""
    return got_expected(f"{_NAMES[finding.rule.code]} in the text", finding.shown, "a placeholder")


_NAMES = {
    "private-password": "password",
    "private-address": "address",
    "private-email": "e-mail",
    "private-host": "name of a machine",
}


def _passwords(text: str) -> Iterator[Finding]:
    for pattern in (_SETTING, _CLIENT, _IN_URL, _GRANT):
        for match in pattern.finditer(text):
            value = match["value"].strip("'\"")
            if not _STANDS_FOR.fullmatch(value) and not _is_switch(text, match, value):
                yield Finding(PASSWORD, f"{_name(text, match)}…", match.start())


def _name(text: str, match: re.Match[str]) -> str:
    """The words before the value, without a value that may stand between them."""
    if match.re is _SETTING:
        ahead = text[max(0, match.start() - 40) : match.start("value")]
        return ahead.rpartition("\n")[2].rstrip(" =:'\"").rpartition(" ")[2]
    return "URL" if match.re is _IN_URL else match[0].split()[0]


def _is_switch(text: str, match: re.Match[str], value: str) -> bool:
    """`validate_password = ON` and the shell's PWD hold no password."""
    if value.lower() in _SWITCH_OPTIONS:
        return True
    name = text[max(0, match.start() - 8) : match.start("value")]
    return match.re is _SETTING and _WORKING_FOLDER.search(name) is not None


def _addresses(text: str) -> Iterator[Finding]:
    return (Finding(ADDRESS, address, start) for address, start in addresses(text))


def _hosts(text: str) -> Iterator[Finding]:
    return (Finding(HOST, name, start) for name, start in host_names(text))


def _mails(text: str) -> Iterator[Finding]:
    for match in _MAIL.finditer(text):
        ahead = text[max(0, match.start() - 120) : match.start()].rpartition("\n")[2]
        signed = _SIGNED.search(ahead) or match[0].startswith("git@")
        if not signed and not _NO_PERSON.fullmatch(match[0]):
            yield Finding(EMAIL, match[0], match.start())


_SEARCHES: tuple[tuple[tuple[tuple[str, ...], ...], Callable[[str], Iterator[Finding]]], ...] = (
    ((("passw", "passphrase", "pwd", " -p", "://", "identified"),), _passwords),
    (((".", ":", "-"),), _addresses),
    ((("@",),), _mails),
    ((ROOTS, MARKS), _hosts),
)
"""(words of which a text must hold one of each group to be worth searching, search)."""
