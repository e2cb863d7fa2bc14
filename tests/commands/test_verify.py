"""`verify` tells everything that agrees and everything that does not, at once."""

import csv
import hashlib
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from folder_bytes import bytes_below
from published_archive import BUNDLE, COMPARISON, DAY, commit, measured
from synthetic_archive import ROOT
from sysbench_archive.build.archive import Archive
from sysbench_archive.build.store import Work
from sysbench_archive.bundle.files import read_folder
from sysbench_archive.cli import main
from sysbench_archive.commands.correct import add_figures, correct
from sysbench_archive.commands.verify import verify
from sysbench_archive.commands.withdraw import withdraw
from sysbench_archive.derive.runs import CRATE
from sysbench_archive.problems import UsageError
from sysbench_archive.publish.bundle_archive import packed_bundle

LINKED = Path(__file__).parents[1] / "rules" / "run-repeated" / "pass" / "archive"
REPORT = (ROOT / "scripts/sysbench_archive/commands/synthetic_report.txt").read_text()
LINE = next(n for n, line in enumerate(REPORT.splitlines(), 1) if "{tps" in line)


def report(tps: float) -> bytes:
    """A report of sysbench with this throughput."""
    counts = {"threads": 1, "transactions": 5000, "reads": 70000, "others": 10000}
    latencies = {"least": 1, "average": 2, "most": 3, "percentile": 2.5, "total_ms": 10000}
    counts |= {"queries": 80000, "qps": 8000, "duration": 10, "events": 5000, "busy": 10}
    return REPORT.format(lines="", tps=tps, **counts, **latencies).encode()


def differing(archive: Archive, target: str, originals: Path | None = None) -> list[str]:
    return [f.what for f in verify(archive, target, originals) if f.agrees is False]


@pytest.mark.parametrize(
    "target",
    [
        BUNDLE,
        f"{BUNDLE}/t2",
        f"/results/{BUNDLE}/",
        f"/results/{BUNDLE}/t2/",
        f"https://example.org/archive/results/{BUNDLE}/t2/",
        f"https://example.org{COMPARISON}",
        COMPARISON,
    ],
)
def test_a_bundle_is_found_by_any_of_its_names(archive: Archive, target: str) -> None:
    found = verify(archive, target)
    assert all(finding.agrees for finding in found)
    assert len(found) == 5


def test_every_difference_is_told_at_once(archive: Archive) -> None:
    measured(archive, BUNDLE, 910)
    told = differing(archive, BUNDLE)
    assert [what.partition(":")[0] for what in told] == [
        f"the SWHID of data/results/{BUNDLE}, revision 1",
        "SHA-256 of the figures read from it",
        "SHA-256 of the figures read from it, with server, workload, host and threads",
    ]
    commit(archive)
    assert len(differing(archive, BUNDLE)) == 4
    assert len(differing(archive, f"{BUNDLE}/t3")) == 5


def test_servers_that_changed_places_are_told(archive: Archive) -> None:
    """Figures by run are as they were; what ran them is not."""
    path = archive.results / BUNDLE / "bundle.yaml"
    path.write_text(re.sub(r"(?m)^    server: mysql$", "    server: mysql-2", path.read_text()))
    told = differing(archive, BUNDLE)
    assert [what.partition(":")[0] for what in told][1:] == [
        "SHA-256 of the figures read from it, with server, workload, host and threads"
    ]


def test_a_copy_elsewhere_is_held_to_the_record(archive: Archive, tmp_path: Path) -> None:
    copy = tmp_path / "download" / BUNDLE
    (archive.results / BUNDLE).rename(tmp_path / "kept")
    copy.parent.mkdir()
    (tmp_path / "kept").rename(copy)
    assert differing(archive, str(copy)) == []
    (copy / "figures.csv").write_text((copy / "figures.csv").read_text() + "\n")
    assert len(differing(archive, str(copy))) >= 1


def test_each_revision_is_verified_apart(archive: Archive, work: Work) -> None:
    measured(archive, BUNDLE, 910)
    correct(archive, BUNDLE, "a misprint", work)
    commit(archive)
    for target in (BUNDLE, f"/results/{BUNDLE}/revisions/1/", f"/results/{BUNDLE}/revisions/2/"):
        assert differing(archive, target) == [], target
    kept = archive.revisions / BUNDLE / "1" / "figures.csv"
    kept.write_text(kept.read_text().replace("900", "901"))
    assert len(differing(archive, f"/results/{BUNDLE}/revisions/1/")) == 1
    assert differing(archive, BUNDLE) == []
    with pytest.raises(UsageError, match="no revision 7"):
        verify(archive, f"/results/{BUNDLE}/revisions/7/")


def test_a_withdrawn_bundle_is_verified_where_it_is_kept(archive: Archive) -> None:
    withdraw(archive, BUNDLE, "asked for", DAY)
    commit(archive)
    assert differing(archive, BUNDLE) == []
    withdraw(archive, BUNDLE, "ordered", DAY, purge=True)
    withdrawn, removed = verify(archive, BUNDLE)
    assert withdrawn.what == "the bundle was withdrawn on 2026-11-20: ordered"
    assert removed.agrees is withdrawn.agrees is None
    assert "swh:1:dir:" in removed.what


@pytest.mark.parametrize("target", ["2026-01-unknown", "not a name", "/comparisons/two-versions/"])
def test_what_names_no_published_bundle_is_wrong_usage(archive: Archive, target: str) -> None:
    with pytest.raises(UsageError):
        verify(archive, target)


def test_originals_are_a_folder(archive: Archive, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="not a folder of original files"):
        verify(archive, BUNDLE, tmp_path / "nowhere")


def linked(folder: Path, *originals: float) -> tuple[Archive, str]:
    """An archive whose bundle links to output that says these figures, and the bundle."""
    archive = Archive(folder / "linked")
    shutil.copytree(LINKED, archive.root)
    bundle = archive.bundles()[0].name
    table = archive.results / bundle / "figures.csv"
    head, *rows = table.read_text().splitlines()
    for index, tps in enumerate(originals):
        data = report(tps)
        (folder / "logs").mkdir(exist_ok=True)
        (folder / "logs" / f"t{index + 1}.txt").write_bytes(data)
        # The rows of the fixture name the line of a longer report.
        place = rows[index].replace(",31,", f",{LINE},").rpartition(",")[0]
        rows[index] = f"{place},{hashlib.sha256(data).hexdigest()}"
    table.write_text("\n".join([head, *rows]) + "\n")
    return archive, bundle


def test_originals_have_the_digests_and_say_the_figures_recorded(tmp_path: Path) -> None:
    archive, bundle = linked(tmp_path, 500, 900)
    found = [f for f in verify(archive, bundle, tmp_path) if "original" in f.what]
    assert [(f.agrees, f.what) for f in found] == [
        (True, "2 of 2 original files have the SHA-256 recorded")
    ]
    unasked = [finding for finding in verify(archive, bundle) if finding.agrees is None]
    assert "2 runs link to output kept elsewhere" in unasked[-1].what


def test_absent_and_other_originals_and_other_figures_are_told(tmp_path: Path) -> None:
    archive, bundle = linked(tmp_path, 500, 901)
    told = differing(archive, bundle, tmp_path)
    assert "run t2: tps is 900.0 here, 901.0 in the original" in told
    (tmp_path / "logs" / "t1.txt").unlink()
    (tmp_path / "logs" / "t2.txt").write_text("something else")
    told = differing(archive, bundle, tmp_path)
    assert "original logs/t1.txt: not there" in told
    assert any(what.startswith("original logs/t2.txt: SHA-256") for what in told)
    assert "0 of 2 original files have the SHA-256 recorded" in told


def test_a_row_that_names_another_line_is_told(tmp_path: Path) -> None:
    archive, bundle = linked(tmp_path, 500, 900)
    table = archive.results / bundle / "figures.csv"
    head, first, second = table.read_text().splitlines()
    for number in (LINE + 1, 9_999):
        moved = first.replace(f",{LINE},", f",{number},")
        table.write_text(f"{head}\n{moved}\n{second}\n")
        told = [what for what in differing(archive, bundle, tmp_path) if "in line" in what]
        assert told == [f"run t1: tps is not in line {number} of the original"]


def test_figures_that_originals_print_besides_are_added_and_none_is_changed(
    tmp_path: Path,
) -> None:
    archive, bundle = linked(tmp_path, 500, 901)
    table = archive.results / bundle / "figures.csv"
    before = table.read_text().splitlines()
    assert add_figures(archive, bundle, tmp_path) == 1
    first, second = csv.DictReader(table.read_text().splitlines())
    assert (first["tps"], first["tps_line"]) == ("500.0", str(LINE))
    assert (first["latency_p95_ms"], second["latency_p95_ms"]) == ("2.5", "")
    # The second original says another throughput than was published.
    assert second["tps"] == "900.0"
    assert differing(archive, bundle, tmp_path)[-1] == (
        "run t2: tps is 900.0 here, 901.0 in the original"
    )
    table.write_text("\n".join(before) + "\n")
    (tmp_path / "logs" / "t1.txt").write_bytes(report(500) + b"\n")
    assert add_figures(archive, bundle, tmp_path) == 0
    assert table.read_text().splitlines() == before


def test_originals_in_an_archive_are_read_there_and_both_digests_count(tmp_path: Path) -> None:
    archive, bundle = linked(tmp_path, 500, 900)
    packed = tmp_path / "logs.zip"
    with zipfile.ZipFile(packed, "w") as written:
        for name in ("t1.txt", "t2.txt"):
            written.write(tmp_path / "logs" / name, f"in/{name}")
    table = archive.results / bundle / "figures.csv"
    digest = hashlib.sha256(packed.read_bytes()).hexdigest()
    head, *rows = table.read_text().replace("logs/", "logs.zip!in/").splitlines()
    table.write_text("\n".join([f"{head},archive_sha256", *(f"{r},{digest}" for r in rows)]) + "\n")
    found = [f for f in verify(archive, bundle, tmp_path) if "original" in f.what]
    assert [(f.agrees, f.what) for f in found] == [
        (True, "1 of 1 original files have the SHA-256 recorded"),
        (True, "2 of 2 original files have the SHA-256 recorded"),
    ]
    with zipfile.ZipFile(packed, "w") as written:
        written.write(tmp_path / "logs" / "t1.txt", "in/t1.txt")
    told = differing(archive, bundle, tmp_path)
    assert any(what.startswith("original logs.zip: SHA-256") for what in told)
    assert "original logs.zip!in/t2.txt: not there" in told
    assert "1 of 2 original files have the SHA-256 recorded" in told
    packed.write_bytes(b"no archive")
    assert "0 of 2 original files have the SHA-256 recorded" in differing(archive, bundle, tmp_path)


def test_exit_codes_tell_agreement_difference_and_wrong_usage(
    archive: Archive, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (archive.root / "schema").mkdir()
    (archive.root / "schema" / "bundle-1.schema.json").write_text("{}")
    monkeypatch.chdir(archive.root)
    assert main(["verify", BUNDLE]) == 0
    assert capsys.readouterr().out.endswith("all that could be checked agrees\n")
    measured(archive, BUNDLE, 910)
    assert main(["verify", BUNDLE]) == 1
    assert main(["verify", "nobody"]) == 2


def archived(archive: Archive, at: Path, name: str = BUNDLE, **changed: bytes) -> Path:
    """A bundle as one file, some of its files with other bytes."""
    contents = {
        f.path: f.data for f in read_folder(archive.results / BUNDLE, BUNDLE).files.values()
    }
    path = at / "bundle.tar.gz"
    path.write_bytes(packed_bundle(name, contents | changed))
    return path


def test_a_published_archive_of_a_bundle_is_enough(archive: Archive, tmp_path: Path) -> None:
    path = archived(archive, tmp_path)
    assert differing(archive, str(path)) == []
    other = archived(archive, tmp_path, notes=b"not published")
    assert any("SWHID" in what for what in differing(archive, str(other)))


def test_what_describes_an_archive_is_no_part_of_the_bundle(
    archive: Archive, tmp_path: Path
) -> None:
    files = bytes_below(archive.results / BUNDLE)
    path = tmp_path / "bundle.tar.gz"
    path.write_bytes(packed_bundle(BUNDLE, files, {CRATE: b"{}"}))
    assert differing(archive, str(path)) == []
    path.write_bytes(packed_bundle(BUNDLE, {**files, CRATE: b"{}"}))
    assert any("SWHID" in what for what in differing(archive, str(path)))
    path.write_bytes(packed_bundle(BUNDLE, files, {"readme.json": b"{}"}))
    with pytest.raises(UsageError, match="does not hold one folder"):
        verify(archive, str(path))


def test_an_archive_of_an_earlier_revision_is_held_against_that_one(
    archive: Archive, work: Work, tmp_path: Path
) -> None:
    path = archived(archive, tmp_path)
    measured(archive, BUNDLE, 910)
    correct(archive, BUNDLE, "a misprint", work)
    commit(archive)
    assert differing(archive, str(path)) == []
    assert any("revision 1" in finding.what for finding in verify(archive, str(path)))


def test_what_is_no_archive_of_a_bundle_is_refused(archive: Archive, tmp_path: Path) -> None:
    path = tmp_path / "bundle.tar.gz"
    for data in (
        b"no archive",
        packed_bundle("../out", {"a": b""}),
        packed_bundle("A", {"a": b""}),
    ):
        path.write_bytes(data)
        with pytest.raises(UsageError, match="archive"):
            verify(archive, str(path))
