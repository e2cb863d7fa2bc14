"""Passwords and addresses in what a contributor wrote; files are searched as they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sysbench_archive.model import Bundle
from sysbench_archive.problems import Problem, got_expected
from sysbench_archive.redaction.findings import ADDRESS, PASSWORD, findings_in, message_of
from sysbench_archive.rules.places import Text, texts
from sysbench_archive.sysbench.command import parse_command

_VERSIONS = re.compile(
    r".*/(?:version|sysbench|library|kernel|os|microcode|package|\w*version\w*)|/source/\w*(?:url|repository)"
)
"""Fields in which four numbers with dots are a version, or an address of the publication."""


_COMMAND = re.compile(r"/(?:workloads|runs)/[0-9]+/(?:command|prepare)")


def check(bundle: Bundle) -> Iterator[Problem]:
    """Search every text; read what looks like a command as a shell does as well."""
    for text in texts(bundle):
        named = False
        for finding in findings_in(text.value):
            if finding.rule is not ADDRESS or not _VERSIONS.fullmatch(text.pointer):
                yield text.complain(finding.rule, message_of(finding))
            named = named or finding.rule is PASSWORD
        if _COMMAND.fullmatch(text.pointer) and not named:
            yield from _secrets(text)


def _secrets(text: Text) -> Iterator[Problem]:
    for option in parse_command(text.value).secrets:
        message = got_expected("password in the text", f"{option}…", "a placeholder")
        yield text.complain(PASSWORD, message)
