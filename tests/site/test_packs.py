"""A packed site answers at every address with the bytes of the published one."""

from __future__ import annotations

import hashlib
import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from built_sites import Site
from folder_bytes import bytes_below
from node_process import call_module
from sysbench_archive.build.packs import NAME, PAGES_A_MEMBER, pack_of, write_packs
from sysbench_archive.problems import UsageError

ROOT = Path(__file__).parents[2]
WORKER = ROOT / "tests/publish/programs/packed.mjs"
MOST = 1_000


def program() -> ModuleType:
    """The server that stands beside the Worker."""
    spec = importlib.util.spec_from_file_location("serve", ROOT / "scripts/packs/serve.py")
    assert spec
    assert spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.fixture(scope="module")
def packed(walked_site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("packs") / "packed"
    written = write_packs(walked_site.derived, walked_site.public, folder)
    files = [path for path in folder.rglob("*") if path.is_file()]
    published = [path for path in walked_site.public.rglob("*") if path.is_file()]
    bundles = len(list(folder.glob(f"results/*/{NAME}")))
    assert written.files == len(files) == len(published) - written.pages + bundles
    assert written.pages > MOST / 2
    return folder


def paths_of(site: Site) -> list[str]:
    """Addresses to ask for: those of runs first, up to a thousand, and every second other page."""
    runs = site.of_kind("run")
    others = [address for address in site.addresses() if address not in {*runs}]
    return [*runs[:MOST], *others[::2]]


def test_python_serves_every_page_as_it_was_published(packed: Path, walked_site: Site) -> None:
    serve = program().application(packed)
    wrong = []
    for path in paths_of(walked_site):
        told: list[Any] = []
        body = b"".join(serve({"PATH_INFO": f"/{path}"}, lambda *said: told.append(said)))  # noqa: B023
        if told[0][0] != "200 OK" or body != walked_site.file(path).read_bytes():
            wrong.append(path)
    assert wrong == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("results/nothing/nothing/", "404 Not Found"),
        ("../../etc/passwd", "404 Not Found"),
        ("results/../../runs.pack", "404 Not Found"),
        ("results/\0/", "404 Not Found"),
        ("addresses.json", "200 OK"),
        ("", "200 OK"),
    ],
)
def test_python_serves_nothing_else(packed: Path, path: str, status: str) -> None:
    told: list[Any] = []
    program().application(packed)({"PATH_INFO": f"/{path}"}, lambda *said: told.append(said))
    assert told[0][0] == status


def test_an_address_without_a_slash_leads_to_the_one_with_it(
    packed: Path, walked_site: Site
) -> None:
    run = walked_site.of_kind("run")[0]
    told: list[Any] = []
    program().application(packed)({"PATH_INFO": f"/{run[:-1]}"}, lambda *s: told.append(s))
    assert told == [("301 Moved Permanently", [("Location", f"/{run}")])]


def test_the_worker_serves_the_same(packed: Path, walked_site: Site) -> None:
    paths = paths_of(walked_site)
    run = walked_site.of_kind("run")[0]
    asked = [*paths, run[:-1], f"{run}nothing/", "results/nothing/__proto__/"]
    given = {"folder": str(packed), "paths": [f"/{path}" for path in asked]}
    answers = call_module(WORKER, given)
    assert len(answers) == len(asked)
    wrong = [
        path
        for path, answer in zip(paths, answers, strict=False)
        if (answer["status"], answer["sha256"])
        != (200, hashlib.sha256(walked_site.file(path).read_bytes()).hexdigest())
    ]
    assert wrong == []
    leads, *nothing = answers[len(paths) :]
    assert (leads["status"], leads["location"]) == (301, f"https://packed.example/{run}")
    assert [answer["status"] for answer in nothing] == [404, 404]


def test_a_pack_has_each_page_whatever_it_says() -> None:
    chance = random.Random(1)
    pages = [(f"run-{n}", chance.randbytes(n)) for n in range(2 * PAGES_A_MEMBER + 1)]
    pack = pack_of(pages)
    assert pack == pack_of(pages)
    page_in = program().page_in
    assert [page_in(pack, run) for run, _ in pages] == [page for _, page in pages]
    assert page_in(pack, "run") is None
    assert page_in(pack_of([]), "run-0") is None


def test_only_a_packed_site_is_replaced(packed: Path, walked_site: Site, tmp_path: Path) -> None:
    before = bytes_below(packed)
    write_packs(walked_site.derived, walked_site.public, packed)
    assert bytes_below(packed) == before
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="something else than a packed site"):
        write_packs(walked_site.derived, walked_site.public, tmp_path)
    assert (tmp_path / "mine.txt").read_text() == "mine"
