"""The paths an archive may have, what stands at each, who writes it and what a change of it means.

Every file git tracks is one of these, or an error: what no one reads could still be built into a
page, believed by a later build, or hide a change from whoever looks at it. Pages of content claim
no address, format or template but those listed here.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sysbench_archive.build.archive import Archive, read_addresses, recorded_campaigns
from sysbench_archive.build.git import asked, tracked
from sysbench_archive.bundle import curated
from sysbench_archive.bundle.curated import front_matter
from sysbench_archive.bundle.files import AUTHORED, EXTENSIONS, FOLDERS, MODE
from sysbench_archive.bundle.strict_yaml import unseen_problems
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.redaction.findings import file_problems
from sysbench_archive.review.record import PathKind

UNKNOWN = RULES["path-unknown"]
LINK = RULES["file-link"]
PAGE = RULES["content-page"]


class Place(NamedTuple):
    """A row of the table. Groups of the pattern: `bundle`, or `name` of what is no bundle's."""

    kind: PathKind
    pattern: re.Pattern[str]
    by: str
    means: str


BUNDLE = r"(?P<bundle>[0-9]{4}-(?:0[1-9]|1[0-2])-[a-z0-9]+(?:-[a-z0-9]+)*)"
_SLUG = r"[a-z0-9]+(?:-+[a-z0-9]+)*"
_CURATED = r"(?P<name>(?![0-9]{4}-|index\.)[a-z0-9]+(?:-[a-z0-9]+)*)"
"""The name of a comparison that somebody wrote: never that of a bundle, nor of its comparisons."""
_INSIDE = (
    rf"(?:{'|'.join(map(re.escape, AUTHORED))}"
    rf"|(?:{'|'.join(FOLDERS)})/[a-z0-9_][a-z0-9._-]*\.(?:{'|'.join(EXTENSIONS)}))"
)
_MADE = "comparisons|hardware|results|rules|schema|settings|upgrades|versions|workloads"
"""Sections whose pages a program makes."""
_SECTIONS = f"{_MADE}|api|check|compare|explore|sql"
_CODE = r"(?!.*(?:/\.git|/__pycache__/|/node_modules/|\.egg-info/|\.partial(?:/|$)))"
"""What is never part of it, in whatever folder: attributes, and what programs leave behind."""
_AT_TOP = (
    ".htmltest.yml", ".npmrc", ".zenodo.json", "ARCHITECTURE.md",
    "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "Dockerfile", "LICENSE", "LICENSE-DATA.md",
    "Makefile", "README.md", "SECURITY.md", "action.yml", "eslint.config.js",
    "pyproject.toml", "setup.py",
)  # fmt: skip


def _place(kind: PathKind, pattern: str, by: str, means: str) -> Place:
    return Place(kind, re.compile(pattern), by, means)


PLACES = (
    _place("result", rf"data/results/{BUNDLE}/.+", "its submitter", "facts or figures of a result"),
    _place("record", rf"data/ledger/{BUNDLE}\.csv", "`record`, `correct`, `withdraw`, `redact`",
           "what happened to a result, and why"),
    _place("record", rf"data/comparisons/(?:{BUNDLE}|(?P<name>{_SLUG}))\.jsonl",
           "`record`, `correct`, `withdraw`, `redact`", "what a comparison said, for citations"),
    _place("kept revision", rf"data/revisions/{BUNDLE}/(?:[1-9][0-9]*/{_INSIDE}"
           r"|[1-9][0-9]*\.figures\.json|[1-9][0-9]*\.removed\.csv)",
           "`correct`, `withdraw`, `redact`, `record`", "bytes of an earlier revision"),
    _place("record", r"data/(?:campaigns|pages)\.csv", "`record`", "addresses that always answer"),
    _place("record", r"data/saved\.csv", "`preserve`", "what another archive was seen to keep"),
    _place("series", rf"data/series/(?P<name>{_SLUG})\.yaml", "maintainers",
           "which results share a page"),
    _place("people", r"data/people\.csv", "maintainers", "how citations write names"),
    _place("source", rf"data/sources/(?P<name>{_SLUG})\.yaml", "maintainers",
           "where results come from"),
    _place("comparison", rf"content/comparisons/{_CURATED}\.md", "its author",
           "a comparison and what somebody wrote of it"),
    _place("prose", rf"content/(?:_index|(?!(?:index|{_SECTIONS})\.){_SLUG}"
           rf"|(?:api|{_MADE})/_index|(?:check|compare|explore|sql)/index|api/questions"
           r"|versions/path-length)\.md", "maintainers", "text of the site"),
    _place("picture", rf"content/(?:(?:{_SECTIONS})/)?{_SLUG}\.(?:png|jpe?g|webp)", "maintainers",
           "a picture of the site"),
    _place("program", rf"content/(?:(?:{_MADE})/)?_content\.gotmpl", "maintainers",
           "code: any page may depend on it"),
    _place("program", r"schema/(?:(?:api|bundle|comparison|series|source)-[1-9][0-9]*\.schema\.json"
           r"|derived\.schema\.json|api-[1-9][0-9]*\.frozen\.json)", "maintainers",
           "code: any page may depend on it"),
    _place("program", rf"{_CODE}(?:(?:scripts|layouts|static|requirements)/.+"
           r"|config\.toml|package(?:-lock)?\.json)", "maintainers",
           "code: any page may depend on it"),
    _place("project", r"\.gitattributes|\.gitignore", "maintainers",
           "what git hides, and how it writes files"),
    _place("project", rf"{_CODE}(?:(?:tests|docs|\.github|\.ci)/.+|"
           rf"{'|'.join(map(re.escape, _AT_TOP))})", "maintainers", "code that no page depends on"),
)  # fmt: skip
"""Every path there may be; of several patterns the first that fits counts."""
NOWHERE = Place("nothing", re.compile(""), "nobody", "the archive has no place for it")


def place_of(path: str) -> tuple[Place, Mapping[str, str]]:
    """What may stand at a path, and of which bundle (`bundle`) or what else (`name`) it is."""
    for place in PLACES:
        # Not `$`: a name may end with a line feed.
        if match := place.pattern.fullmatch(path):
            return place, {name: text for name, text in match.groupdict().items() if text}
    return NOWHERE, {}


_AUTHORED_BELOW = ("data", "content", "schema")


def path_problems(archive: Archive) -> Iterator[Problem]:
    """Files that are where nothing may stand, or are no ordinary files; and what pages of content
    claim and hold.
    """
    for path, mode in sorted(_files_of(archive).items()):
        place, named = place_of(path)
        inside = place.kind == "result" and (archive.results / named["bundle"]).is_dir()
        if mode.startswith(("120", "160")) and not inside:
            yield LINK.at(path, "not an ordinary file")
        elif place is NOWHERE:
            yield UNKNOWN.at(path, NOWHERE.means)
        elif mode.endswith("755") and path.startswith(("data/", "content/", "schema/")):
            if not inside:
                yield MODE.at(path, got_expected("executable", mode, "100644"))
        elif place.kind in ("prose", "comparison", "picture"):
            yield from _content_problems(archive.root / path, path, place.kind)
        elif place.kind in _TEXTS or path.endswith(".removed.csv"):
            yield from _text_problems((archive.root / path).read_bytes(), path)
    yield from _doubled_addresses(archive)


_TEXTS: tuple[PathKind, ...] = ("record", "people", "series", "source")
_LEFT_HERE = re.compile(r"data/derived/.*|(?:.*/)?(?:[^/]*\.partial(?:/.*)?|\.DS_Store)", re.DOTALL)
"""What programs leave in a checkout; git may not track it."""


def _files_of(archive: Archive) -> dict[str, str]:
    """Path to git's mode of what is tracked and of what may become so; links are not followed."""
    known = {
        path: mode
        for path, mode in (tracked(archive.root) or {}).items()
        if os.path.lexists(archive.root / path)
    }
    words = ("ls-files", "--others", "--exclude-standard", "-z", "--", *_AUTHORED_BELOW)
    listed = asked(archive.root, *words)
    others = list(_below(archive)) if listed is None else os.fsdecode(listed).split("\0")
    new = (path for path in others if path and not _LEFT_HERE.fullmatch(path))
    return known | {path: _mode_of(archive.root / path) for path in new}


def _below(archive: Archive) -> Iterator[str]:
    """Every file and link of the folders people write in, where no git says which."""
    for top in _AUTHORED_BELOW:
        for parent, folders, names in os.walk(archive.root / top):
            links = [name for name in folders if (Path(parent) / name).is_symlink()]
            yield from (archive.label(Path(parent) / name) for name in (*names, *links))


def _mode_of(path: Path) -> str:
    mode = path.lstat().st_mode
    if stat.S_ISLNK(mode):
        return "120000"
    return "100755" if mode & 0o111 and stat.S_ISREG(mode) else "100644"


_ANYWHERE = frozenset(("title", "lede", "description"))
_CLAIMS: Mapping[str, Mapping[str, Any]] = {
    "content/comparability.md": {"url": "/methodology/comparability/"},
    "content/versions/path-length.md": {"url": "/versions/path-length/", "layout": "path-length"},
    "content/about.md": {"cites": True},
}
"""What a page says of itself beyond its words; all may say their own name in `type`."""
_OF_HOME = frozenset(("tagline", "finding", "questions"))
_SHORTCODE = re.compile(r"\{\{\s*[<%]\s*/?\s*([^\s>%]{0,40})")
_OWN_SHORTCODES = ("replication", "versions")
_PICTURES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"RIFF")


def _content_problems(file: Path, path: str, kind: PathKind) -> Iterator[Problem]:
    data = file.read_bytes()
    if kind == "picture":
        if not data.startswith(_PICTURES):
            yield PAGE.at(path, "it is no picture of the kind its name says")
        return
    yield from _text_problems(data, path)
    text = data.decode("utf-8", "replace")
    for match in _SHORTCODE.finditer(text):
        if match[1] in _OWN_SHORTCODES:
            continue
        line = text.count("\n", 0, match.start()) + 1
        message = got_expected("a shortcode", match[1], "words, or one of the site's own")
        yield PAGE.at(path, message, line=line)
    if kind == "prose":
        yield from _front_matter_problems(data, path)


def _front_matter_problems(data: bytes, path: str) -> Iterator[Problem]:
    document = front_matter(data, path)
    yield from document.problems
    claims = _CLAIMS.get(path, {})
    name = path.removesuffix(".md").removesuffix("/_index").removesuffix("/index")
    for key, value in document.value.items() if isinstance(document.value, dict) else ():
        if key in _ANYWHERE or (key in _OF_HOME and path == "content/_index.md"):
            continue
        wanted = name.rpartition("/")[2] if key == "type" else claims.get(key)
        if value != wanted or wanted is None:
            expected = "no such field" if wanted is None else repr(wanted)
            message = got_expected(f"a page does not choose its {key}", value, expected)
            yield document.at(PAGE, message, f"/{key}")


def _text_problems(data: bytes, path: str) -> Iterator[Problem]:
    """What hides in a text, and what is private in it. Rows of the record are computed, but for
    reasons, which are looked at where they are read.
    """
    yield from unseen_problems(data.decode("utf-8", "replace"), path)
    if path.endswith((".md", ".yaml", ".removed.csv")):
        yield from file_problems(data, path)


def _doubled_addresses(archive: Archive) -> Iterator[Problem]:
    """Pages of content at the address of another."""
    first: dict[str, str] = {}
    for file in sorted((archive.root / "content").rglob("*.md")):
        path = archive.label(file)
        address = re.sub(r"(?:/_?index)?\.md$", "", path)
        if (owner := first.setdefault(address, path)) != path:
            yield PAGE.at(path, f"its address is that of {owner}")
    campaigns = {row.slug for row in recorded_campaigns(archive)}
    campaigns |= {file.stem for file in archive.series.glob("*.yaml")}
    for slug in sorted(campaigns):
        if written := first.get(f"{curated.FOLDER}/{slug}"):
            yield PAGE.at(written, f"/comparisons/{slug}/ is the address of a campaign")


def alias_problems(archive: Archive, before: Archive) -> Iterator[Problem]:
    """Addresses that a comparison somebody wrote says it had, and did not: of those there were
    `before`, only its own are, and those of comparisons that are not there any more.
    """
    here, there = read_addresses(archive), read_addresses(before)
    gone = {address for slug in there.keys() - here.keys() for address in there[slug]}
    for slug, known in here.items():
        own = {f"/comparisons/{slug}/"}
        for alias in sorted(known - own - gone - there.get(slug, set())):
            path = f"{curated.FOLDER}/{slug}.md"
            message = got_expected("an address it never had", alias, "one of its earlier ones")
            yield PAGE.at(path, message, pointer="/aliases")
