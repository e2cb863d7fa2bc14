"""What strangers paste without noticing: the names of hosts and accounts.

Owns where in pasted commands and output such names stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from sysbench_archive.redaction.redactor import GENERIC_NAMES, Redactor
from sysbench_archive.redaction.shapes import PASSWORD_OPTION

_PROMPT = re.compile(
    r"^[(\[\s]*(?:\([\w.-]+\)\s*)?(?P<user>[a-z_][\w.-]{0,31})@(?P<host>[\w.-]{1,64})(?=[\s:~\]#$%>])",
    re.IGNORECASE | re.MULTILINE,
)
_OPTIONS = {
    "host": re.compile(r"--(?:mysql|db)-host[= ]['\"]?([\w.-]+)"),
    "user": re.compile(r"--(?:mysql|db)-user[= ]['\"]?([\w.-]+)"),
}
_NAMED = re.compile(r"^(?:hostname|user)[ \t]*[:=][ \t]*([\w.-]+)", re.IGNORECASE | re.MULTILINE)
_LETTER = re.compile(r"[A-Za-z]")
_MAX_NAMES = 200


def redactor_for(*texts: str) -> Redactor:
    """A redactor that knows the names these texts give away; `clean` then finds the rest."""
    redactor = Redactor(shapes=(PASSWORD_OPTION,))
    for text in texts:
        for kind, name in islice(_names(text), _MAX_NAMES):
            redactor.know(kind, [name])
    return redactor


def _names(text: str) -> Iterator[tuple[str, str]]:
    """(kind, name) of hosts and accounts; a number is no name, whatever option it stands behind."""
    for kind, pattern in _OPTIONS.items():
        yield from ((kind, name) for name in pattern.findall(text) if _LETTER.search(name))
    for match in _PROMPT.finditer(text):
        found = (("user", match["user"]), ("host", match["host"]))
        yield from ((kind, name) for kind, name in found if _LETTER.search(name))
    yield from (("host", name) for name in _NAMED.findall(text) if _LETTER.search(name))


def left_over(text: str) -> str:
    """A name that is still in a text after redaction, because there were too many; else ""."""
    return next((name for _, name in _names(text) if name.lower() not in GENERIC_NAMES), "")
