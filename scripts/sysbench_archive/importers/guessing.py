"""Propose a layout for a folder nobody described: what its paths vary in, and what that means.

Paths of files with reports are cut into words, numbers and versions. Files that are cut alike form
one template; what is the same in all of them is text, the rest are fields. A field is read as
threads, version, product, test or repetition where its values and the reports agree; any other
keeps a name of its own, for a person to say what it is.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sysbench_archive.bundle.formatting import GAP
from sysbench_archive.importers.layout import MAX_DIGITS, MAX_TEMPLATE, Template, read_template
from sysbench_archive.importers.path_words import SERVER_VERSION, TESTS, script_of, server_of
from sysbench_archive.importers.runs import kind_of, read_log, read_options
from sysbench_archive.importers.sources import AbsentError, Source

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
_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


class Seen(NamedTuple):
    """A file with reports: what they say of threads, of statements and of sysbench, as sets."""

    path: str
    threads: frozenset[int]
    counts: frozenset[str]
    sysbench: frozenset[str]


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
    the one that every path names, else empty.
    """

    seen: int = 0
    others: int = 0
    proposals: list[Proposal] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)
    option_file: str = ""
    product: str = ""


def guess_layout(
    source: Source, wanted: Callable[[str], bool], watch: Callable[[int], None]
) -> Guess:
    """Look at every wanted file of a source; `watch` is told how many have reports so far."""
    guess = Guess()
    groups: dict[tuple[int, tuple[str, ...]], list[Seen]] = {}
    products: set[str] = set()
    for path in filter(wanted, source.files):
        found = _look_at(source, path)
        if found is None:
            guess.others += 1
            continue
        guess.seen += 1
        watch(guess.seen)
        products.add(server_of(path).get("product", ""))
        # Files as deep in folders as each other whose names are cut alike.
        shape = _shape(_tokens(path.rpartition("/")[2]))
        groups.setdefault((path.count("/"), shape), []).append(found)
    for files in sorted(groups.values(), key=lambda files: (-len(files), files[0].path)):
        proposal = _propose(files) if len(guess.proposals) < MOST_TEMPLATES else None
        placed = proposal.files if proposal else ()
        guess.unplaced += [one.path for one in files if one not in placed]
        guess.proposals += [proposal] if proposal else []
    guess.product = products.pop() if len(products) == 1 else ""
    guess.option_file = _option_file(source, guess.proposals)
    return guess


def _look_at(source: Source, path: str) -> Seen | None:
    """What a file's finished reports say; None where it has none."""
    try:
        reports = [report for report, _ in read_log(source.read(path)).reports]
    except (AbsentError, OSError):
        return None
    if not reports:
        return None
    return Seen(
        path,
        frozenset(report.threads for report in reports if report.threads is not None),
        frozenset(kind for report in reports if (kind := kind_of(report))),
        frozenset(report.sysbench_version for report in reports if report.sysbench_version),
    )


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
    states = dict(_stated([p for p in pieces if isinstance(p, str)], {p.name for p in parts}))
    placed = [one for one in files if template.match(one.path) is not None]
    return Proposal(template, parts, states, placed)


def _stated(texts: Sequence[str], fields: set[str]) -> Iterator[tuple[str, str]]:
    """What texts that all files share say of product, version and test, where no field does."""
    found = [server_of(text) for text in texts]
    for name, other in (("product", PRODUCT_FIELD), ("version", "version")):
        if fields.isdisjoint((other, SERVER_FIELD)):
            yield name, next((one[name] for one in found if name in one), GAP)
    tests = (script_of(token.text) for text in texts for token in _tokens(text))
    test = next(filter(None, tests), "")
    if test and TEST_FIELD not in fields:
        yield "script", test


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
    fits = all(SERVER_VERSION.fullmatch(value) for value in piece.values)
    return "look like versions of a server" if fits else ""


def _as_server(piece: _Varying, _files: Sequence[Seen]) -> str:
    every = {f"{piece.before if piece.kind == 'number' else ''}{v}" for v in piece.values}
    named = [value for value in every if "version" in server_of(value)]
    return f"{len(named)} of {len(every)} name a version" if 3 * len(named) >= len(every) else ""


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
