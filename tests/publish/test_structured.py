"""schema.org records: permanent addresses, the facts of the record, nothing empty."""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec.structs import replace
from works import BASE, BUNDLE, SWHID, whole

from derived_records import (
    client_record,
    published_file,
    result_record,
    run_record,
    server_record,
    workload_record,
)
from sysbench_archive.publish.citation import PURPOSE, catalog_record, dataset_record

ROOT = Path(__file__).parents[2]
RESULT = result_record(
    BUNDLE,
    submitted="2026-01-04",
    servers=[
        server_record("a", label="MySQL 8.0.36", product="mysql"),
        server_record("b", label="MariaDB 11.4.2", product="mariadb"),
    ],
    clients=[client_record(name, label="sysbench 1.0.20") for name in ("c", "d")],
    workloads=[workload_record(title="Read-only", test="oltp_read_only")],
    metrics=["tps", "queries"],
    runs=[run_record("t1"), run_record("t2")],
    files=[
        published_file("bundle.yaml", href=f"/results/{BUNDLE}/bundle.yaml.txt"),
        published_file("raw/t1.txt", href=f"/results/{BUNDLE}/raw/t1.txt"),
    ],
)


def test_a_dataset_states_what_is_known_of_a_bundle() -> None:
    record = dataset_record(RESULT, whole(), BASE)
    url = f"{BASE}/results/{BUNDLE}/"
    assert record["@type"] == "Dataset"
    assert record["@id"] == record["url"] == url
    assert record["identifier"] == [url, SWHID]
    assert record["license"] == "https://spdx.org/licenses/CC-BY-4.0.html"
    assert record["creator"] == [{"name": "Ada Example"}, {"name": "Bob of Example & Sons"}]
    assert (record["datePublished"], record["dateModified"]) == ("2026-01-04", "2026-01-05")
    assert record["keywords"] == ["MariaDB", "MySQL", "benchmark", "oltp_read_only", "sysbench"]
    assert record["measurementTechnique"] == ["sysbench 1.0.20"]
    assert record["variableMeasured"][0]["unitText"] == "1/s"
    assert "unitText" not in record["variableMeasured"][1]
    downloads = [download["contentUrl"] for download in record["distribution"]]
    assert downloads == [f"{BASE}/api/v1/bundles/{BUNDLE}.json", f"{url}bundle.yaml.txt"]
    assert "isBasedOn" not in record


def test_a_description_is_the_authors_own_where_it_says_enough() -> None:
    made = dataset_record(replace(RESULT, notes="Short."), whole(), BASE)["description"]
    assert made == (
        "2 sysbench runs of MySQL 8.0.36, MariaDB 11.4.2: Read-only, with their evidence. Short."
    )
    notes = "A long note.\n" * 6
    own = dataset_record(replace(RESULT, notes=notes), whole(), BASE)["description"]
    assert own == " ".join(notes.split())


def test_a_source_on_another_site_is_named() -> None:
    url = "https://source.example/post"
    assert dataset_record(replace(RESULT, source_url=url), whole(), BASE)["isBasedOn"] == url


def test_the_catalogue_counts_and_is_as_old_as_the_newest_row() -> None:
    record = catalog_record(runs=12, bundles=3, days=["2026-01-05", "2026-02-01"], base=BASE)
    assert record["description"].endswith("It holds 12 runs in 3 results.")
    assert record["dateModified"] == "2026-02-01"
    assert "dateModified" not in catalog_record(runs=0, bundles=0, days=[], base=BASE)


def test_the_archive_describes_itself_in_one_way() -> None:
    config = tomllib.loads((ROOT / "config.toml").read_text())
    assert config["params"]["description"] == PURPOSE
