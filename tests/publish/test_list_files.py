"""Lists say who measured what on what; a browser gets the same rows, and who used which setting."""

from __future__ import annotations

from msgspec import to_builtins
from msgspec.structs import replace
from test_search import COMPARISON, MACHINE, RESULT

from contracts import faults_of
from sysbench_archive.model.base import ListedServer
from sysbench_archive.pages.listing import ListTable, list_files, list_table, result_years
from sysbench_archive.pages.settings import setting_uses

NEWER = ListedServer(label="MySQL 9.5.0", product="mysql", version="9.5.0", series="9.5")
BARE = replace(
    MACHINE,
    title="Nothing known",
    text="",
    cores=None,
    memory=None,
    storage=[],
    names=["Nothing known"],
)
LARGE = replace(
    MACHINE,
    title="Large",
    text="64 cores",
    cores=64,
    memory=None,
    runs=3,
    servers=[NEWER],
    threads=[4, 8],
)
OTHER = replace(
    RESULT,
    id="2025-01-b",
    path="/results/2025-01-b/",
    servers=[*RESULT.servers, NEWER],
    machines=[BARE, LARGE],
    threads=[4],
    settings={"sync_binlog": ["1"]},
)


def both() -> ListTable:
    compared = [replace(COMPARISON, bundles=[RESULT.id], summary="It is faster.")]
    return list_table([RESULT, OTHER], compared, compared, {})


def test_a_row_says_who_what_where_and_the_finding() -> None:
    row, other = both().results.rows
    assert (row.by, row.year, row.machine) == ("A. Author", "2026", "8 cores, 32 GB, NVMe")
    assert (row.servers, row.loads) == ("MySQL 8.0", "OLTP read-only")
    assert row.threads == "1 to 64 threads"
    assert row.finding == "It is faster."
    assert other.servers == "MySQL 8.0 to 9.5"
    assert (other.threads, other.finding, other.machine) == ("4 threads", "", "64 cores")


def test_a_comparison_has_the_machines_and_authors_of_its_bundles() -> None:
    (row,) = both().comparisons.rows
    assert (row.by, row.machine, row.bundles) == ("A. Author", "8 cores, 32 GB, NVMe", [RESULT.id])
    assert (row.storage, row.cores, row.load) == (["nvme"], [8], ["read-only"])


def test_machines_come_by_cores_and_those_nobody_described_last() -> None:
    rows = both().machines.rows
    assert [row.title for row in rows] == ["Machine", "Large", "Nothing known"]
    assert [row.group for row in rows] == ["5 to 8 cores", "33 to 64 cores", ""]


def test_of_many_machines_two_are_named_and_none_twice() -> None:
    texts = ("2 cores", "", "2 cores", "4 cores", "8 cores")
    many = replace(RESULT, machines=[replace(MACHINE, text=text) for text in texts])
    assert list_table([many], [], [], {}).results.rows[0].machine == "2 cores; 4 cores; 1 more"


def test_a_machine_has_what_ran_on_it_and_not_on_others_of_its_result() -> None:
    row = next(row for row in both().machines.rows if row.title == "Large")
    assert (row.runs, row.servers, row.threads) == (3, "MySQL 9.5", "4 to 8 threads")
    assert (row.series, row.product, row.loads) == (["mysql-9.5"], ["mysql"], "OLTP read-only")


def test_the_same_machine_is_one_row_with_all_its_results() -> None:
    table = list_table([RESULT, replace(OTHER, machines=[MACHINE])], [], [], {})
    (row,) = table.machines.rows
    assert row.bundles == [RESULT.id, OTHER.id]
    assert row.finding == "A result; 1 more result"
    assert row.runs == 2


def test_facets_leave_out_what_all_share() -> None:
    facets = {facet.name: facet for facet in both().results.facets}
    assert "product" not in facets, "every result has the same"
    cores = [(v.value, v.label) for v in facets["cores"].values]
    assert cores == [("8", "5 to 8 cores"), ("64", "33 to 64 cores")]
    assert [value.label for value in facets["series"].values] == ["MySQL 9.5", "MySQL 8.0"]


def test_a_browser_gets_every_row_in_pieces() -> None:
    files = dict(list_files(both()))
    index = to_builtins(files["static/lists/machines.json"])
    assert index["rows"] == 3
    assert [part["name"] for part in index["near"]] == ["cores", "memory", "storage"]
    piece = to_builtins(files["static/lists/results-0.json"])
    assert [row["runs"] for row in piece["rows"]] == [1, 1]
    for path, record in files.items():
        name = "list_piece" if path.endswith("-0.json") else "list_index"
        assert faults_of(to_builtins(record), "derived", name) == []


def test_who_used_which_setting_is_told_by_value() -> None:
    other = replace(RESULT, id="c", settings={"x": ["1", "2"]})
    paths = {"x": "/settings/x/", "y": "/settings/y/"}
    uses = setting_uses([replace(RESULT, id="b"), replace(RESULT, id="a"), other], paths)
    assert uses.bundles == ["a", "b", "c"]
    assert uses.paths == {"x": "/settings/x/"}
    assert uses.settings == {
        "innodb_flush_log_at_trx_commit": {"2": [0, 1]},
        "x": {"1": [2], "2": [2]},
    }
    assert faults_of(to_builtins(uses), "derived", "setting_uses") == []


def test_years_of_results_have_pages_and_the_newest_stand_on_the_list() -> None:
    (row, _) = both().results.rows
    counts = {"2026": 60, "2025": 40, "2024": 1, "2012": 3}
    rows = [replace(row, year=year) for year, count in counts.items() for _ in range(count)]
    years = result_years(rows)
    assert {year.year: year.rows for year in years} == counts
    assert [year.on_list for year in years] == [True, True, False, False]
    assert years[-1].path == "/results/2012/"


def test_a_newest_year_of_many_results_stands_on_the_list() -> None:
    (row, _) = both().results.rows
    years = result_years([replace(row, year="2026")] * 101 + [replace(row, year="2025")])
    assert [year.on_list for year in years] == [True, False]
