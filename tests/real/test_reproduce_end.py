"""reproduce from start to end: records of an archive, a real server, a new bundle, a verdict."""

from __future__ import annotations

import functools
import http.server
import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from captures import UNSTEADY
from servers import RealServer

from folder_bytes import bytes_below
from sysbench_archive.publish.bundle_archive import packed_bundle

ROOT = Path(__file__).parents[2]
PROGRAM = str(Path(sys.executable).with_name("sysbench-archive"))
ORIGINAL = "2026-01-original"
SHORT = ("--seconds=1", "--warmup=0", "--settle=1", "--submitter=Ada Example", "--yes")


def program(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *words],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "NO_COLOR": "1"},
    )


@pytest.fixture(scope="module")
def archive(shared: RealServer, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with one captured bundle: the same server as two sides."""
    root = tmp_path_factory.mktemp("archive")
    shutil.copytree(ROOT / "schema", root / "schema")
    plan = {
        "servers": [{"variant": side, "socket": shared.socket} for side in ("side-a", "side-b")],
        "workloads": [{"name": "oltp_point_select", "id": "points"}],
        "threads": [1],
        "repetitions": 2,
        "tables": 1,
        "table_size": 200,
    }
    (root / "campaign.yaml").write_text(yaml.safe_dump(plan))
    out = f"--out=data/results/{ORIGINAL}"
    done = program(root, "capture", "--campaign=campaign.yaml", *SHORT, out)
    assert done.returncode == 0, done.stderr
    return root


def test_a_comparison_is_run_again_from_the_checkout(archive: Path, shared: RealServer) -> None:
    out = archive / "data/results/2026-02-again"
    done = program(
        archive, "reproduce", f"{ORIGINAL}--points", f"--server=baseline={shared.socket}",
        f"--server=candidate={shared.socket}", "--repetitions=3", *SHORT, f"--out={out}",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "not matched here" in done.stderr or "is matched here" in done.stderr
    assert "--table-size" not in done.stderr
    assert re.search(r"1 thread: published [0-9.]+ \(95 % interval .*\), here [0-9.]+", done.stdout)
    assert re.search(r"verdict: (agrees within the noise|cannot tell|differs)", done.stdout)
    document = yaml.safe_load((out / "bundle.yaml").read_text())
    assert document["reproduces"] == [f"/comparisons/{ORIGINAL}--points/"]
    sides = [server["stands_for"] for server in document["servers"]]
    assert [side.rpartition("-side-")[2] for side in sides] == ["a", "b"]
    assert [w["id"] for w in document["workloads"]] == ["points"]
    assert len(document["runs"]) == 6
    assert document["campaign"]["order"] == "randomised-blocks"
    checked = json.loads(program(archive, "check", str(out), "--format=json").stdout)
    assert [found for found in checked["problems"] if found["code"] not in UNSTEADY] == []


@pytest.fixture
def site(archive: Path, tmp_path: Path) -> Iterator[str]:
    """The bundle of the checkout, served below a base path as a site does."""
    place = tmp_path / f"site/base/results/{ORIGINAL}/bundle.tar.gz"
    place.parent.mkdir(parents=True)
    files = bytes_below(archive / "data/results" / ORIGINAL)
    place.write_bytes(packed_bundle(ORIGINAL, files))
    handler = functools.partial(_Quiet, directory=str(tmp_path / "site"))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/base"
        server.shutdown()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def test_two_runs_are_run_again_from_a_site(
    archive: Path, site: str, shared: RealServer, tmp_path: Path
) -> None:
    document = yaml.safe_load((archive / "data/results" / ORIGINAL / "bundle.yaml").read_text())
    first = {
        run["server"]: f"/results/{ORIGINAL}/{run['id']}/" for run in reversed(document["runs"])
    }
    paths = [first[server["id"]] for server in document["servers"]]
    servers = {"servers": [{"socket": shared.socket}, {"socket": shared.socket}]}
    (tmp_path / "servers.yaml").write_text(yaml.safe_dump(servers))
    out = tmp_path / "2026-03-again"
    done = program(
        tmp_path, "reproduce", *(f"{site}{path}" for path in paths),
        f"--servers={tmp_path / 'servers.yaml'}", *SHORT, "--repetitions=2", f"--out={out}",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "verdict: " in done.stdout
    document = yaml.safe_load((out / "bundle.yaml").read_text())
    assert document["reproduces"] == paths


def test_without_servers_it_says_what_it_needs(archive: Path) -> None:
    done = program(archive, "reproduce", f"{ORIGINAL}--points")
    assert done.returncode == 2
    assert "workload:    oltp_point_select, 1 tables of 200 rows" in done.stderr
    assert "name one for each side with --server SIDE=PLACE" in done.stderr


def test_a_site_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    done = program(tmp_path, "reproduce", "http://127.0.0.1:9/comparisons/a--b/")
    assert done.returncode == 4
    assert "Connection refused" in done.stderr
    assert "Traceback" not in done.stderr
