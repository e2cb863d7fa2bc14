"""schema.org records: permanent addresses, the facts of the record, nothing empty."""

from __future__ import annotations

from msgspec.structs import replace
from works import BASE, BUNDLE, IMPRINT, ORCID, OWN, SWHID, whole

from derived_records import (
    client_record,
    published_file,
    result_record,
    run_record,
    server_record,
    workload_record,
)
from sysbench_archive.model.sources import DataTerms, SourceOfData
from sysbench_archive.publish.citation import archive_work
from sysbench_archive.publish.downloads import ApiDownload
from sysbench_archive.publish.structured import (
    catalog_record,
    dataset_record,
    runs_record,
    runs_work,
)

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


def taken(licence: str) -> DataTerms:
    source = SourceOfData(
        path="/sources/#logs",
        title="Logs",
        author="Bob Example",
        url="https://source.example/logs",
        licence=licence,
    )
    return DataTerms(
        licences=["CC0-1.0"],
        brief="CC0-1.0",
        covers="It covers this.",
        leaves="Not that.",
        sources=[source],
    )


def test_a_dataset_states_what_is_known_of_a_bundle() -> None:
    record = dataset_record(RESULT, whole(), OWN, IMPRINT)
    url = f"{BASE}/results/{BUNDLE}/"
    assert record["@type"] == "Dataset"
    assert record["@id"] == record["url"] == url
    assert record["identifier"] == [url, SWHID]
    assert record["license"] == ["https://spdx.org/licenses/CC-BY-4.0.html"]
    assert record["copyrightNotice"] == "It covers this."
    assert record["usageInfo"] == f"{BASE}/about/#text-licences"
    assert record["creator"] == [
        {"@type": "Organization", "name": "Bob of Example & Sons"},
        {
            "@type": "Person",
            "@id": f"https://orcid.org/{ORCID}",
            "name": "Ada Example",
            "givenName": "Ada",
            "familyName": "Example",
        },
    ]
    assert (record["datePublished"], record["dateModified"]) == ("2026-01-04", "2026-01-05")
    assert record["keywords"] == ["MariaDB", "MySQL", "benchmark", "oltp_read_only", "sysbench"]
    assert record["measurementTechnique"] == ["sysbench 1.0.20"]
    assert record["variableMeasured"][0]["unitText"] == "1/s"
    assert "unitText" not in record["variableMeasured"][1]
    downloads = [download["contentUrl"] for download in record["distribution"]]
    assert downloads == [f"{BASE}/api/v1/bundles/{BUNDLE}.json", f"{url}bundle.yaml.txt"]
    assert "isBasedOn" not in record


def test_a_description_is_the_authors_own_where_it_says_enough() -> None:
    made = dataset_record(replace(RESULT, notes="Short."), whole(), OWN, IMPRINT)["description"]
    assert made == (
        "2 sysbench runs of MySQL 8.0.36, MariaDB 11.4.2: Read-only, with their evidence. Short."
    )
    notes = "A long note.\n" * 6
    own = dataset_record(replace(RESULT, notes=notes), whole(), OWN, IMPRINT)["description"]
    assert own == " ".join(notes.split())


def test_a_description_names_some_servers_and_counts_the_rest() -> None:
    many = [server_record(f"s{n}", label=f"MySQL 8.0.{n}", product="mysql") for n in range(11)]
    made = dataset_record(replace(RESULT, servers=many), whole(), OWN, IMPRINT)["description"]
    assert "MySQL 8.0.6, MySQL 8.0.7 and 3 more: Read-only" in made
    fewer = dataset_record(replace(RESULT, servers=many[:8]), whole(), OWN, IMPRINT)["description"]
    assert "MySQL 8.0.6, MySQL 8.0.7: Read-only" in fewer


def test_a_source_is_named_with_its_author_and_its_licence_or_without_one() -> None:
    post = replace(RESULT, source_url="https://source.example/post")
    record = dataset_record(post, whole(), taken("Apache-2.0"), IMPRINT)
    assert record["copyrightNotice"] == "It covers this. Not that."
    assert record["isBasedOn"] == [
        {
            "@type": "CreativeWork",
            "name": "Logs",
            "url": "https://source.example/post",
            "creator": [{"@type": "Person", "name": "Bob Example"}],
            "license": "https://spdx.org/licenses/Apache-2.0.html",
            "usageInfo": f"{BASE}/sources/#logs",
        }
    ]
    for licence in ("none stated", "", "a licence of its own"):
        (source,) = dataset_record(RESULT, whole(), taken(licence), IMPRINT)["isBasedOn"]
        assert "license" not in source
        assert source["url"] == "https://source.example/logs"


def test_the_catalogue_counts_and_is_as_old_as_the_newest_row() -> None:
    work = archive_work(["2026-01-05", "2026-02-01"])
    record = catalog_record(work, taken(""), IMPRINT, runs=12, bundles=3)
    assert record["description"].endswith("It holds 12 runs in 3 results.")
    assert record["dateModified"] == "2026-02-01"
    assert record["creator"] == [{"@type": "Organization", "name": "Sysbench Archive maintainers"}]
    assert record["dataset"] == f"{BASE}/api/"
    assert record["license"] == ["https://spdx.org/licenses/CC0-1.0.html"]
    empty = catalog_record(archive_work([]), OWN, IMPRINT, runs=0, bundles=0)
    assert "dateModified" not in empty


def test_all_runs_are_a_dataset_with_their_files() -> None:
    download = ApiDownload(
        path="/downloads/runs.parquet",
        name="runs.parquet",
        media_type="application/vnd.apache.parquet",
        description="Every run.",
        bytes=1234,
        sha256="ab" * 32,
    )
    record = runs_record([download], runs_work(["2026-02-01"]), taken(""), IMPRINT)
    assert (record["@type"], record["@id"]) == ("Dataset", f"{BASE}/api/")
    assert record["includedInDataCatalog"] == {"@type": "DataCatalog", "@id": f"{BASE}/"}
    (file,) = record["distribution"]
    assert file["contentUrl"] == f"{BASE}/downloads/runs.parquet"
    assert (file["contentSize"], file["sha256"]) == ("1234 B", "ab" * 32)
    assert file["encodingFormat"] == "application/vnd.apache.parquet"
