"""Records that several subjects share, and the base class of all records."""

from __future__ import annotations

import csv
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, dataclass_transform

import msgspec
import msgspec.structs
from msgspec import UNSET, Meta, UnsetType, field

from sysbench_archive.metrics import Direction

Number = int | float
"""A figure; a whole number stays one in JSON."""
ComparisonKind = Literal["curated", "matrix"]
"""Where a comparison's definition came from: somebody wrote it, or it is one of a bundle's own."""
StructuredData = Annotated[
    dict[str, Any],
    Meta(extra_json_schema={"required": ["@context", "@type", "@id", "name", "description"]}),
]
"""A schema.org record, for search engines."""


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(field,))
class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record that is derived or published. Its JSON Schema is generated from its fields."""

    json_schema: ClassVar[Mapping[str, Any]] = {}
    """What its JSON Schema states besides its fields."""


def example(value: Any, *, unit: str = "", text_format: str = "") -> Meta:
    """What the schema says of a field besides its meaning: an example, a unit, a format."""
    more = {name: word for name, word in (("unit", unit), ("format", text_format)) if word}
    return Meta(examples=[value], extra_json_schema=more or None)


RecordT = TypeVar("RecordT", bound=Record)
_KindT = TypeVar("_KindT")
_FIRST_USE = threading.Lock()
_DECODERS: dict[object, msgspec.json.Decoder[Any]] = {}


def as_record(values: object, kind: type[_KindT], *, strict: bool = True) -> _KindT:
    """Plain values as a value of a type, in any thread; `msgspec.ValidationError` says where they
    are none. Where it is not `strict`, texts are taken for numbers, as of a table of texts.
    """
    _decoder(kind)
    return msgspec.convert(values, kind, strict=strict)


def read_record(data: bytes | str, kind: type[_KindT]) -> _KindT:
    """JSON as a value of a type, in any thread; `msgspec.DecodeError` says where it is none."""
    value: _KindT = _decoder(kind).decode(data)
    return value


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a table of the program: tab-separated values below a line of names, unquoted."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


def _decoder(kind: object) -> msgspec.json.Decoder[Any]:
    # msgspec learns the fields of a type at its first use and runs Python while it does, so that
    # threads may change: another one that used the type then found fields without a type, and the
    # process crashed.
    with _FIRST_USE:
        if kind not in _DECODERS:
            _DECODERS[kind] = msgspec.json.Decoder(kind)
        return _DECODERS[kind]


def narrowed(record: object, kind: type[RecordT], **others: object) -> RecordT:
    """A record with the fields of another that its type has, and `others` in place of the rest."""
    names = [name for name in kind.__struct_fields__ if name not in others]
    return kind(**{name: getattr(record, name) for name in names}, **others)


class Reference(Record):
    """Something with a page."""

    path: str
    """Site-relative path, with slashes at both ends."""
    title: str


class BundleReference(Reference):
    """A bundle with the page of its result."""

    id: str


def bundle_reference(name: str, title: str) -> BundleReference:
    """A bundle by its id and its title."""
    return BundleReference(path=f"/results/{name}/", title=title, id=name)


class PagePart(Record):
    """A long part of a page, which has a page of its own."""

    id: str
    """What its address ends with: of a result `options`, `parameters`, `variables`, `files`, or
    `runs-2` and so on; of a comparison `rounds-4` for each thread count, `verdicts` or
    `differences`; of a campaign `figures-2` and so on.
    """
    title: str
    path: str
    workloads: list[str] = field(default_factory=list)
    """Workloads whose runs it has; empty of other parts."""
    first: int = 0
    """Rows of its table on the pages before it."""
    rows: int = 0
    """Rows of its table; 0 where it has all."""


class AxisMark(Record):
    """A mark of an axis."""

    at: Number
    """Pixels from the top, or hundredths of the width."""
    text: str
    """What stands at it."""


class Named(Record):
    """Something with a name, and its id in a bundle or in addresses."""

    id: str
    label: str


FactState = Literal["stated", "unavailable", "unrecorded"]
"""What is known of a fact: it is stated, the system does not expose it, or nobody recorded it."""


class FactRow(Record):
    """A fact as a table shows it."""

    name: str
    """Dotted name, as in the bundle schema."""
    label: str
    value: str
    """Value as text; empty where not stated."""
    unit: str
    """Unit; empty for text."""
    state: FactState
    """Whether somebody stated it."""
    probe: str
    """What was tried where the system did not expose it; else empty."""


class MetricColumn(Record):
    """A metric as a column of a result's page, where counts have no unit."""

    name: Annotated[str, example("tps")]
    label: Annotated[str, example("Transactions per second")]
    unit: Annotated[str, example("1/s")]
    direction: Annotated[Direction, example("higher")]
    """Which way is better."""
    decimals: Annotated[int, example(2, unit="1")]
    """Decimals a page shows."""


class MetricRecord(MetricColumn):
    """What a figure means."""

    description: Annotated[str, example("Transactions divided by the run's total time.")]


class PublishedFile(Record, kw_only=True):
    """An evidence file as published."""

    path: str
    """Path in the bundle."""
    href: str
    """Site-relative path of the published copy, plain text whatever it is called; of a file that is
    only in the archive of its bundle, that of the archive."""
    size: int
    sha256: str
    swhid_in_context: str | UnsetType = UNSET
    """The same, with the folder it lies in and its path there."""
    swhid: str
    """SWHID of the content."""


class BundleArchive(Record):
    """A bundle as one file."""

    href: str
    """Site-relative path of the tar archive, packed with gzip."""
    size: int


class FigureValue(Record, kw_only=False):
    """A figure of a run."""

    value: Number
    """The figure, as its evidence states it."""
    line: int | None
    """Line of the evidence, counted from 1."""


class ListedServer(Record):
    """A server in a list."""

    label: Annotated[str, example("MySQL 8.0.36")]
    product: Annotated[str, example("mysql")]
    version: Annotated[str, example("8.0.36")]
    series: Annotated[str, example("8.0")]


CitationFormat = Literal["text", "bibtex", "biblatex", "csl", "ris", "markdown"]


class CitationText(Record):
    """A citation in a format."""

    format: CitationFormat
    label: str
    parts: Annotated[list[str], Meta(min_length=1)]
    """The text, in parts that the id of a run stands between."""


class HeadTag(Record):
    """A meta element of a page."""

    name: Annotated[str, example("citation_title")]
    content: str


class HeadLink(Record):
    """A link element of a page."""

    rel: Annotated[str, example("cite-as")]
    href: str
    """Where it leads, absolute or relative to the page."""
    type: str
    """Media type of what lies there; empty of an address that names something."""


class PageHead(Record):
    """What the head of a page says of its citation."""

    tags: list[HeadTag]
    """Tags of Highwire Press."""
    links: list[HeadLink]
    """Links of Signposting."""


class Citation(Record, kw_only=True):
    """How something is cited."""

    day: str
    """Day of the newest revision it stands on."""
    formats: list[CitationText]
    """A text in each format."""
    runs: list[CitationText] | UnsetType = UNSET
    """The texts of its runs."""
    head: PageHead | UnsetType = UNSET
    """The head of its page; absent of what is withdrawn or pinned."""


class Labelled(Record):
    """A text under its label."""

    label: str
    text: str
    """What stands under it; empty where nobody recorded it."""


class Picture(Record):
    """The card of a page, for previews of links."""

    card: str
    """Its address."""
    width: int
    """In pixels."""
    height: int
    """In pixels."""
    alt: str
    """What it shows."""


class Span(Record):
    """A middle and its extremes."""

    low: Number
    """Lowest."""
    middle: Number
    high: Number
    """Highest."""


class CellRun(Record):
    """A run of the cell."""

    id: str
    path: str
    """Permanent address."""
    value: Number
