"""The tables of the whole archive answer their questions, and agree with files of bundles that are
read by another way than the archive's own.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pytest

from shared_builds import made_once
from surveyed_archive import ARCHIVE, Surveyed
from sysbench_archive.build.archive import read_comparison_records
from sysbench_archive.build.write_lists import pairs_of
from sysbench_archive.build.write_open_data import archive_rows, write_tables
from sysbench_archive.derive.results import identified
from sysbench_archive.pages.questions import Question, answered_questions
from sysbench_archive.pages.release_lines import machine_lines, release_lines
from sysbench_archive.pages.sources import source_list
from sysbench_archive.pages.upgrades import upgrade_pages
from sysbench_archive.publish.output import Output, round_record
from sysbench_archive.publish.tables import DownloadTable
from sysbench_archive.tables import row_lines
from sysbench_archive.tables.bundles import bundle_document, bundle_rows
from sysbench_archive.tables.database import TABLES, open_tables, rows_path
from sysbench_archive.words.differences import difference_range
from written_tables import downloads

BASE = "https://archive.example"


@dataclass
class Tables:
    """Where the tables of the archive are, and what they answer."""

    folder: Path
    described: dict[str, DownloadTable]
    answers: dict[str, Question] = field(default_factory=dict)

    def ask(self, sql: str) -> list[tuple[Any, ...]]:
        """The rows of an answer."""
        with duckdb.connect(config={"file_search_path": str(self.folder)}) as connection:
            return connection.execute(sql).fetchall()


@pytest.fixture(scope="module")
def tables(surveyed: Surveyed, folder_of_run: Path) -> Tables:
    """Every bundle's rows and those of its own comparisons."""

    def make(folder: Path) -> Tables:
        return write_all(surveyed, folder)

    return made_once(folder_of_run, "whole-tables", make)


def write_all(surveyed: Surveyed, folder: Path) -> Tables:
    entries = [survey.entry for survey in surveyed.surveys if survey.entry]
    mentions = {survey.id: survey.source for survey in surveyed.surveys if survey.source}
    sources = source_list(surveyed.checked.sources, mentions, entries)
    output = Output(folder)
    cells = [cell for survey in surveyed.surveys for cell in survey.cells]
    output.bytes(rows_path("cells"), row_lines(cells))
    for outcome in surveyed.outcomes():
        assert outcome.result
        result = round_record(identified(outcome.result))
        document = bundle_document(result, BASE)
        for name, rows in bundle_rows(document, result, outcome.series, outcome.matrix).items():
            output.bytes(rows_path(name, result.id), row_lines(rows))
    recorded = read_comparison_records(ARCHIVE)[0]
    compared = [entry for survey in surveyed.surveys for entry in survey.comparisons]
    contrasts = [row for survey in surveyed.surveys for row in survey.contrasts]
    for name, own in archive_rows(
        sources.sources, mentions, surveyed.checked.records, recorded, compared, contrasts, BASE
    ).items():
        output.bytes(rows_path(name), row_lines(own))
    output.bytes(rows_path("lines"), row_lines(pairs_of(surveyed.surveys)))
    with open_tables(folder) as connection:
        described = {table.name: table for table in write_tables(output, connection)}
    made = downloads(folder)
    answers = {answer.id: answer for answer in answered_questions(made)}
    return Tables(made, described, answers)


def test_there_are_ten_questions_or_more_and_each_has_an_answer(tables: Tables) -> None:
    assert len(tables.answers) >= 10
    for name, question in tables.answers.items():
        assert question.rows, name
        assert question.title.endswith("?"), name
        assert "LIMIT" in question.sql, name
        assert "ORDER BY" in question.sql, name
        assert all(len(row) == len(question.columns) for row in question.rows), name


def rows_of(bundle: str, name: str) -> Iterator[dict[str, str]]:
    path = ARCHIVE.results / bundle / name
    if path.exists():
        yield from csv.DictReader(io.StringIO(path.read_text("utf-8"), newline=""))


BUNDLES = [folder.name for folder in ARCHIVE.bundles()]


def test_every_run_is_a_row_with_the_figures_of_its_file(tables: Tables) -> None:
    found = {
        (bundle, run): (p95, tps)
        for bundle, run, p95, tps in tables.ask(
            "SELECT bundle, run, latency_p95_ms, tps FROM 'runs.parquet'"
        )
    }
    looked_at = 0
    for bundle in BUNDLES:
        for row in rows_of(bundle, "figures.csv"):
            p95, tps = found[bundle, row["run"]]
            assert float(row.get("latency_p95_ms") or "nan") == p95 or p95 is None
            assert float(row.get("tps") or "nan") == tps or tps is None
            looked_at += 1
    assert looked_at > 20_000


def test_means_of_series_are_those_of_the_files(tables: Tables) -> None:
    found = tables.ask(
        "SELECT bundle, count(*), round(sum(tps), 1) FROM 'series.parquet'"
        " WHERE part = 'mean' GROUP BY bundle"
    )
    expected = {}
    for bundle in BUNDLES:
        means = [
            float(row["mean"]) for row in rows_of(bundle, "series.csv") if row["part"] == "mean"
        ]
        if means:
            expected[bundle] = (len(means), pytest.approx(sum(means), abs=0.2))
    assert {bundle: (count, total) for bundle, count, total in found} == expected


def test_every_interval_line_of_output_kept_here_is_a_row(tables: Tables) -> None:
    """As many as the evidence has lines that begin like one, and as much throughput."""
    found = tables.ask(
        "SELECT bundle, count(*), sum(tps) FROM 'series.parquet'"
        " WHERE part = 'interval' GROUP BY bundle"
    )
    expected = {}
    for bundle in BUNDLES:
        raw = sorted((ARCHIVE.results / bundle).glob("raw/**/*"))
        lines = [
            line
            for path in raw
            if path.is_file()
            for line in path.read_bytes().splitlines()
            if LINE.match(line)
        ]
        if lines:
            total = sum(float(LINE.match(line)[1]) for line in lines)  # type: ignore[index]
            expected[bundle] = (len(lines), pytest.approx(total, rel=1e-9))
    assert {bundle: (count, total) for bundle, count, total in found} == expected
    assert expected


LINE = re.compile(rb"\[ *\d+s ?\] th\w+: *\d+,? tps: ([\d.]+)")


AGAIN = """
SELECT bundle, workload, server, threads, metric, count(*) AS n,
    avg(ln(figure)) AS log_mean, var_samp(ln(figure)) AS log_variance
FROM (UNPIVOT (FROM 'runs.parquet' WHERE state = 'complete')
    ON tps, qps, events_per_s, rw_requests_per_s, connections_per_s, interval_tps_mean
    INTO NAME metric VALUE figure)
WHERE figure > 0 GROUP BY ALL
"""


def test_cells_are_their_runs_summed_up(tables: Tables) -> None:
    """Worked out again by one statement of SQL from the table of runs."""
    found = f"""
    SELECT cell.bundle, cell.workload, cell.server, cell.threads FROM 'cells.parquet' AS cell
    LEFT JOIN ({AGAIN}) AS again USING (bundle, workload, server, threads, metric)
    WHERE again.n IS DISTINCT FROM cell.n OR NOT abs(cell.log_mean - again.log_mean) < 1e-5
        OR (cell.log_variance IS NULL) <> (cell.n = 1)
        OR abs(cell.log_variance - again.log_variance) > 1e-4 * again.log_variance + 1e-9
    """
    assert tables.ask(found) == []
    ((cells, runs),) = tables.ask("SELECT count(*), sum(n) FROM 'cells.parquet'")
    assert cells > 18_000
    assert runs > 22_000


def test_who_wrote_a_source_is_apart_from_who_submitted_it(tables: Tables) -> None:
    found = tables.ask(
        "SELECT count(*) FILTER (source_id IS NULL), count(*) FILTER (source_author IS NOT NULL),"
        " count(*) FILTER (submitter IS NULL) FROM 'runs.parquet'"
    )
    ((own, with_author, nobody),) = found
    assert own > 1000
    assert with_author > 20_000
    assert nobody == 0
    assert tables.ask("SELECT count(*) FROM 'runs.parquet' WHERE report = 0") == [(0,)]


def test_revisions_are_the_rows_of_the_record(tables: Tables) -> None:
    """Read from the files, without what reads them for the tables."""
    rows = [
        json.loads(line)
        for file in sorted((ARCHIVE.root / "data" / "comparisons").glob("*.jsonl"))
        for line in file.read_text("utf-8").splitlines()
    ]
    known = {(row["comparison"], row["revision"]): row for row in rows}
    found = tables.ask(
        "SELECT comparison, revision, methodology, bundles, headline_ratio, verdicts_sha256, path"
        " FROM 'revisions.parquet'"
    )
    assert {(row[0], row[1]) for row in found} == known.keys()
    assert len(found) > 1_000
    for slug, number, methodology, bundles, ratio, digest, path in found:
        row = known[slug, number]
        assert (methodology, digest) == (row["methodology"], row["verdicts"])
        assert bundles == "; ".join(f"{name} {revision}" for name, revision, _ in row["bundles"])
        assert path == f"/comparisons/{slug}/revisions/{number}/"
        ratios = [each[1] for _, _, own in row["panels"] for verdict in own for each in verdict[3]]
        assert ratio is None if not ratios else ratio in ratios
        assert all(max(ratio, 1 / ratio) >= max(r, 1 / r) - 1e-9 for r in ratios if ratio)


def test_differences_are_those_of_the_comparisons(surveyed: Surveyed, tables: Tables) -> None:
    told = {
        (one.slug, panel.bundle.id, panel.workload.id, panel.metric.name, row.field, side.id)
        for outcome in surveyed.outcomes()
        for one in outcome.matrix
        for panel in one.panels
        for row in panel.comparability.rows
        for side in panel.sides
    }
    named = "comparison, bundle, workload, metric, field, server"
    found = tables.ask(f"SELECT {named} FROM 'differences.parquet'")
    assert len(found) > 100_000
    assert (set(found), len(found)) == (told, len(told))


WINDOWS = ["whole", "last-three-quarters", "last-half", "never"]


@pytest.mark.parametrize(
    ("table", "newer", "older", "runs"),
    [
        ("lines", "to_server", "from_server", "newer_runs, older_runs"),
        ("contrasts", "candidate_server", "baseline_server", "candidate_runs, baseline_runs"),
    ],
)
def test_ratios_are_those_of_runs_where_all_were_settled(
    tables: Tables, table: str, newer: str, older: str, runs: str
) -> None:
    """Worked out from the runs alone, each metric for itself; slices have ratios of rounds."""
    found = tables.ask(
        f"""
    WITH figures AS (UNPIVOT (SELECT bundle, run, server, workload, threads, held, host, settled,
            nullif(tps_last_three_quarters, 0) AS late, nullif(tps_last_half, 0) AS half, slices,
            tps, qps, connections_per_s, events_per_s, rw_requests_per_s, interval_tps_mean
        FROM 'runs.parquet' WHERE state = 'complete')
        ON tps, qps, connections_per_s, events_per_s, rw_requests_per_s, interval_tps_mean
        INTO NAME metric VALUE figure),
    means AS (SELECT bundle, server, workload, threads, metric, any_value(host) AS host,
            bool_or(held) AS held, count(slices) AS slices, count(*) AS n, list(settled) AS settled,
            avg(ln(figure)) AS whole,
            CASE WHEN count(late) FILTER (metric LIKE '%tps%') = count(*) THEN avg(ln(late)) END
                AS late,
            CASE WHEN count(half) FILTER (metric LIKE '%tps%') = count(*) THEN avg(ln(half)) END
                AS half
        FROM figures WHERE figure > 0 GROUP BY ALL)
    SELECT own.settled, list_concat(newer.settled, older.settled), own.ratio, own.whole_ratio,
        exp(newer.whole - older.whole), exp(newer.late - older.late),
        exp(newer.half - older.half), newer.held OR older.held OR newer.host <> older.host,
        newer.slices, ({runs}) = (newer.n, older.n)
    FROM '{table}.parquet' AS own
    JOIN means AS newer ON newer.server = {newer} AND newer.bundle = own.bundle
        AND newer.workload = own.workload AND newer.threads = own.threads
        AND newer.metric = own.metric
    JOIN means AS older ON older.server = {older} AND older.bundle = own.bundle
        AND older.workload = own.workload AND older.threads = own.threads
        AND older.metric = own.metric
    """
    )
    seen = set()
    assert len(found) > 10_000
    for settled, needed, told, told_whole, whole, late, half, unfit, slices, counts in found:
        window = max(filter(None, needed), key=WINDOWS.index, default="whole")
        over = {"whole": whole, "last-three-quarters": late, "last-half": half}.get(window)
        assert settled == ("never" if over is None else window)
        seen.add(settled)
        if not slices:
            # Means of interval lines are published with nine digits, contrasts with five decimals.
            near = 6e-6 if table == "contrasts" else 0
            assert (told, told_whole) == pytest.approx((over or whole, whole), rel=1e-8, abs=near)
            assert counts
        if table == "lines":
            assert not unfit
    assert seen == {*WINDOWS[: 3 + (table == "contrasts")]}
    if table == "lines":
        assert (len(found),) in tables.ask("SELECT count(*) FROM 'lines.parquet'")


def test_a_line_says_what_a_direct_contrast_says(tables: Tables) -> None:
    """Of slices too, whose rounds are paired."""
    both = tables.ask(
        "SELECT line.method, line.ratio, direct.ratio FROM 'lines.parquet' AS line"
        " JOIN 'contrasts.parquet' AS direct"
        " ON direct.bundle = line.bundle AND direct.workload = line.workload"
        " AND direct.threads = line.threads AND direct.metric = line.metric"
        " AND direct.baseline_server = line.from_server"
        " AND direct.candidate_server = line.to_server"
    )
    assert {method for method, *_ in both} == {"runs", "slices"}
    for _, line, direct in both:
        # Contrasts are published with five decimals.
        assert line == pytest.approx(direct, abs=6e-6)


def test_a_cell_has_one_residency_and_it_is_that_of_its_sizes(tables: Tables) -> None:
    """Worked out again from the pool among the settings and the rows among the workloads."""
    found = tables.ask(
        "SELECT cell.residency, max(run.derived_residency), count(DISTINCT run.derived_residency),"
        " any_value(pool.value), any_value(coalesce(work.dataset_size_mib,"
        " work.tables * work.table_size * 240 / 1048576))"
        " FROM 'cells.parquet' AS cell JOIN 'runs.parquet' AS run"
        " USING (bundle, workload, server, threads)"
        " JOIN 'workloads.parquet' AS work USING (bundle, workload)"
        " LEFT JOIN (FROM 'settings.parquet' WHERE origin = 'option'"
        " AND name = 'innodb_buffer_pool_size') AS pool USING (bundle, server)"
        " GROUP BY cell.bundle, workload, server, threads, cell.residency"
    )
    units = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}
    known = 0
    for residency, of_runs, kinds, pool, data in found:
        assert of_runs == residency
        assert kinds == (residency is not None)
        size = re.fullmatch(r"([0-9]+)([KMGT]?)", str(pool).upper())
        share = data / (int(size[1]) * units[size[2]] / 2**20) if size and data else None
        limits = {"fits": 0.85, "about": 1.25, "to-three-times": 3.0, "beyond": float("inf")}
        fitting = (name for name, most in limits.items() if share is not None and share <= most)
        expected = next(fitting, None)
        assert residency == expected
        known += residency is not None
    assert known > 5_000
    assert tables.ask(
        "SELECT count(*) FROM 'lines.parquet' AS line JOIN 'cells.parquet' AS cell"
        " USING (bundle, workload, threads) WHERE cell.server IN (from_server, to_server)"
        " AND (line.residency IS DISTINCT FROM cell.residency"
        " OR line.method <> cell.method OR line.regime IS DISTINCT FROM cell.regime"
        " OR line.pool_mib IS DISTINCT FROM cell.pool_mib OR line.host <> cell.host)"
    ) == [(0,)]


def test_twins_are_those_of_the_cells(tables: Tables) -> None:
    """A twin of the same series under the same conditions, held or not, found without the query of
    lines, where all were settled for the whole run.
    """
    place = "bundle, workload, threads, host, client, regime, pool_mib, engine, method"
    cells: dict[tuple[Any, ...], dict[str, tuple[str, bool, float]]] = {}
    places: dict[tuple[Any, ...], tuple[Any, ...]] = {}
    logs: dict[tuple[Any, ...], float] = {}
    for server, product, series, is_whole, log, *where in tables.ask(
        "SELECT server, product, series, settled IS NULL OR settled = 'whole', log_mean,"
        f" {place} FROM 'cells.parquet'"
        " WHERE alone AND variant IS NULL"
        " AND product IN ('mysql', 'percona-server', 'mariadb')"
        " ORDER BY maturity = 'ga' NULLS FIRST,"
        " regexp_extract_all(version, '[0-9]{1,9}')::BIGINT[], version, server DESC"
    ):
        cells.setdefault(tuple(where), {})[f"{product} {series}"] = (server, is_whole, log)
        places[*where[:3], server] = tuple(where)
        if is_whole:
            logs[*where[:3], server] = log
    other = {"mysql": "percona-server", "percona-server": "mysql", "mariadb": ""}
    judged = {"both": 0, "newer": 0}
    for *key, start, end, product, first, to_product, last, method, twin in tables.ask(
        "SELECT bundle, workload, threads, from_server, to_server, product, from_series,"
        " to_product, to_series, method, twin FROM 'lines.parquet'"
    ):
        own = cells[places[*key, start]]
        base, tip = own.get(f"{other[product]} {first}"), own.get(f"{other[to_product]} {last}")
        needed = [start, end, *(each[0] for each in (base, tip) if each)]
        if method == "slices" or not all((*key, server) in logs for server in needed):
            continue
        if first == last or not (base or tip):
            assert twin is None
            continue
        step = logs[*key, end] - logs[*key, start]
        its = (tip[2] if tip else logs[*key, end]) - (base[2] if base else logs[*key, start])
        is_apart = base is not None and abs(base[2] - logs[*key, start]) > abs(step)
        expected = "disagrees" if step * its < 0 or is_apart else "agrees"
        assert twin == expected, (key, start, end)
        judged["both" if base else "newer"] += 1
    assert judged["both"] > 1_000
    assert judged["newer"] > 500


FACTS = ", ".join(
    f"'{name}': {name}"
    for name in (
        *("author", "kind", "machine_label", "cpu_model", "microarchitecture", "cores"),
        "hardware_threads",
        "memory_mib",
    )
)


def certain_machines(hosts: list[dict[str, Any]]) -> int:
    """As many as contradict all others that were counted, those first of which most is recorded."""

    def words(text: str) -> set[str]:
        return set(re.sub(r"\(\w+\)|@.*|CPU|Processor|\d+-Core", " ", text).lower().split())

    def differ(name: str, one: Any, other: Any) -> bool:
        if name == "memory_mib":
            return bool(min(one, other) < 0.9 * max(one, other))
        if name in ("machine_label", "cpu_model"):
            return not words(one) <= words(other) and not words(other) <= words(one)
        return bool(one != other)

    counted: list[dict[str, Any]] = []
    for host in sorted(hosts, key=lambda host: -sum(map(bool, host.values()))):
        if all(
            any(own and host[name] and differ(name, own, host[name]) for name, own in other.items())
            for other in counted
        ):
            counted.append(host)
    return len(counted)


def test_sentences_of_upgrades_cover_every_machine_and_nothing_that_may_not_speak(
    surveyed: Surveyed, tables: Tables
) -> None:
    """The range of each page is worked out again from the lines alone."""
    told = {
        page.upgrade: (page.range, page.sentence)
        for page in upgrade_pages(pairs_of(surveyed.surveys))
        if page.path == f"/upgrades/{page.upgrade}/"
    }
    found = tables.ask(
        "WITH line AS (SELECT *, concat_ws('-', product, from_series, 'to', to_product, to_series)"
        " AS upgrade, CASE WHEN threads = 1 THEN 0 WHEN cpus IS NULL THEN 4"
        " WHEN threads / cpus < 0.5 THEN 1 WHEN threads / cpus <= 2 THEN 2 ELSE 3 END AS clients"
        " FROM 'lines.parquet')"
        f" SELECT upgrade, list(DISTINCT {{{FACTS}}}), count(*), min(ratio), max(ratio)"
        " FROM line WHERE general AND twin IS DISTINCT FROM 'disagrees' AND residency IS NOT NULL"
        " GROUP BY upgrade, load, clients, residency HAVING bool_and(repeated IS NOT false)"
    )
    best: dict[str, tuple[int, int]] = {}
    ranges: dict[str, set[str]] = {}
    for upgrade, hosts, count, low, high in found:
        machines = certain_machines(hosts)
        if (machines, count) > best.get(upgrade, (0, 0)):
            best[upgrade], ranges[upgrade] = (machines, count), set()
        if (machines, count) == best[upgrade]:
            ranges[upgrade].add(difference_range(low, high))
    assert {name for name, (_, sentence) in told.items() if sentence} == ranges.keys()
    for name, texts in ranges.items():
        text, sentence = told[name]
        assert text in texts, name
        number = best[name][0]
        machines = "one machine" if number == 1 else f"{number} machines that ran both"
        assert text in sentence
        assert f" on {machines}, with " in sentence
        # A middle is told of five machines and more, all on one side of none.
        assert "as a rule" not in sentence or number >= 5
    assert len(ranges) > 50


def test_lines_of_machines_are_rows_of_one_machine(surveyed: Surveyed, tables: Tables) -> None:
    pairs = pairs_of(surveyed.surveys)
    drawn = machine_lines(pairs, "mysql", "5.6")
    told = {
        (line.first.bundle, line.first.workload, line.first.threads, line.steps[-1].to_server)
        for line in drawn
    }
    found = tables.ask(
        "WITH line AS (FROM 'lines.parquet' WHERE product = 'mysql' AND to_product = 'mysql')"
        " SELECT line.bundle, workload, threads, arg_max(to_server,"
        " regexp_extract_all(to_series, '[0-9]+')::INT[]), count(DISTINCT machine) FROM line"
        " WHERE from_series = '5.6' GROUP BY bundle, workload, threads, from_server"
        " HAVING count(*) FILTER (general) + (SELECT count(*) FROM line AS older WHERE"
        " older.general AND older.bundle = line.bundle AND older.workload = line.workload"
        " AND older.threads = line.threads AND older.to_server = line.from_server) >= 2"
    )
    assert {machines for *_, machines in found} == {1}
    assert {tuple(row) for *row, _ in found} == told
    assert len(told) > 500
    titles = {survey.id: survey.id for survey in surveyed.surveys}
    products = release_lines(pairs, titles).products
    charts = [chart for own in products for view in own.views for chart in view.charts]
    assert len(charts) == 28
    for chart in charts:
        assert sum(point.general for point in chart.points) >= 2


def test_the_record_is_that_of_its_files(tables: Tables) -> None:
    files = (ARCHIVE.root / "data" / "ledger").glob("*.csv")
    told = [
        (path.stem, row)
        for path in files
        for row in csv.DictReader(path.open(encoding="utf-8", newline=""))
    ]
    found = tables.ask("SELECT bundle, revision::VARCHAR, status, swhid FROM 'ledger.parquet'")
    expected = [(name, *map(row.get, ("revision", "status", "swhid"))) for name, row in told]
    assert sorted(found) == sorted(expected)


def test_no_two_rows_have_one_key_and_no_text_is_empty(tables: Tables) -> None:
    for table in TABLES.values():
        file = f"'{table.name}.parquet'"
        if table.key:
            counted = f"SELECT count(*), count(DISTINCT ({', '.join(table.key)})) FROM {file}"
            ((rows, keys),) = tables.ask(counted)
            assert rows == keys, table.name
        texts = tables.ask(
            f"SELECT column_name FROM (DESCRIBE FROM {file}) WHERE column_type = 'VARCHAR'"
        )
        for (name,) in texts:
            if (table.name, name) == ("differences", "status"):
                continue
            empty = tables.ask(f"SELECT count(*) FROM {file} WHERE {name} IN ('', 'unrecorded')")
            assert empty == [(0,)], (table.name, name)


KINDS = {
    "point": "oltp-point-select oltp-point-select-0-4-12-5 point-query point-query-pre"
    " point-query-range100 point-select-before point-selects-1000 oltp-simple select",
    "point-list": "hot-points hot-points-range100 random-points-range1000 select-random-points"
    " inlist-before inlist-hotspot-after points-covered-pk-range100 points-notcovered-si-range100",
    "range": "select-random-ranges range-simple-before range-sum-after range-order-before"
    " range-distinct-after range-covered-pk-range100 range-notcovered-si-range100"
    " read-only-count-range1000 distinct-ranges-utf8-general-ci",
    "scan": "scan-range100 scan-warm-range100",
    "read-only": "oltp oltp-read-only oltp-read-only-long read-only read-only-range10"
    " read-only-range10000 read-only-distinct-range1000 read-only-sum-range1000 range-all-after",
    "read-write": "oltp-read-write oltp-read-write-22 oltp-read-write-80 complex-read-write"
    " read-write-range100 read-write-range-1000 oltp-read-write-1x200000",
    "update-index": "update-index update-index-range100 update-index-multi update-index-single",
    "update-non-index": "update-non-index update-nonindex update-nonindex-range100 update-one"
    " update-zipf-range100 update-inlist inlist-update-hotspot update-no-index-single",
    "insert": "insert oltp-insert insert-range100 replace-multi",
    "delete": "delete delete-range100",
    "delete-insert": "insert-delete-single insert-delete-multi",
    "write": "oltp-write-only oltp-write-only-100 write-only-range10000 write-all"
    " write-all-in-transactions",
    "connect": "connect connect-no-grant-tables connect-table-grant",
    "tpcc": "tpcc tpcc-1-sets tpcc-10-sets",
    "sequence": "auto-increment native emulated-in-function-transactions native-as-default",
}
"""Kind of load to workloads of it, by hand: after their sources, not after the program."""


def test_every_name_is_one_kind_of_load_and_hardly_any_is_none(tables: Tables) -> None:
    found = tables.ask("SELECT workload, load, sum(n) FROM 'cells.parquet' GROUP BY ALL")
    runs = dict(tables.ask("SELECT load, count(*) FROM 'runs.parquet' GROUP BY ALL"))
    assert runs.get("other", 0) <= 0.02 * sum(runs.values())
    kinds = {workload: load for workload, load, _ in found}
    assert len(kinds) == len(found)
    labelled = {name: load for load, names in KINDS.items() for name in names.split()}
    assert len(labelled) >= 60
    assert {name: kinds[name] for name in labelled} == labelled


def test_what_sysbench_counted_agrees_with_kinds_of_load(tables: Tables) -> None:
    """Loads that only read wrote nothing, and the others that are no mix read nothing."""
    read, wrote = (
        {
            load
            for (load,) in tables.ask(
                f"SELECT DISTINCT load FROM 'runs.parquet' WHERE {figure} > 0"
            )
        }
        for figure in ("reads", "writes")
    )
    assert read <= {"point", "point-list", "range", "scan", "read-only", "read-write", "tpcc"} | {
        "connect"
    }
    assert not wrote & {"point", "point-list", "range", "scan", "read-only", "connect"}
