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
from typing import Any, NamedTuple

from sysbench_archive.bundle.formatting import GAP, as_plain_yaml
from sysbench_archive.bundle.schema import unrecorded
from sysbench_archive.importers.layout import MAX_DIGITS, MAX_TEMPLATE, Template, read_template
from sysbench_archive.importers.runs import kind_of, read_log, read_options
from sysbench_archive.importers.sources import AbsentError, Source
from sysbench_archive.model.bundle import UNRECORDED
from sysbench_archive.words.phrases import count_text

_PRODUCT_WORDS = {
    "mysql": "mysql",
    "my": "mysql",
    "mariadb": "mariadb",
    "maria": "mariadb",
    "ma": "mariadb",
    "percona": "percona-server",
    "percona-server": "percona-server",
    "ps": "percona-server",
}
_PRODUCT = re.compile(r"(?<![a-z])(percona[-_ ]?server|mysql|mariadb|maria|percona)(?![a-z])")
_PACKED = re.compile(
    r"(?<![a-z])(percona|mysql|mariadb|maria|my|ma|ps)[-_ ]?"
    r"(5[0-9](?:[0-9]{2})?|8[04](?:[0-9]{2})?|9[0-9](?:[0-9]{2})?|1[0-9]{2,5})(?![0-9])"
)
"""57 for 5.7, 5744 for 5.7.44, 106 for 10.6, 101106 for 10.11.6, behind the name of a product."""
TESTS = {
    "read_only": "oltp_read_only",
    "readonly": "oltp_read_only",
    "ro": "oltp_read_only",
    "read_write": "oltp_read_write",
    "readwrite": "oltp_read_write",
    "rw": "oltp_read_write",
    "write_only": "oltp_write_only",
    "writeonly": "oltp_write_only",
    "wo": "oltp_write_only",
    "point_select": "oltp_point_select",
    "point_selects": "oltp_point_select",
    "insert": "oltp_insert",
    "delete": "oltp_delete",
    "update_index": "oltp_update_index",
    "update_non_index": "oltp_update_non_index",
    "select_random_points": "select_random_points",
    "select_random_ranges": "select_random_ranges",
    "bulk_insert": "bulk_insert",
}
"""Names of tests in paths, with `_` between words, to the script."""
COUNTS = {
    "oltp_read_only": "read-only",
    "oltp_point_select": "read-only",
    "oltp_read_write": "read-write",
    "oltp_write_only": "write-only",
}
"""What the reports of a script count."""
SERVER_VERSION = re.compile(r"(?<![0-9.])(?:[5-9]|1[0-9])\.[0-9]{1,2}(?:\.[0-9]{1,3})?(?!\.?[0-9])")


def script_of(text: str) -> str:
    """The script that a name of a test stands for; empty where it is no such name."""
    plain = re.sub(r"[-. ]", "_", text.lower()).removeprefix("oltp_")
    return TESTS.get(plain, "")


def server_of(text: str) -> dict[str, str]:
    """Product, version and what else a text says of a server, as far as it names them."""
    plain = text.lower()
    packed, dotted = _PACKED.search(plain), SERVER_VERSION.search(plain)
    product = _PRODUCT.search(plain)
    found: dict[str, str] = {}
    rest = plain
    for match in filter(None, (packed or dotted, None if packed else product)):
        rest = rest.replace(match[0], " ", 1)
    if packed or product:
        word = packed[1] if packed else product[1] if product else ""
        found["product"] = _PRODUCT_WORDS[re.sub("[-_ ]?server", "", word)]
    if packed or dotted:
        found["version"] = _with_dots(packed[2]) if packed else dotted[0] if dotted else ""
    special = re.sub(r"[^a-z0-9.]+", "-", rest).strip("-.")
    return found | {"special": special} if found and special else found


def _with_dots(text: str) -> str:
    """A version of MySQL with its dots: 8036 is 8.0.36; from 10 on it is one of MariaDB."""
    if not text.startswith("1"):
        return ".".join(str(int(part)) for part in (text[0], text[1], text[2:]) if part)
    return ".".join(str(int(text[at : at + 2])) for at in range(0, len(text), 2))


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
    the one that every path names, else empty; `reasons` say why files have no result.
    """

    seen: int = 0
    others: int = 0
    proposals: list[Proposal] = field(default_factory=list)
    unplaced: list[str] = field(default_factory=list)
    option_file: str = ""
    product: str = ""
    reasons: Counter[str] = field(default_factory=Counter)


def guess_layout(
    source: Source, wanted: Callable[[str], bool], watch: Callable[[int], None]
) -> Guess:
    """Look at every wanted file of a source; `watch` is told how many have reports so far."""
    guess = Guess()
    groups: dict[tuple[int, tuple[str, ...]], list[Seen]] = {}
    products: set[str] = set()
    for path in filter(wanted, source.files):
        found = _look_at(source, path)
        if isinstance(found, str):
            guess.others += 1
            guess.reasons[found] += 1
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


def _look_at(source: Source, path: str) -> Seen | str:
    """What a file's finished reports say; why it has none where that is so."""
    try:
        found, refused = read_log(source.read(path))
    except (AbsentError, OSError) as error:
        return str(error)
    reports = [report for report, _ in found]
    if not reports:
        return refused[0][1]
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


def layout_document(guess: Guess, name: str, folder: str) -> dict[str, Any]:
    """The layout: templates, labels of fields with a meaning, and a bundle in which only what
    files do not say is left to fill in. `name` becomes the bundle's id.
    """
    values: dict[str, Counter[str]] = {}
    own = [{part.name for part in proposal.parts} for proposal in guess.proposals]
    for proposal in guess.proposals:
        for part in proposal.parts:
            values.setdefault(part.name, Counter()).update(part.values)
    pieces = _variant_pieces(guess, values)
    files: list[Any] = []
    for proposal, names in zip(guess.proposals, own, strict=True):
        left_out = {piece: PLAIN for name, piece in pieces.items() if name not in names}
        path, states = proposal.template.text, {**proposal.states, **left_out}
        files.append({"path": path, "set": states} if states else path)
    repeated = all("repetition" in names for names in own)
    bundle = _bundle(guess, "-".join(f"{{{field}}}" for field in pieces.values()), folder)
    if repeated:
        bundle["run"]["id"] += "-r{repetition}"
        bundle["run"]["sequence"] = {"repetition": "{repetition}"}
    options = {"options": {"path": guess.option_file, "kind": "options"}}
    document = {
        "layout": re.sub(r"[^a-z0-9]+", "-", folder.lower()).strip("-") or "layout",
        "files": files,
        "sidecars": options if guess.option_file else {},
        "labels": dict(_labels(values, guess.product, pieces)),
        "fields": {"name": name},
        "repetitions": "" if repeated else "counted",
        "bundle": bundle,
    }
    return {key: value for key, value in document.items() if value}


PLAIN = "plain"
"""What stands in a variant for a field that a path does not have, or that says nothing special."""


def _variant_pieces(guess: Guess, values: Mapping[str, Iterable[str]]) -> dict[str, str]:
    """Field of a path to the field of its piece of a variant: what tells servers apart besides
    product and version.
    """
    special = {
        name: f"{name}_special"
        for name in (PRODUCT_FIELD, SERVER_FIELD)
        if any("special" in server_of(text) for text in values.get(name, ()))
    }
    parts = {part.name: part for p in guess.proposals for part in p.parts if not part.known}
    return special | {
        name: name if all(text.isdigit() for text in part.values) else f"{name}_word"
        for name, part in parts.items()
    }


def _small(text: str) -> str:
    """A text as a piece of a variant."""
    return re.sub(r"[^a-z0-9_.=+-]+", "-", text.lower()).strip("-_.=+") or PLAIN


def _labels(
    values: Mapping[str, Iterable[str]], product: str, pieces: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Fields whose texts stand for something, with what each stands for; `product` is that of
    servers whose name has none.
    """
    server = {"version": GAP} | ({} if PRODUCT_FIELD in values else {"product": product or GAP})
    meanings: dict[str, Callable[[str], dict[str, str]]] = {
        PRODUCT_FIELD: lambda text: {"product": GAP} | _server_label(text, pieces, PRODUCT_FIELD),
        SERVER_FIELD: lambda text: server | _server_label(text, pieces, SERVER_FIELD),
        TEST_FIELD: _test_label,
    }
    for name, meaning in meanings.items():
        if name in values:
            yield name, {text: meaning(text) for text in sorted(values[name])}
    for name, piece in pieces.items():
        if name not in meanings and piece != name:
            yield name, {text: {piece: _small(text)} for text in sorted(values[name])}


def _server_label(text: str, pieces: Mapping[str, str], field: str) -> dict[str, str]:
    """What a text says of a server, and what is special of it where any of the field is special."""
    stated = server_of(text)
    special = _small(stated.pop("special", ""))
    return stated | {pieces[field]: special} if field in pieces else stated


def _test_label(text: str) -> dict[str, str]:
    script = script_of(text)
    counts = {"counts": COUNTS[script]} if script in COUNTS else {}
    return {"script": script or GAP, **counts}


def _bundle(guess: Guess, variant: str, folder: str) -> dict[str, Any]:
    """The bundle's own fields."""
    server = f"{{product}}-{{version}}-{variant}".rstrip("-")
    options = "{options|unrecorded}" if guess.option_file else UNRECORDED
    workload = _workload_id(guess)
    return {
        "id": "{name}",
        "title": f"{GAP} what was measured in {folder}",
        "submitter": {"name": GAP},
        "disclosure": UNRECORDED,
        "hosts": [unrecorded("host") | {"id": "server-host"}],
        "server": unrecorded("server", "host")
        | {"id": server, "product": "{product}", "version": "{version}", "options": options}
        | ({"variant": variant} if variant else {}),
        "client": unrecorded("client") | {"id": "sysbench-{sysbench|}", "sysbench": "{sysbench}"},
        "workload": unrecorded("workload", "client")
        | {"id": workload, "stated_parameters": {"rest": UNRECORDED}},
        "run": {"id": f"{workload}-{server}-t{{threads}}", "threads": "{threads}"},
    }


def _workload_id(guess: Guess) -> str:
    """Test and, where there are several, release of sysbench: a workload has one of each."""
    named = [
        "script" in proposal.states or any(part.name == TEST_FIELD for part in proposal.parts)
        for proposal in guess.proposals
    ]
    test = (
        "{script}" if all(named) else "{script|oltp}-{counts|}" if any(named) else "oltp-{counts}"
    )
    releases = {name for p in guess.proposals for one in p.files for name in one.sysbench}
    return f"{test}-sysbench-{{sysbench|}}" if len(releases) > 1 else test


def layout_text(document: Mapping[str, Any], guess: Guess) -> str:
    """The layout as a file, with what was understood above it."""
    remarks = [f"# {line}".rstrip() for line in understood(guess)]
    return "\n".join([*remarks, "", as_plain_yaml(document)])


SHOWN_VALUES = 6


def understood(guess: Guess) -> list[str]:
    """What was understood, for a person to look at: each template, then its fields in columns."""
    lines: list[str] = []
    for proposal in guess.proposals:
        lines.append(f"{count_text(len(proposal.files), 'file')}: {proposal.template.text}")
        rows = [(part.name, _values_text(part.values), part.why) for part in proposal.parts]
        rows += [(name, value, "the same in every path") for name, value in proposal.states.items()]
        widths = [max((len(row[place]) for row in rows), default=0) for place in (0, 1)]
        lines += [
            f"  {name.ljust(widths[0])}  {found.ljust(widths[1])}  {why}"
            for name, found, why in rows
        ]
    if guess.option_file:
        lines.append(f"options are read from {guess.option_file}")
    if guess.unplaced:
        number = count_text(len(guess.unplaced), "file")
        lines.append(f"{number} with reports in no template, such as {guess.unplaced[0]}")
    return lines


def _values_text(values: Mapping[str, int]) -> str:
    """The first values, in order of numbers or of letters, and how many more there are."""
    ordered = sorted(values, key=lambda text: (int(text) if text.isdigit() else 0, text))
    more = len(ordered) - SHOWN_VALUES
    shown = " ".join(ordered[:SHOWN_VALUES])
    return f"{shown} and {more} more" if more > 0 else shown
