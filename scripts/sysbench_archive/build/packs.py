"""The site with the pages of runs packed: a second output, for hosts that count files.

Pages of runs are most files of a site and much alike. Here `results/<bundle>/runs.pack` has those
of a bundle, and everything else lies as it does in the published folder, by hard links. A pack is a
line of JSON, then gzip members of up to 64 pages each, so that a page costs to decompress one:

    {"members": [[start, bytes], ...], "pages": {"<run>": [member, start, bytes], ...}}

Starts of members count from the end of that line, those of pages within the decompressed member, in
bytes. `scripts/packs/` has programs that serve each page at its address.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from sysbench_archive.build.render import files_below, place
from sysbench_archive.bundle.files import PARTIAL
from sysbench_archive.model.base import read_record
from sysbench_archive.model.listing import PageIndex
from sysbench_archive.problems import UsageError

NAME = "runs.pack"
PAGES_A_MEMBER = 64


@dataclass(frozen=True, slots=True)
class Packed:
    """What was written: pages in packs, bytes of packs, and all files."""

    pages: int
    pack_bytes: int
    files: int


def write_packs(derived: Path, public: Path, out: Path) -> Packed:
    """Write a packed copy of a published folder, which replaces the one before when it is complete.

    Raises UsageError where the folder to write holds something else.
    """
    if out.exists() and any(out.iterdir()) and not any(out.glob(f"results/*/{NAME}")):
        raise UsageError(f"{out} holds something else than a packed site; name an empty folder")
    index = read_record((derived / "data/pages.json").read_bytes(), PageIndex)
    runs = {bundle: entry.runs for bundle, entry in index.results.items()}
    partial = out.with_name(f"{out.name}{PARTIAL}")
    shutil.rmtree(partial, ignore_errors=True)
    packed = {f"results/{name}/{run}/index.html" for name in runs for run in runs[name]}
    others = [path for path in files_below(public) if path not in packed]
    place(public, partial, others)
    pack_bytes = 0
    for bundle, own in runs.items():
        data = pack_of(_pages(public / "results" / bundle, own))
        (partial / "results" / bundle / NAME).write_bytes(data)
        pack_bytes += len(data)
    before = out.with_name(f"{out.name}.old{PARTIAL}")
    shutil.rmtree(before, ignore_errors=True)
    if out.exists():
        out.rename(before)
    partial.rename(out)
    shutil.rmtree(before, ignore_errors=True)
    return Packed(len(packed), pack_bytes, len(others) + len(runs))


def pack_of(pages: Iterable[tuple[str, bytes]]) -> bytes:
    """A pack of these pages, by run. Equal pages give equal bytes."""
    index: dict[str, tuple[int, int, int]] = {}
    members: list[bytes] = []
    places: list[tuple[int, int]] = []
    left = iter(pages)
    while some := list(islice(left, PAGES_A_MEMBER)):
        start = 0
        for run, page in some:
            index[run] = (len(members), start, len(page))
            start += len(page)
        member = gzip.compress(b"".join(page for _, page in some), 9, mtime=0)
        places.append((sum(map(len, members)), len(member)))
        members.append(member)
    head = json.dumps({"members": places, "pages": index}, separators=(",", ":"))
    return b"".join([head.encode(), b"\n", *members])


def _pages(folder: Path, runs: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for run in runs:
        yield run, (folder / run / "index.html").read_bytes()
