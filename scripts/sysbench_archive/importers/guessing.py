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
from dataclasses import dataclass, field, replace

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


@dataclass(frozen=True, slots=True)
class Seen:
    """A file with reports: what they say of threads, of statements and of sysbench, as sets."""

    path: str
    threads: frozenset[int]
    counts: frozenset[str]
    sysbench: frozenset[str]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a path."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A field of a template: its values with the number of files of each, and why it is read so.

    `known` is whether its name says what it is.
    """

    name: str
    values: Mapping[str, int]
    known: bool
    why: str


@dataclass(frozen=True, slots=True)
class Proposal:
    """A template with the files it fits. `states` is what the text of it says of all of them."""

    template: Template
    parts: tuple[Part, ...]
    states: Mapping[str, str]
    files: tuple[Seen, ...]


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
    seen: list[Seen] = []
    for path in filter(wanted, source.files):
        found = _look_at(source, path)
        if found is None:
            guess.others += 1
            continue
        seen.append(found)
        watch(len(seen))
    guess.seen = len(seen)
    for files in _alike(seen):
        proposal = _propose(files)
        if proposal is None or len(guess.proposals) == MOST_TEMPLATES:
            guess.unplaced += [one.path for one in files]
            continue
        placed = [one for one in files if proposal.template.match(one.path) is not None]
        guess.unplaced += [one.path for one in files if one not in placed]
        guess.proposals.append(replace(proposal, files=tuple(placed)))
    products = {server_of(one.path).get("product", "") for one in seen}
    guess.product = products.pop() if len(products) == 1 else ""
    guess.option_file = _option_file(source, guess.proposals)
    return guess


def _look_at(source: Source, path: str) -> Seen | None:
    """What a file's finished reports say; None where it has none."""
    try:
        log = read_log(source.read(path))
    except (AbsentError, OSError):
        return None
    if not log.reports:
        return None
    reports = [report for report, _ in log.reports]
    return Seen(
        path,
        frozenset(report.threads for report in reports if report.threads is not None),
        frozenset(kind for report in reports if (kind := kind_of(report))),
        frozenset(report.sysbench_version for report in reports if report.sysbench_version),
    )


def tokens_of(path: str) -> tuple[Token, ...]:
    """A path in pieces: tests, versions, numbers, words, and single marks between them."""
    return tuple(Token(str(m.lastgroup), m[0]) for m in _TOKEN.finditer(path))


def _shape(tokens: Iterable[Token]) -> tuple[str, ...]:
    """How a text is cut; words and names of tests may stand for each other."""
    return tuple(
        token.text if token.kind == "mark" else "word" if token.kind == "test" else token.kind
        for token in tokens
    )


def _alike(seen: Iterable[Seen]) -> list[list[Seen]]:
    """Files as deep in folders as each other whose names are cut alike, most first."""
    groups: dict[tuple[int, tuple[str, ...]], list[Seen]] = {}
    for one in seen:
        key = one.path.count("/"), _shape(tokens_of(one.path.rpartition("/")[2]))
        groups.setdefault(key, []).append(one)
    return sorted(groups.values(), key=lambda files: (-len(files), files[0].path))


def _cut(files: Sequence[Seen]) -> list[tuple[Token, ...]]:
    """The pieces of each path, of all as many. Folders of one level that are not cut alike are one
    piece each.
    """
    levels = zip(*(one.path.split("/") for one in files), strict=True)
    rows: list[tuple[Token, ...]] = [() for _ in files]
    for number, names in enumerate(levels):
        cut = [tokens_of(name) for name in names]
        if len({_shape(tokens) for tokens in cut}) > 1:
            cut = [(Token("mixed", name),) for name in names]
        before = (Token("mark", "/"),) if number else ()
        rows = [(*row, *before, *tokens) for row, tokens in zip(rows, cut, strict=True)]
    return rows


def _propose(files: Sequence[Seen]) -> Proposal | None:
    """The template of files that are cut alike; None where none can be made of them."""
    table = _cut(files)
    columns = [tuple(row[place] for row in table) for place in range(len(table[0]))]
    pieces = _pieces(columns)
    names = _Names()
    parts: list[Part] = []
    text = ""
    for piece in pieces:
        if isinstance(piece, str):
            text += piece
            continue
        part, is_number = _part_of(piece, files, names)
        parts.append(part)
        text += f"{{{part.name}:int}}" if is_number else f"{{{part.name}}}"
    if len(text) > MAX_TEMPLATE or "{" in "".join(p for p in pieces if isinstance(p, str)):
        return None
    states = dict(_stated(pieces, {part.name for part in parts}))
    return Proposal(read_template(text), tuple(parts), states, tuple(files))


def _stated(pieces: Iterable[str | _Column], fields: set[str]) -> Iterator[tuple[str, str]]:
    """What texts that all files share say of product, version and test, where no field does."""
    texts = [piece for piece in pieces if isinstance(piece, str)]
    found = [server_of(text) for text in texts]
    for name, others in (
        ("product", (PRODUCT_FIELD, SERVER_FIELD)),
        ("version", ("version", SERVER_FIELD)),
    ):
        if fields.isdisjoint(others):
            yield name, next((one[name] for one in found if name in one), GAP)
    tests = (script_of(token.text) for text in texts for token in tokens_of(text))
    test = next(filter(None, tests), "")
    if test and TEST_FIELD not in fields:
        yield "script", test


_Values = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Column:
    """The texts of a field, a file each, and the word in front of it."""

    values: _Values
    kind: str
    before: str


def _pieces(columns: Sequence[tuple[Token, ...]]) -> list[str | _Column]:
    """Texts that all files share and columns that vary, in turn.

    Columns that touch become one, since nothing tells where the first of them ends.
    """
    pieces: list[str | _Column] = []
    for tokens in columns:
        values = tuple(token.text for token in tokens)
        last = pieces[-1] if pieces else ""
        if len(set(values)) == 1:
            if isinstance(last, str) and pieces:
                pieces[-1] = last + values[0]
            else:
                pieces.append(values[0])
        elif isinstance(last, _Column):
            joined = tuple(a + b for a, b in zip(last.values, values, strict=True))
            pieces[-1] = _Column(joined, "mixed", last.before)
        else:
            word = re.search(r"([A-Za-z]+)[-_.= ]?$", last)
            kinds = {token.kind for token in tokens}
            kind = kinds.pop() if len(kinds) == 1 else "mixed"
            pieces.append(_Column(values, kind, word[1].lower() if word else ""))
    return pieces


@dataclass(slots=True)
class _Names:
    """Names of fields, each used once."""

    used: set[str] = field(default_factory=set)

    def free(self, wanted: str) -> bool:
        """Whether a name was not given yet; then it is given."""
        if wanted in self.used:
            return False
        self.used.add(wanted)
        return True

    def next(self, wanted: str) -> str:
        """The name, or with the first number behind it that is free."""
        candidates = [wanted, *(f"{wanted}{number}" for number in range(2, MAX_TEMPLATE))]
        return next(name for name in candidates if self.free(name))


_Reading = Callable[["_Column", Sequence[Seen]], str]


def _part_of(column: _Column, files: Sequence[Seen], names: _Names) -> tuple[Part, bool]:
    """A column as a field, and whether it is a whole number."""
    counted = dict(Counter(column.values).most_common())
    is_number = column.kind == "number" and all(len(value) <= MAX_DIGITS for value in counted)
    for name, kinds, reading in _READINGS:
        why = reading(column, files) if column.kind in kinds and name not in names.used else ""
        if why:
            names.free(name)
            whole = is_number and name != SERVER_FIELD
            return Part(name=name, values=counted, known=True, why=why), whole
    own = column.before if is_number and _NAME.fullmatch(column.before) else "part"
    name = names.next(f"{own}_number" if own in _TAKEN else own)
    return Part(name=name, values=counted, known=False, why="nothing says what it is"), is_number


def _as_threads(column: _Column, files: Sequence[Seen]) -> str:
    same = sum(int(v) in one.threads for v, one in zip(column.values, files, strict=True))
    if 2 * same <= len(files):
        return ""
    return f"the reports say the same in {same} of {len(files)} files"


def _as_version(column: _Column, _files: Sequence[Seen]) -> str:
    fits = all(SERVER_VERSION.fullmatch(value) for value in column.values)
    return "look like versions of a server" if fits else ""


def _as_server(column: _Column, _files: Sequence[Seen]) -> str:
    every = set(column.values)
    if column.kind == "number":
        every = {f"{column.before}{value}" for value in every}
    named = [value for value in every if "version" in server_of(value)]
    return f"{len(named)} of {len(every)} name a version" if 3 * len(named) >= len(every) else ""


def _as_product(column: _Column, _files: Sequence[Seen]) -> str:
    every = set(column.values)
    known = [value for value in every if server_of(value).keys() == {"product"}]
    return f"{len(known)} of {len(every)} name a product" if 2 * len(known) >= len(every) else ""


def _as_test(column: _Column, files: Sequence[Seen]) -> str:
    known = [value for value in set(column.values) if script_of(value)]
    every = set(column.values)
    if known:
        return f"{len(known)} of {len(every)} are names of tests"
    by_value: dict[str, set[str]] = {}
    for value, one in zip(column.values, files, strict=True):
        by_value.setdefault(value, set()).update(one.counts)
    kinds = {tuple(sorted(found)) for found in by_value.values()}
    alone = all(len(found) == 1 for found in by_value.values())
    return "the reports count other statements for each" if alone and len(kinds) > 1 else ""


def _as_repetition(column: _Column, _files: Sequence[Seen]) -> str:
    numbers = sorted({int(value) for value in column.values})
    consecutive = numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    if numbers[0] > 1 or not consecutive:
        return ""
    return f"numbers from {numbers[0]} to {numbers[-1]}, none left out"


def _as_day(column: _Column, _files: Sequence[Seen]) -> str:
    fits = all(_DAY.fullmatch(value) for value in column.values)
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
    beside = [
        path
        for path in source.files
        if path.rpartition("/")[0] in folders and path.endswith((".cnf", ".ini"))
    ]
    names = Counter(path.rpartition("/")[2] for path in beside)
    for name, number in names.most_common(1):
        sample = next(path for path in beside if path.rpartition("/")[2] == name)
        if number * 2 > len(folders) and read_options(source.read(sample)):
            return f"{{folder}}/{name}"
    return ""
