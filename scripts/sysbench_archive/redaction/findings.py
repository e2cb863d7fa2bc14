"""Finds what must not be published: passwords, keys, and what leads to a machine or a person.

Works on any text, so that evidence files are searched where their bytes are at hand. Also knows
the options and variables whose names say that their values must not be published. No message
repeats a password.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import islice, pairwise
from typing import NamedTuple

from sysbench_archive.problems import RULES, Problem, Rule, got_expected
from sysbench_archive.redaction.addresses import addresses, names_a_machine
from sysbench_archive.redaction.hosts import MARKS, host_names, is_chosen
from sysbench_archive.redaction.quiet import loud_part
from sysbench_archive.redaction.spellings import KINDS, WORDS, Kind, Spelling, read_spellings

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


_AS_DIGITS = str.maketrans("123456789abcdef", "0" * 15)
"""For marks of hexadecimal digits."""
CONTAINER = 12
"""Digits of the name that Docker gives a machine."""
MAX_FINDINGS = 20
MAX_LOOKED_AT = 20_000

ADDRESS = RULES["private-address"]
ID = RULES["private-id"]
HOST = RULES["private-host"]
PASSWORD = RULES["private-password"]


class Finding(NamedTuple):
    """What was found: of which kind, how a message shows it, where it begins and ends."""

    kind: Kind
    shown: str
    start: int
    end: int

    @property
    def rule(self) -> Rule:
        """The rule it breaks."""
        return self.kind.rule


Search = Callable[[str, int, int], Iterator[Finding]]

_MAIL = re.compile(
    r"(?<![\w.+-])[\w+-][\w.+-]{0,63}@(?P<domain>[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+)",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"copyright|\(c\)|©|[^\w+$ ][ \t]*authors?:|\bauthors:", re.IGNORECASE)
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
    """Everything private in a text, each place once. One pass for each spelling."""
    loud, place = loud_part(text)
    seen: set[tuple[str, int]] = set()
    for finding in _found(loud):
        key = finding.rule.code, finding.start
        if key not in seen:
            seen.add(key)
            ends = place(finding.end - 1) + 1
            yield finding._replace(start=place(finding.start), end=ends)


def _found(text: str) -> Iterator[Finding]:
    lowered = text.lower()
    digits = lowered.translate(_AS_DIGITS)
    marked = _marked(lowered, digits)
    spans = []
    for place in sorted(marked):
        _, search, everywhere = _SEARCHES[place]
        whole = [(0, len(text))]
        for part in whole if everywhere else _parts(marked[place], lowered, digits):
            for finding in search(text, *part):
                spans.append((finding.start, finding.end))
                yield finding
    for finding in _random_runs(text):
        if not any(start <= finding.start < end for start, end in spans):
            yield finding


def _marked(lowered: str, digits: str) -> dict[int, list[str]]:
    """The marks that a text holds, by the place of the search they are worth."""
    pairs = {*map("".join, pairwise(lowered))}
    marked: dict[int, list[str]] = {}
    for pair in ("", *(_MARKS.keys() & pairs)):
        for mark, place in _MARKS[pair]:
            if mark[1:] in digits if mark[:1] == "~" else mark in lowered:
                marked.setdefault(place, []).append(mark)
    return marked


def _parts(marks: list[str], lowered: str, digits: str) -> Iterator[tuple[int, int]]:
    """Where the marks stand: their lines, with the one before and two behind."""
    found: list[tuple[int, int]] = []
    for mark in marks:
        where, sought = (digits, mark[1:]) if mark[:1] == "~" else (lowered, mark)
        at = where.find(sought)
        while at >= 0:
            line = where.rfind("\n", 0, at)
            behind = end = where.find("\n", at) % (len(where) + 1)
            for _ in range(2):
                end = where.find("\n", end + 1) % (len(where) + 1)
            found.append((where.rfind("\n", 0, max(line, 0)) + 1, end))
            at = where.find(sought, behind)
    start = end = 0
    for next_start, next_end in sorted(found):
        if next_start > end:
            yield start, end
            start = next_start
        end = max(end, next_end)
    yield start, end


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
    return got_expected(f"{finding.kind.noun} in the text", finding.shown, "a placeholder")


_STANDS_FOR = re.compile(
    r"[<$`{\[].*|%\w*%.*|%[({].*|%[a-z]|[*xX.#?•]+|'+|\"+|redacted|removed|hidden|masked|\\+['\"]*|\([a-z]{3,}[^\d]*|!vault"
    # In a script, a variable.
    r"|(?:\w{1,40}\.){1,5}\w{0,40}(?:passw(?:or)?d|pwd|user|host)"
    r"|(?:\w{1,40}_){1,5}(?:passw(?:or)?d|pwd)|(?:mysql|pgsql|db)_(?:user|host)"
    r"|os\.(?:getenv|environ).*"
    r"|(?:sysbench|opt|options|args|self|config|conf|cfg|env)\.\w.*|process\.env.*|getenv.*",
    re.IGNORECASE | re.DOTALL,
)
_WORD_ENDS = re.compile(r"[-_.]|(?<=[a-z])(?=[0-9])")
_FOLDER = re.compile(r"[/\\]")
_NO_MACHINE = re.compile(
    r"example|localhost|(?:.*\.)?example\.(?:com|org|net)|(?:.*\.)?invalid"
    # What pages here call the service that they tell of.
    r"|(?:.*\.)?sysbench-archive\.example"
    r"|(?:host\.docker|metadata\.google|gateway\.docker)\.internal"
    r"|(?:rc|conf|cnf|config|my|env)\.local|git(?:hub|lab)\.com|bitbucket\.org"
    r"|.*\.(?:lua|conf|cnf|txt|log|csv|json|ya?ml|sql|c|h|html?)|[^.]*\.(?:sh|py|pl|so|cc|md)"
)
"""Names of examples, of services that many use, and of files."""


def _stated_by(match: re.Match[str]) -> str:
    """What stands before a secret, which no message repeats."""
    name = match["name"].strip(" \t:=\"'")
    return "URL…" if "://" in name else f"{(name.split() or ['a key'])[0]}…"


def _is_public(kind: str, value: str) -> bool:
    """Whether a value of this kind gives nothing away: a placeholder, a default, a common word."""
    plain = value.strip("'\"\\`")
    if not plain or _STANDS_FOR.fullmatch(plain) or plain.lower() in WORDS["switch"]:
        return True
    if kind in ("user", "home"):
        plain = _FOLDER.split(plain)[-1]
        parts = [part for part in _WORD_ENDS.split(plain.lower()) if part and not part.isdigit()]
        return len(plain) < 2 or all(part in WORDS["account"] for part in parts)
    name = plain.rstrip(".").lower()
    common = (
        len(name) < 2
        or (name.isdigit() and len(name) < CONTAINER)
        or name in WORDS["host"]
        or is_chosen(name)
    )
    return kind == "host" and bool(common or _NO_MACHINE.fullmatch(name))


def _matches(pattern: Spelling, text: str, start: int, end: int) -> Iterator[Finding]:
    """What one spelling finds in a part of a text, placeholders and common words apart."""
    kind = pattern.kind
    for match in pattern.expression.finditer(text, start, end):
        if kind.name == "host":
            yield from _machines(match)
        elif not _is_public(kind.name, match["value"]) and not (
            # The shell's PWD holds a folder.
            kind.name == "password" and match["name"] in ("PWD", "OLDPWD")
        ):
            name = match["value"] if kind.shown else _stated_by(match)
            end = _end(text, match) if kind.name == "password" else match.end("value")
            yield Finding(kind, name, match.start("value"), end)


_SETTING = re.compile(r"[\w-]*(?:passw(?:or)?d|passphrase|pwd)", re.IGNORECASE)


def _end(text: str, match: re.Match[str]) -> int:
    """Where a password ends: with its line where it is a setting's value and may hold blanks.

    Quotes end it, and so does the next word of a command.
    """
    name, said = match["name"], text[match.end("name") : match.start("value")]
    begins = match.start("name") == text.rfind("\n", 0, match.start("name")) + 1
    spaced = said[-1:].isspace() or (begins and not name.isupper())
    quoted = match["value"][:1] in ("'", '"', "\\")
    if quoted or name.startswith("-") or not spaced or not _SETTING.fullmatch(name):
        return match.end("value")
    line = text.find("\n", match.end("value"))
    return line if line >= 0 else len(text)


_ENTRY = re.compile(r"[A-Za-z0-9_.-]+")
_LETTER = re.compile(r"[A-Za-z]")


def _machines(match: re.Match[str]) -> Iterator[Finding]:
    """Each machine of a list with commas and ports; an address by the rule of addresses."""
    for entry in _ENTRY.finditer(match["value"]):
        start = match.start("value") + entry.start()
        name = entry[0].rstrip(".-")
        if names_a_machine(name):
            yield Finding(KINDS["address"], name, start, start + len(name))
        elif _LETTER.search(name) and not _is_public("host", name):
            yield Finding(KINDS["host"], name, start, start + len(name))


_RUN = re.compile(r"(?<![A-Za-z0-9])(?!_Z)[A-Za-z0-9]{20,400}(?![A-Za-z0-9])")
_DIGIT = re.compile(r"[0-9]")
_NO_HASH = re.compile(r"[G-Zg-z]")


def _random_runs(text: str) -> Iterator[Finding]:
    """Letters and digits of which nobody made a name: they change their kind all the time, other
    than where a word begins. Hashes do not count, which publications are full of.
    """
    for match in _RUN.finditer(text):
        run = match[0]
        kinds = [c.islower() + 2 * c.isdigit() for c in run]
        changes = sum(a != b and (a, b) != (0, 1) for a, b in pairwise(kinds))
        if 4 * changes >= len(run) and _DIGIT.search(run) and _NO_HASH.search(run, 1):
            yield Finding(KINDS["key"], f"{run[:4]}…", match.start(), match.end())


def _mails(text: str, *_: int) -> Iterator[Finding]:
    for match in _MAIL.finditer(text):
        ahead = text[max(0, match.start() - 120) : match.start()].rpartition("\n")[2]
        signed = _SIGNED.search(ahead) or match[0].startswith("git@")
        if not signed and not _NO_PERSON.fullmatch(match[0]):
            yield Finding(KINDS["mail"], match[0], match.start(), match.end())


def _places(
    kind: Kind, search: Callable[[str], Iterator[tuple[str, int]]], text: str, *_: int
) -> Iterator[Finding]:
    return (Finding(kind, found, start, start + len(found)) for found, start in search(text))


_SEARCHES: tuple[tuple[tuple[str, ...], Search, bool], ...] = (
    *((one.marks, partial(_matches, one), one.long) for one in read_spellings()),
    ((".", ":", "-"), partial(_places, KINDS["address"], addresses), True),
    (("@",), _mails, True),
    (MARKS, partial(_places, KINDS["host"], host_names), True),
)
"""Words of which a text must hold one, in small letters, to be worth a search; the search; whether
it needs the whole text, and not the lines around such words."""
_MARKS: dict[str, list[tuple[str, int]]] = {"": []}
"""The words and the places of their searches by their first two letters; most texts have few."""
for _place, (_marks, *_) in enumerate(_SEARCHES):
    for _mark in _marks:
        _short = len(_mark) < 2 or _mark[0] == "~"
        _MARKS.setdefault("" if _short else _mark[:2], []).append((_mark, _place))
