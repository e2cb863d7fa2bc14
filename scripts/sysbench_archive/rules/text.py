"""What a contributor wrote: characters that mislead, links, HTML, private data, placeholders.

Accepted text is published inert whatever it holds; these rules keep readers of the source, and
of other programs' output, from being misled. Evidence files are searched as they are read."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sysbench_archive.bundle.strict_yaml import INVISIBLE, is_unseen
from sysbench_archive.model.bundle import Bundle
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.redaction.findings import (
    ADDRESS,
    HOST,
    ID,
    PASSWORD,
    Finding,
    findings_in,
    message_of,
)
from sysbench_archive.redaction.hosts import host_name_in
from sysbench_archive.redaction.spellings import KINDS
from sysbench_archive.rules.places import Text, in_document, texts
from sysbench_archive.sysbench.command import parse_command

LINK = RULES["text-link"]
MARKUP = RULES["text-markup"]

_FOLDED = re.compile(r"[\s\x00-\x20]+")
_TARGET = re.compile(
    r"(?:\]\(|\]:)\s{0,20}<?\s{0,20}([a-zA-Z][a-zA-Z0-9+.\-\s]{0,30}):(?!\s)"
    # A placeholder such as <host:port> is none.
    r"|<([a-zA-Z][a-zA-Z0-9+.\-]{1,30})://"
)
_ACTIVE = re.compile(r"\b(?:javascript|vbscript):\S|\bdata:[a-z]{1,20}/[a-z]", re.IGNORECASE)
_TAGS = (
    "a|abbr|article|aside|audio|b|base|blockquote|body|br|button|canvas|center|code|dd|details|div"
    "|dl|dt|em|embed|fieldset|font|footer|form|frame|frameset|h[1-6]|head|header|hr|html|i|iframe"
    "|img|input|label|li|link|main|marquee|math|meta|nav|noscript|object|ol|option|p|picture|pre|s"
    "|script|section|select|small|source|span|strong|style|sub|sup|svg|table|tbody|td|template"
    "|textarea|tfoot|th|thead|title|tr|tt|u|ul|video"
)
_ACTIVE_TAGS = (
    "base|body|button|embed|form|frame|frameset|head|html|iframe|img|link|math|meta|noscript|object"
    "|script|style|svg|template|textarea"
)
_PATTERN = r"</?(?:{0})(?:[\s/][^<>]{{0,500}})?>|<(?:{0}|!--)[\s/]"
_TAG = re.compile(_PATTERN.format(_TAGS), re.IGNORECASE)
_ACTIVE_TAG = re.compile(_PATTERN.format(_ACTIVE_TAGS), re.IGNORECASE)
"""In a command `<table>` is a placeholder."""
_COMMAND = re.compile(r"/(?:workloads|runs)/[0-9]+/(?:command|prepare)")


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at every text somebody wrote, and complain of a submitter nobody chose."""
    for text in texts(bundle):
        value = text.value
        if not value.isascii() or not value.isprintable():
            yield from _invisible(text)
        if ":" in value:
            for scheme in dict.fromkeys(_schemes(value)):
                message = got_expected("not a web link", f"{scheme}:", "http or https")
                yield text.complain(LINK, message)
        tag = _ACTIVE_TAG if _COMMAND.fullmatch(text.pointer) else _TAG
        if "<" in value and (match := tag.search(value)):
            yield text.complain(MARKUP, got_expected("HTML tag", match[0], "plain words"))
        yield from _private_data(text)
    name = bundle.facts["submitter"]["name"]
    if name == ANONYMOUS:
        message = got_expected("nobody says who submits this", name, "a name or a pseudonym")
        yield in_document(bundle, PLACEHOLDER, "/submitter/name", message)


def _invisible(text: Text) -> Iterator[Problem]:
    unseen = dict.fromkeys(c for c in text.value if is_unseen(c))
    if unseen:
        names = ", ".join(f"U+{ord(c):04X}" for c in list(unseen)[:5])
        message = got_expected("invisible character", names, "characters a reader can see")
        yield text.complain(INVISIBLE, message)


def _schemes(text: str) -> Iterator[str]:
    for match in _TARGET.finditer(text):
        # Browsers drop blanks inside a scheme, so `java script:` is one too.
        scheme = _FOLDED.sub("", match[1] or match[2]).lower()
        if scheme not in ("http", "https"):
            yield scheme
    for match in _ACTIVE.finditer(text):
        yield match[0].partition(":")[0].lower()


_VERSIONS = re.compile(
    r".*/(?:version|sysbench|library|kernel|os|microcode|package|\w*version\w*)|/source/\w*(?:url|repository)"
)
"""Fields in which four numbers with dots are a version, or an address of the publication."""


def _private_data(text: Text) -> Iterator[Problem]:
    """Search a text; read what looks like a command as a shell does as well."""
    named = False
    for finding in findings_in(text.value):
        if finding.rule not in (ADDRESS, ID) or not _VERSIONS.fullmatch(text.pointer):
            yield text.complain(finding.rule, message_of(finding))
        named = named or finding.rule is PASSWORD
    yield from _named(text)
    if not named and _COMMAND.fullmatch(text.pointer):
        for option in parse_command(text.value).secrets:
            message = got_expected("password in the text", f"{option}…", "a placeholder")
            yield text.complain(PASSWORD, message)


_OPTION = re.compile(r"/servers/[0-9]+/options/([^/]+)")


def _named(text: Text) -> Iterator[Problem]:
    """What a value is by the name of its field: a machine's, an account's, a password."""
    field = text.pointer.rpartition("/")[2]
    if name := host_name_in(field, text.value):
        yield text.complain(HOST, message_of(Finding(KINDS["host"], name, 0, 0)))
    elif (option := _OPTION.fullmatch(text.pointer)) and option[1] != text.value:
        for finding in findings_in(f"{option[1]}={text.value}"):
            if finding.rule is not ADDRESS:
                yield text.complain(finding.rule, message_of(finding))


ANONYMOUS = "Anonymous contributor"
"""What `capture` and `new` write where nobody was there to ask."""

PLACEHOLDER = RULES["submitter-placeholder"]
