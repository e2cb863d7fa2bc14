"""Names typed, servers given, differences shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from records import fact, original, result, server, workload

from derived_records import plain
from sysbench_archive.capture.opening import Gathered
from sysbench_archive.capture.plan import Access, Plan, RefusalError, ServerPlan, sound
from sysbench_archive.model.bundle import Facts
from sysbench_archive.model.reproduction import (
    RepeatedRatio,
    ReproductionRecord,
    ReproductionRow,
)
from sysbench_archive.reproduction.differences import (
    differences_here,
    outcome_text,
    unmatched_text,
)
from sysbench_archive.reproduction.planning import (
    assigned,
    plan_like,
    server_of,
    with_distinct_ids,
)
from sysbench_archive.reproduction.published import Target, target_of

FOUND = result({"old": {4: [100, 110]}, "new": {4: [121, 132]}})
ORIGINAL = original(FOUND)
BASE = Plan((), (), (), 1, 1, 1, 1, 7)
AGAIN = plan_like(ORIGINAL, BASE, "1.0.20")


def server_words(words: list[str], access: Access) -> list[ServerPlan]:
    return [server_of(word, access) for word in words]


def looked_at(server: Facts, host: Facts, client: Facts) -> Gathered:
    entry = server | {"stands_for": "old"}
    rest = {"attachments": [], "files": {}, "pool_bytes": "", "connections": 151}
    return Gathered(entry, [dict(host)], dict(client), **rest)


@pytest.mark.parametrize(
    ("words", "paths", "site"),
    [
        (["a-b"], ("/comparisons/a-b/",), ""),
        (["b--w"], ("/comparisons/b--w/",), ""),
        (["/comparisons/a/"], ("/comparisons/a/",), ""),
        (["b/r", "b/q"], ("/results/b/r/", "/results/b/q/"), ""),
        (["https://x.org/comparisons/a/"], ("/comparisons/a/",), "https://x.org"),
        (["http://x.org/y/z/comparisons/a"], ("/comparisons/a/",), "http://x.org/y/z"),
        (["https://x.org/results/b/r/index.html", "b/q"],
         ("/results/b/r/", "/results/b/q/"), "https://x.org"),
    ],
)  # fmt: skip
def test_a_name_has_several_forms(words: list[str], paths: tuple[str, ...], site: str) -> None:
    assert target_of(words, None) == Target(paths, site)


@pytest.mark.parametrize(
    "words",
    [
        ["a b"], ["../x"], ["a", "b"], ["b/r"], ["b/r", "b/r"], ["b/r", "c"], ["file:///comparisons/a/"],
        ["https://u:p@x.org/comparisons/a/"], ["ftp://x.org/comparisons/a/"], ["https://x.org/results/b/"],
        ["https://x.org/comparisons/a/", "https://y.org/comparisons/b/"], ["https://x.org/?/comparisons/a/"],
    ],
)  # fmt: skip
def test_what_names_nothing_is_refused(words: list[str]) -> None:
    with pytest.raises(RefusalError):
        target_of(words, None)


@given(st.text(max_size=60))
def test_any_text_is_a_target_or_a_refusal(word: str) -> None:
    try:
        paths = target_of([word], None).paths
    except RefusalError:
        return
    assert all(path.startswith("/comparisons/") and ".." not in path for path in paths)


def test_servers_take_their_sides() -> None:
    given_words = ["candidate=127.0.0.1:3307", "baseline=/run/s"]
    servers = assigned(ORIGINAL, server_words(given_words, Access(user="u")))
    assert [s.stands_for for s in servers] == ["old", "new"]
    assert [s.access.place for s in servers] == ["/run/s", "127.0.0.1:3307"]
    unnamed = [ServerPlan(Access(socket="/a")), ServerPlan(Access(socket="/b"))]
    assert [s.stands_for for s in assigned(ORIGINAL, unnamed)] == ["old", "new"]


@pytest.mark.parametrize(
    "words", [["old=/a"], ["new=/a", "candidate=/b"], ["old=/a", "other=/b"], ["new=/a"]]
)
def test_servers_that_do_not_fit_are_refused(words: list[str]) -> None:
    with pytest.raises(RefusalError, match=r"do not fit|no such side"):
        assigned(ORIGINAL, server_words(words, Access()))


def test_servers_beyond_the_sides_are_refused() -> None:
    servers = [ServerPlan(Access(socket=f"/{name}")) for name in "abc"]
    with pytest.raises(RefusalError, match="do not fit"):
        assigned(ORIGINAL, servers)


def test_another_script_filed_under_the_same_test_is_a_difference() -> None:
    reconnecting = structs.replace(workload("connect"), script="oltp_point_select")
    other = original(structs.replace(FOUND, workloads=[reconnecting]))
    again = plan_like(other, BASE, "1.0.20")
    found = {d.field: (d.theirs, d.yours) for d in differences_here(other, again, "1.0.20", [])}
    assert found["Test"] == ("oltp_point_select", "connect")


@pytest.mark.parametrize(
    "value", ["$(reboot)", "uniform;reboot", "--mysql-host=x", "a b", "/etc/passwd", -1, ""]
)
def test_no_value_of_a_bundle_becomes_a_word_of_a_command(value: str | int) -> None:
    other = workload(rand_type=value, table_size=value, time=value)
    settings = plan_like(original(structs.replace(FOUND, workloads=[other])), BASE, "1.0.20")
    assert settings.workloads[0].options == ()
    assert (settings.table_size, settings.seconds) == (100_000, 30)


@pytest.mark.parametrize("test", ["/tmp/evil.lua", "fileio", "", "oltp_read_only run; reboot"])
def test_a_workload_that_is_no_test_is_refused(test: str) -> None:
    other = original(structs.replace(FOUND, workloads=[workload(test)]))
    with pytest.raises(RefusalError, match="no test capture can run"):
        plan_like(other, BASE, "1.0.20")
    assert plan_like(other, BASE, "1.0.20", "oltp_read_only").workloads


def test_options_and_sizes_are_taken_over() -> None:
    other = workload(rand_type="uniform", skip_trx=True, auto_inc=False)
    settings = plan_like(original(structs.replace(FOUND, workloads=[other])), BASE, "1.0.20")
    assert settings.workloads[0].options == ("--rand-type=uniform", "--skip-trx=on")
    assert (settings.tables, settings.table_size, settings.seconds) == (8, 5000, 60)
    assert (settings.threads, settings.repetitions) == ((4,), 3)


def test_a_run_at_a_rate_is_refused() -> None:
    with pytest.raises(RefusalError, match="hides throughput"):
        plan_like(original(structs.replace(FOUND, workloads=[workload(rate=100)])), BASE, "1.0.20")


@pytest.mark.parametrize("word", ["old", "old=", "=/a", "old=host", "old=host:x", "old=:1"])
def test_a_place_is_a_socket_or_a_host_with_port(word: str) -> None:
    with pytest.raises(RefusalError, match="not a side and its place"):
        server_words([word], Access())


def test_the_same_server_as_two_sides_is_told_apart() -> None:
    servers = assigned(ORIGINAL, server_words(["old=/a", "new=/a"], Access()))
    named = with_distinct_ids(servers, ["mysql-5-6", "mysql-5-6"])
    assert [s.variant for s in named] == ["as-old", "as-new"]
    assert [s.variant for s in with_distinct_ids(servers, ["a", "b"])] == [None, None]


def test_a_number_that_is_not_possible_is_no_published_number() -> None:
    servers = assigned(ORIGINAL, server_words(["old=/a", "new=/b"], Access()))
    again = plan_like(ORIGINAL, BASE, "1.0.20", repetitions=0)
    with pytest.raises(RefusalError, match="--repetitions: out of range"):
        sound(replace(again, servers=servers))


def test_the_plan_repeats_the_question() -> None:
    servers = assigned(ORIGINAL, server_words(["old=/a", "new=/b"], Access()))
    plan = sound(replace(AGAIN, servers=servers))
    assert plan.reproduces == ("/comparisons/c/",)
    assert [(w.test, w.id) for w in plan.workloads] == [("oltp_read_only", "read-only")]
    assert (plan.threads, plan.repetitions, plan.seconds, plan.tables) == ((4,), 3, 60, 8)


def test_differences_are_theirs_and_yours() -> None:
    ours = {
        "product": "mysql", "version": "5.6.51", "regime": "defaults",
        "options": {"sync-binlog": "1"}, "allocator": "jemalloc",
    }  # fmt: skip
    sides = [looked_at(ours, {"cpu": {"cores": 8}}, {"sysbench": "1.0.20"})]
    differences = list(differences_here(ORIGINAL, AGAIN, "1.0.20", sides))
    found = {field: values for field, *values in differences}
    assert found["CPU cores"] == ["4", "8"]
    assert found["MySQL 5.6.10: version"] == ["MySQL 5.6.10", "MySQL 5.6.51"]
    assert found["MySQL 5.6.10: regime"] == ["pinned", "defaults"]
    assert found["MySQL 5.6.10: sync_binlog"] == ["not set", "1"]
    assert found["Kernel"] == ["not recorded", "not recorded"]
    assert "sysbench" not in found
    text = unmatched_text(differences)
    assert text.splitlines()[0].split() == ["not", "matched", "here", "theirs", "yours"]
    assert "not recorded there: Machine, Kind" in text


def test_options_have_one_spelling_and_places_do_not_count() -> None:
    theirs = server("old", "5.6.10", options=[fact("sync_binlog", "1"), fact("port", "3306")])
    other = original(structs.replace(FOUND, servers=[theirs]), candidates=())
    ours = {
        "product": "mysql", "version": "5.6.10", "regime": "pinned",
        "options": {"sync-binlog": "1", "port": "3307"},
    }  # fmt: skip
    fields = {d.field for d in differences_here(other, AGAIN, "1.0.20", [looked_at(ours, {}, {})])}
    assert not {field for field in fields if "binlog" in field or field.endswith(": port")}


def test_the_verdict_is_said_in_words() -> None:
    row = plain(
        ReproductionRow,
        threads=4,
        candidate="New",
        published=RepeatedRatio(ratio=1.2, low=None, high=None, n=1),
        again=RepeatedRatio(ratio=1.0, low=0.98, high=1.02, n=3),
        verdict="differs",
    )
    record = plain(ReproductionRecord, workload="read-only", verdict="differs", rows=[row])
    assert outcome_text(record) == (
        "New, 4 threads: published 1.200 (no repetitions), here 1.000 (95 % interval 0.980 to"
        " 1.020): differs\nverdict: differs"
    )
