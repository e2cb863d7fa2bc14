"""What strangers paste without noticing: passwords, hosts, users, addresses.

Owns what is looked for in pasted commands and output before the general redaction of captures.
"""

from __future__ import annotations

import re

from sysbench_archive.capture.redaction import Redactor

_PASSWORD = re.compile(
    r"(?P<name>--?(?:[a-z]{2,10}-)?pass(?:word|wd)?(?:=|[ \t]+(?!-))|\bMYSQL_PWD=)"
    r"(?P<value>'[^'\n]*'|\"[^\"\n]*\"|(?![<$])[^\s'\"]+)",
    re.IGNORECASE,
)
_PROMPT = re.compile(
    r"^[(\[\s]*(?:\([\w.-]+\)\s*)?(?P<user>[a-z_][\w.-]{0,31})@(?P<host>[\w.-]{1,64})(?=[\s:~\]#$%>])",
    re.IGNORECASE | re.MULTILINE,
)
_OPTIONS = {
    "host": re.compile(r"--(?:mysql|db)-host[= ]['\"]?([\w.-]+)"),
    "user": re.compile(r"--(?:mysql|db)-user[= ]['\"]?([\w.-]+)"),
}
_NAMED = re.compile(r"^(?:hostname|user)[ \t]*[:=][ \t]*([\w.-]+)", re.IGNORECASE | re.MULTILINE)
_MAX_NAMES = 50


def redactor_for(*texts: str) -> Redactor:
    """A redactor that knows the names these texts give away; `clean` then finds the rest."""
    redactor = Redactor()
    for text in texts:
        for kind, pattern in _OPTIONS.items():
            redactor.know(kind, pattern.findall(text)[:_MAX_NAMES])
        for match in list(_PROMPT.finditer(text))[:_MAX_NAMES]:
            redactor.know("user", [match["user"]])
            redactor.know("host", [match["host"]])
        redactor.know("host", _NAMED.findall(text)[:_MAX_NAMES])
    # Versions and numbers are no names, whatever option they stood behind.
    for name in [n for n in redactor.placeholders if not re.search(r"[A-Za-z]", n)]:
        del redactor.placeholders[name]
    return redactor


def without_secrets(text: str, redactor: Redactor) -> str:
    """The text with placeholders; a password takes nothing else of its line with it."""
    text, places = _PASSWORD.subn(lambda match: f"{match['name']}<password>", text)
    redactor.count += places
    return redactor.clean(text)
