"""What describes a bundle's archive is read by the library of RO-Crate, and names what is in it."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rocrate.rocrate import ROCrate
from works import BASE, BUNDLE, IMPRINT, SWHID, whole

from derived_records import result_record, run_record, server_record
from sysbench_archive.derive.runs import CRATE
from sysbench_archive.model.sources import DataTerms, SourceOfData
from sysbench_archive.publish.bundle_archive import packed_bundle
from sysbench_archive.publish.crate import crate_of
from sysbench_archive.publish.structured import dataset_record

FILES = {
    "raw/t1.txt": b"sysbench 1.0.20\n",
    "bundle.yaml": b"schema: 1\n",
    "figures.csv": b"run\nt1\n",
    "config/a.variables.tsv": b"a\tb\n",
}
RESULT = result_record(
    BUNDLE,
    submitted="2026-01-04",
    servers=[server_record("a", label="MySQL 8.0.36", product="mysql")],
    metrics=["tps", "queries"],
    runs=[run_record("t1")],
)
TERMS = DataTerms(
    licences=["CC-BY-4.0"],
    brief="CC-BY-4.0",
    covers="It covers this.",
    leaves="",
    sources=[
        SourceOfData(
            path="/sources/#logs",
            title="Logs",
            author="Bob Example",
            url="https://source.example/logs",
            licence="MIT",
        )
    ],
)


def described() -> dict[str, bytes]:
    return crate_of(BUNDLE, dataset_record(RESULT, whole(), TERMS, IMPRINT), FILES)


@pytest.fixture
def crate(tmp_path: Path) -> ROCrate:
    """The archive as a reader unpacks it."""
    packed = io.BytesIO(packed_bundle(BUNDLE, FILES, described()))
    with tarfile.open(fileobj=packed) as archive:
        # Python 3.11.2, which Debian 12 has, does not know the filters of `extractall`.
        for member in filter(tarfile.TarInfo.isfile, archive):
            path = tmp_path / member.name
            path.parent.mkdir(parents=True, exist_ok=True)
            file = archive.extractfile(member)
            assert file
            path.write_bytes(file.read())
    return ROCrate(tmp_path)


def test_every_file_of_the_archive_is_named_with_its_media_type(
    crate: ROCrate, tmp_path: Path
) -> None:
    there = {str(p.relative_to(tmp_path)): p for p in tmp_path.rglob("*") if p.is_file()}
    assert there.pop(CRATE)
    found = {entity.id: entity for entity in crate.data_entities}
    assert found.keys() == there.keys()
    for name, path in there.items():
        assert found[name]["contentSize"] == str(path.stat().st_size)
    assert {name.rpartition("/")[2]: found[name]["encodingFormat"] for name in found} == {
        "t1.txt": "text/plain",
        "bundle.yaml": "application/yaml",
        "figures.csv": "text/csv",
        "a.variables.tsv": "text/tab-separated-values",
    }


def test_it_says_whose_work_it_is_under_what_licence_from_where(crate: ROCrate) -> None:
    root = crate.root_dataset
    page = f"{BASE}/results/{BUNDLE}/"
    assert (root["name"], root["url"]) == (whole().title, page)
    assert root["identifier"] == [page, SWHID]
    assert root["version"] == "1"
    assert str(root["datePublished"])[:10] == "2026-01-04"
    assert [author["name"] for author in root["author"]] == list(whole().names())
    assert {author.type for author in root["author"]} == {"Organization", "Person"}
    (licence,) = root["license"]
    assert licence["url"] == "https://spdx.org/licenses/CC-BY-4.0.html"
    (source,) = root["isBasedOn"]
    assert (source["name"], source["creator"][0]["name"]) == ("Logs", "Bob Example")
    assert root["publisher"]["name"] == "Sysbench Archive"
    assert [metric["name"] for metric in root["variableMeasured"]]


def test_every_reference_leads_to_an_entity_and_no_entity_nests_another() -> None:
    graph = msgspec.json.decode(described()[CRATE])["@graph"]
    ids = [entity["@id"] for entity in graph]
    assert len(set(ids)) == len(ids)

    def references(value: Any) -> list[str]:
        if isinstance(value, dict):
            assert list(value) == ["@id"]
            return [value["@id"]]
        return [name for each in value for name in references(each)] if type(value) is list else []

    named = [name for entity in graph for value in entity.values() for name in references(value)]
    assert [name for name in named if name not in ids and not name.startswith("https://w3id")] == []


def test_the_same_bundle_is_described_by_the_same_bytes() -> None:
    record = dataset_record(RESULT, whole(), TERMS, IMPRINT)
    assert described() == crate_of(BUNDLE, record, dict(reversed(FILES.items())))
