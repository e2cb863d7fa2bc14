"""Propose a layout for a folder nobody described: what its paths vary in, and what that means.

Paths of files with reports are cut into words, numbers and versions. Files that are cut alike form
one template; what is the same in all of them is text, the rest are fields. A field is read as
threads, version, product, test or repetition where its values and the reports agree; any other
keeps a name of its own, for a person to say what it is.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sysbench_archive.bundle.formatting import GAP
from sysbench_archive.importers.archives import unpacked_log
from sysbench_archive.importers.layout import MAX_DIGITS, MAX_TEMPLATE, Template, read_template
from sysbench_archive.importers.names import (
    COUNTS,
    TESTS,
    is_release,
    no_result,
    other_database,
    other_in_lines,
    script_of,
    server_of,
    tested_folders,
)
from sysbench_archive.importers.runs import (
    NO_RESULT,
    PREPARE,
    SAME_BYTES,
    kind_of,
    read_log,
    read_options,
)
from sysbench_archive.importers.sources import AbsentError, Source
from sysbench_archive.sysbench.report import parse_reports

PRODUCT_FIELD, SERVER_FIELD, TEST_FIELD = "dbms", "server", "test"
"""Fields whose labels say which product, which server and which script they stand for."""
MOST_TEMPLATES = 40
_TEST_TEXT = "|".join(name.replace("_", "[-_. ]") for name in sorted(TESTS, key=len, reverse=True))
_TOKEN = re.compile(
    rf"(?P<test>(?<![A-Za-z])(?:oltp[-_. ])?(?:{_TEST_TEXT})(?![A-Za-z]))"
    r"|(?P<version>[0-9]+(?:\.[0-9]+)+)"
    r"|(?P<number>[0-9]+)"
    r"|(?P<word>[^\W\d_]+)"
    r"|(?P<mark>.)",
    re.IGNORECASE | re.DOTALL,
)
_DAY = re.compile(r"(?:19|20)[0-9]{6}(?:[0-9]{4,6})?")
_COPIES = frozenset({"copy", "backup", "bak", "old", "tmp", "archive"})
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Seen(NamedTuple):
    """A file with reports: what they say of threads, of statements and of sysbench, as sets, and
    why it is left out, if it is.
    """

    path: str
    threads: frozenset[int]
    counts: frozenset[str]
    sysbench: frozenset[str]
    sha256: str
    left: str


class Token(NamedTuple):
    """A piece of a path: a test, a version, a number, a word, or a single mark between them."""

    kind: str
    text: str


class Part(NamedTuple):
    """A field of a template: its values with the number of files of each, and why it is read so.

    `known` is whether its name says what it is.
    """

    name: str
    values: Mapping[str, int]
    known: bool
    why: str


class Proposal(NamedTuple):
    """A template with the files it fits. `states` is what the text of it says of all of them."""

    template: Template
    parts: Sequence[Part]
    states: Mapping[str, str]
    files: Sequence[Seen]


@dataclass(slots=True)
class Guess:
    """What a folder shows. `unplaced` are files with reports that no template fits; `product` is
    the one that every path names, else empty; `left` has the files without a result by the reason,
    `refused` templates of those that a proposal would read.
    """

    proposals: list[Proposal] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)
    option_file: str = ""
    product: str = ""
    left: dict[str, list[str]] = field(default_factory=dict)
    refused: list[tuple[str, str]] = field(default_factory=list)

    @property
    def seen(self) -> int:
        """How many files have results."""
        return sum(len(p.files) for p in self.proposals) + len(self.unplaced)


def guess_layout(
    source: Source, root: str, wanted: Callable[[str], bool], watch: Callable[[int], None]
) -> Guess:
    """Look at every wanted file of a source; `root` is what the whole is called, and `watch` is
    told how many have results so far.
    """
    guess = Guess()
    looked: dict[str, list[Seen]] = {}
    apart: list[Seen] = []
    tested = tested_folders(source.files)
    for path in filter(wanted, source.files):
        found = _look_at(source, path, root, tested)
        if isinstance(found, str):
            guess.left.setdefault(found, []).append(path)
        elif found.left:
            apart.append(found)
            guess.left.setdefault(found.left, []).append(path)
        else:
            looked.setdefault(found.sha256, []).append(found)
            watch(len(looked))
    groups: dict[tuple[str, ...], list[Seen]] = {}
    for same in looked.values():
        best = max(same, key=lambda one: _telling(one.path))
        groups.setdefault(_cut(best.path), []).append(best)
        twins = [one._replace(left=f"{SAME_BYTES}: {best.path}") for one in same if one != best]
        # An import keeps the first: only those before the best have to be refused by the layout.
        apart += [one for one in twins if one.path < best.path]
        for one in twins:
            guess.left.setdefault(one.left, []).append(one.path)
    for files in sorted(groups.values(), key=lambda files: (-len(files), files[0].path)):
        proposal = _propose(files) if len(guess.proposals) < MOST_TEMPLATES else None
        placed = proposal.files if proposal else ()
        guess.unplaced += [one.path for one in files if one not in placed]
        guess.proposals += [proposal] if proposal else []
    guess.proposals = _ordered(guess.proposals)
    guess.refused = list(_refusals(apart, guess.proposals))
    products = {server_of(one.path).get("product", "") for p in guess.proposals for one in p.files}
    guess.product = products.pop() if len(products) == 1 else ""
    guess.option_file = _option_file(source, guess.proposals)
    return guess


def _look_at(source: Source, path: str, root: str, tested: Collection[str]) -> Seen | str:
    """What a file's finished reports say; why it has none where that is so."""
    try:
        data, packed = unpacked_log(source.read(path))
    except (AbsentError, OSError) as error:
        return str(error)
    found, refused = ((), [(None, packed)]) if packed else read_log(data)
    if not found:
        reason = refused[0][1]
        nothing = reason in (NO_RESULT, PREPARE) or not (packed or parse_reports(data))
        return NO_RESULT if nothing else no_result(path, tested) or reason
    reports = [report for report, _ in found]
    return Seen(
        path,
        frozenset(report.threads for report in reports if report.threads is not None),
        frozenset(kind for report in reports if (kind := kind_of(report))),
        frozenset(report.sysbench_version for report in reports if report.sysbench_version),
        hashlib.sha256(data).hexdigest(),
        no_result(path, tested) or _of_another(found[0][1], f"{root}/{path}"),
    )


def _of_another(lines: Iterable[str], path: str) -> str:
    """Which other database a result is of, and what says so; empty where nothing does."""
    if name := other_in_lines(lines):
        return f"is a result of {name}: lines before the report say so"
    name = other_database(path)
    return f"is a result of {name}: {path} says so" if name else ""


def _telling(path: str) -> tuple[int, int, int]:
    """How much a path tells: facts first, then words; of two that tell as much, the shorter."""
    tokens = _tokens(path.lower())
    server = server_of(path)
    release = GAP not in server.get("version", GAP)
    script = any(script_of(token.text) for token in tokens)
    words = {token.text for token in tokens if token.kind != "mark"} - _COPIES
    return release + ("product" in server) + script, len(words), -len(path)


def _refusals(apart: Sequence[Seen], proposals: Sequence[Proposal]) -> Iterator[tuple[str, str]]:
    """Templates of files left out that a proposal would read, and why; they fit no other file."""
    placed = [one.path for p in proposals for one in p.files]
    groups: dict[tuple[str, ...], list[Seen]] = {}
    for one in apart:
        if any(p.template.match(one.path) is not None for p in proposals):
            groups.setdefault((one.left.partition(": ")[0], *_cut(one.path)), []).append(one)
    for (reason, *_), files in groups.items():
        proposal = _propose(files)
        if proposal and not any(proposal.template.match(path) is not None for path in placed):
            yield proposal.template.text, files[0].left if len(files) == 1 else reason
        else:
            plain = (one for one in files if not set("{}!") & set(one.path))
            yield from ((one.path, one.left) for one in plain if len(one.path) <= MAX_TEMPLATE)


def _cut(path: str) -> tuple[str, ...]:
    """Alike for files as deep in folders as each other whose names are cut alike."""
    return str(path.count("/")), *_shape(_tokens(path.rpartition("/")[2]))


def _tokens(path: str) -> tuple[Token, ...]:
    return tuple(Token(str(m.lastgroup), m[0]) for m in _TOKEN.finditer(path))


def _shape(tokens: Iterable[Token]) -> tuple[str, ...]:
    """How a text is cut; words and names of tests may stand for each other."""
    kinds = {"test": "word"}
    return tuple(t.text if t.kind == "mark" else kinds.get(t.kind, t.kind) for t in tokens)


def _columns(files: Sequence[Seen]) -> Iterator[tuple[Token, ...]]:
    """The pieces of all paths, of each as many, one after the other. Folders of one level that are
    not cut alike are one piece each.
    """
    for number, names in enumerate(zip(*(one.path.split("/") for one in files), strict=True)):
        if number:
            yield (Token("mark", "/"),) * len(files)
        cut = [_tokens(name) for name in names]
        if len({_shape(tokens) for tokens in cut}) > 1:
            cut = [(Token("mixed", name),) for name in names]
        yield from zip(*cut, strict=True)


class _Varying(NamedTuple):
    """The texts of a field, a file each, and the word in front of it."""

    values: tuple[str, ...]
    kind: str
    before: str


def _pieces(files: Sequence[Seen]) -> list[str | _Varying]:
    """Texts that all files share and what varies, in turn.

    Columns that vary and touch become one, since nothing tells where the first of them ends.
    """
    pieces: list[str | _Varying] = [""]
    for tokens in _columns(files):
        values = tuple(token.text for token in tokens)
        last = pieces[-1]
        if len(set(values)) == 1:
            if isinstance(last, str):
                pieces[-1] = last + values[0]
            else:
                pieces.append(values[0])
        elif isinstance(last, _Varying):
            joined = tuple(a + b for a, b in zip(last.values, values, strict=True))
            pieces[-1] = last._replace(values=joined, kind="mixed")
        else:
            word = re.search(r"([A-Za-z]+)[-_.= ]?$", last)
            kinds = {token.kind for token in tokens}
            kind = kinds.pop() if len(kinds) == 1 else "mixed"
            pieces.append(_Varying(values, kind, word[1].lower() if word else ""))
    return pieces


def _propose(files: Sequence[Seen]) -> Proposal | None:
    """The template of files that are cut alike; None where none can be made of them."""
    pieces = _pieces(files)
    parts: list[Part] = []
    text = ""
    for piece in pieces:
        if isinstance(piece, str):
            if "{" in piece:
                return None
            text += piece
        else:
            part, is_number = _part_of(piece, files, {part.name for part in parts})
            parts.append(part)
            text += f"{{{part.name}:int}}" if is_number else f"{{{part.name}}}"
    if len(text) > MAX_TEMPLATE:
        return None
    template = read_template(text)
    texts = [piece for piece in pieces if isinstance(piece, str)]
    states = dict(_stated(texts, {part.name for part in parts}, files))
    placed = [one for one in files if template.match(one.path) is not None]
    return Proposal(template, parts, states, placed)


def _ordered(proposals: Sequence[Proposal]) -> list[Proposal]:
    """As few as tell as much; those that fit most come last, since the first that fits counts."""
    paths = [file.path for one in proposals for file in one.files]
    fits = {p.template.text: sum(p.template.match(x) is not None for x in paths) for p in proposals}
    kept: list[Proposal] = []
    for one in sorted(proposals, key=lambda p: -fits[p.template.text]):
        joined = ((at, both) for at, wide in enumerate(kept) if (both := _joined(wide, one)))
        if found := next(joined, None):
            kept[found[0]] = found[1]
        else:
            kept.append(one)
    return sorted(kept, key=lambda p: fits[p.template.text])


def _joined(wide: Proposal, other: Proposal) -> Proposal | None:
    """One template for the files of both; None where it fits not all, or the other knows more."""
    knows, more = (
        {part.name for part in p.parts if part.known}
        | {pair for pair in p.states.items() if not pair[1].startswith(GAP)}
        for p in (wide, other)
    )
    if not more <= knows or wide.template.match(other.files[0].path) is None:
        return None
    files = [*wide.files, *other.files]
    found = [match for one in files if (match := wide.template.match(one.path)) is not None]
    if len(found) < len(files):
        return None
    parts: list[Part] = []
    readings = {name: reading for name, _, reading in _READINGS}
    for part in wide.parts:
        values = tuple(match[part.name] for match in found)
        piece = _Varying(values, "mixed", "")
        why = readings[part.name](piece, files) if part.known else part.why
        parts.append(part._replace(values=dict(Counter(values).most_common()), why=why))
    return wide._replace(parts=parts, files=files) if all(part.why for part in parts) else None


def _stated(
    texts: Sequence[str], fields: set[str], files: Sequence[Seen]
) -> Iterator[tuple[str, str]]:
    """What texts that all files share say of product, version and test, where no field does."""
    found = server_of("/".join(texts))
    for name, other in (("product", PRODUCT_FIELD), ("version", "version")):
        if fields.isdisjoint((other, SERVER_FIELD)):
            yield name, found.get(name, GAP)
    tests = {script_of(token.text) for text in texts for token in _tokens(text)} - {""}
    counted = set().union(*(one.counts for one in files))
    fits = len(tests) == 1 and counted <= {COUNTS.get(max(tests), *counted)}
    if fits and TEST_FIELD not in fields:
        yield "script", max(tests)


_Reading = Callable[["_Varying", Sequence[Seen]], str]


def _part_of(piece: _Varying, files: Sequence[Seen], used: set[str]) -> tuple[Part, bool]:
    """What varies as a field of a name that is free, and whether it is a whole number."""
    counted = dict(Counter(piece.values).most_common())
    is_number = piece.kind == "number" and all(len(value) <= MAX_DIGITS for value in counted)
    for name, kinds, reading in _READINGS:
        why = reading(piece, files) if piece.kind in kinds and name not in used else ""
        if why:
            return Part(name, counted, True, why), is_number and name != SERVER_FIELD
    own = piece.before if is_number and _NAME.fullmatch(piece.before) else "part"
    own = f"{own}_number" if own in _TAKEN else own
    names = (own, *(f"{own}{number}" for number in range(2, MAX_TEMPLATE)))
    name = next(name for name in names if name not in used)
    return Part(name, counted, False, "nothing says what it is"), is_number


def _as_threads(piece: _Varying, files: Sequence[Seen]) -> str:
    same = sum(int(v) in one.threads for v, one in zip(piece.values, files, strict=True))
    said = f"the reports say the same in {same} of {len(files)} files"
    return said if 2 * same > len(files) else ""


def _as_version(piece: _Varying, _files: Sequence[Seen]) -> str:
    fits = all(is_release(value) for value in piece.values)
    return "look like versions of a server" if fits else ""


def _as_server(piece: _Varying, _files: Sequence[Seen]) -> str:
    every = {f"{piece.before if piece.kind == 'number' else ''}{v}" for v in piece.values}
    named = [found["version"] for value in every if "version" in (found := server_of(value))]
    series = sum(GAP in version for version in named)
    which = f", {series} of them no release: fill in which" if series else ""
    fits = 3 * len(named) >= len(every)
    return f"{len(named)} of {len(every)} name a version{which}" if fits else ""


def _as_product(piece: _Varying, _files: Sequence[Seen]) -> str:
    every = set(piece.values)
    known = [value for value in every if server_of(value).keys() == {"product"}]
    return f"{len(known)} of {len(every)} name a product" if 2 * len(known) >= len(every) else ""


def _as_test(piece: _Varying, files: Sequence[Seen]) -> str:
    every = set(piece.values)
    if known := [value for value in every if script_of(value)]:
        return f"{len(known)} of {len(every)} are names of tests"
    counts: dict[str, set[str]] = {}
    for value, one in zip(piece.values, files, strict=True):
        counts.setdefault(value, set()).update(one.counts)
    alone = all(len(found) == 1 for found in counts.values())
    several = len(set().union(*counts.values())) > 1
    return "the reports count other statements for each" if alone and several else ""


def _as_repetition(piece: _Varying, _files: Sequence[Seen]) -> str:
    numbers = sorted({int(value) for value in piece.values})
    first, last = numbers[0], numbers[-1]
    fits = first <= 1 and len(numbers) == last - first + 1
    return f"numbers from {first} to {last}, none left out" if fits else ""


def _as_day(piece: _Varying, _files: Sequence[Seen]) -> str:
    fits = all(_DAY.fullmatch(value) for value in piece.values)
    return "look like days or times" if fits else ""


_READINGS: tuple[tuple[str, tuple[str, ...], _Reading], ...] = (
    ("threads", ("number",), _as_threads),
    ("day", ("number",), _as_day),
    ("version", ("version",), _as_version),
    (PRODUCT_FIELD, ("word", "mixed"), _as_product),
    (SERVER_FIELD, ("version", "number", "word", "mixed"), _as_server),
    (TEST_FIELD, ("word", "test", "mixed"), _as_test),
    ("repetition", ("number",), _as_repetition),
)
"""Name of a field, kinds of pieces that may be it, and the check; the first that fits is taken."""
_TAKEN = frozenset(
    {"sysbench", "counts", "seconds", "report", "name", "options", "folder", "above", "title"}
    | {"product", "version", "script", "threads", "repetition"}
)
"""Names of fields that mean something already."""


def _option_file(source: Source, proposals: Sequence[Proposal]) -> str:
    """The template of option files that stand beside most files under one name; else empty."""
    folders = {one.path.rpartition("/")[0] for p in proposals for one in p.files}
    beside: dict[str, list[str]] = {}
    for path in source.files:
        folder, _, name = path.rpartition("/")
        if folder in folders and path.endswith((".cnf", ".ini")):
            beside.setdefault(name, []).append(path)
    name, paths = max(beside.items(), key=lambda pair: len(pair[1]), default=("", []))
    frequent = len(paths) * 2 > len(folders)
    return f"{{folder}}/{name}" if frequent and read_options(source.read(paths[0])) else ""
