"""Records of a site are somebody else's: what is not a record is refused with a sentence."""

from __future__ import annotations

import copy
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from records import BUNDLE, SLUG, Record, comparison, document, result, workload

from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.commands import reproduce as reproduce_source
from sysbench_archive.reproduction.planning import Deviations, settings_of
from sysbench_archive.reproduction.published import chosen, published, read_campaign, target_of

FOUND = result({"old": {4: [100, 110]}, "new": {4: [121, 132]}})
TARGET = target_of([SLUG], None)


def looked(record: Record, about: Record | None = None) -> Callable[[str], bytes]:
    pages = {f"/comparisons/{SLUG}/": about or comparison(FOUND), f"/results/{BUNDLE}/": record}
    return lambda path: json.dumps(pages[path]).encode()


def test_a_record_is_read() -> None:
    original = chosen(published(TARGET, looked(FOUND)), None)
    assert (original.baseline, original.candidates, original.metric) == ("old", ("new",), "tps")


def test_runs_are_read_from_the_document_that_a_record_names() -> None:
    data = f"/api/v1/bundles/{BUNDLE}.json"
    page = {name: value for name, value in FOUND.items() if name != "runs"} | {"data": data}
    pages = {
        f"/comparisons/{SLUG}/": comparison(FOUND),
        f"/results/{BUNDLE}/": page,
        data: document(FOUND),
    }
    original = chosen(published(TARGET, lambda path: json.dumps(pages[path]).encode()), None)
    assert original == chosen(published(TARGET, looked(FOUND)), None)
    pages[f"/results/{BUNDLE}/"] = page | {"data": "/api/v1/bundles/../x.json"}
    with pytest.raises(RefusalError, match="matching regex"):
        published(TARGET, lambda path: json.dumps(pages[path]).encode())


@pytest.mark.parametrize(
    ("pointer", "value"),
    [
        (("runs",), "none"),
        (("runs",), [1]),
        (("runs", 0, "threads"), "4"),
        (("runs", 0, "threads"), True),
        (("runs", 0, "threads"), 10**400),
        (("runs", 0, "figures", "tps", "value"), "100"),
        (("runs", 0, "figures", "tps", "value"), 10**400),
        (("runs", 0, "figures"), [1]),
        (("runs", 0, "server"), "old"),
        (("runs", 0, "server", "id"), "../../etc"),
        (("runs", 0, "path"), "/results/../x/"),
        (("servers",), None),
        (("servers", 0, "label"), "x" * 10_001),
        (("servers", 0, "id"), "<script>"),
        (("workloads", 0, "parameters", 0, "value"), 8),
        (("hosts",), [[]]),
        (("id",), "other"),
        (("id",), "https://example.org/"),
    ],
)
def test_a_wrong_kind_is_refused_with_a_sentence(pointer: tuple[Any, ...], value: Any) -> None:
    record = copy.deepcopy(FOUND)
    place: Any = record
    for step in pointer[:-1]:
        place = place[step]
    place[pointer[-1]] = value
    with pytest.raises(RefusalError) as caught:
        published(TARGET, looked(record))
    assert len(str(caught.value)) < 500
    assert "expected" in str(caught.value)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(), st.lists))
def test_nothing_but_a_record_is_read(value: Any) -> None:
    with pytest.raises(RefusalError):
        read_campaign(json.dumps(value).encode(), "/results/x/", lambda _: b"")


@pytest.mark.parametrize(
    "data",
    [b"", b"<html>", b"[" * 100_000, b"\xff\xfe", b'{"a": NaN}', b"1" * 10_000, b"{}", b"[]"],
)
def test_what_is_no_json_or_no_record_is_refused(data: bytes) -> None:
    with pytest.raises(RefusalError):
        published(TARGET, lambda _: data)


def test_too_many_entries_are_refused() -> None:
    record = FOUND | {"runs": FOUND["runs"] * 6000}
    with pytest.raises(RefusalError, match="length <= 20000"):
        published(TARGET, looked(record))


def test_text_reaches_no_terminal_as_it_is() -> None:
    record = copy.deepcopy(FOUND)
    record["servers"][0]["label"] = "old\x1b[2J\u202e\n::error::"
    original = chosen(published(TARGET, looked(record)), None)
    assert original.server("old").label.isprintable()


@pytest.mark.parametrize(
    "value", ["$(reboot)", "uniform;reboot", "--mysql-host=x", "a b", "/etc/passwd", "-1", ""]
)
def test_no_value_of_a_record_becomes_a_word_of_a_command(value: str) -> None:
    record = FOUND | {"workloads": [workload(rand_type=value, table_size=value, time=value)]}
    original = chosen(published(TARGET, looked(record)), None)
    settings = settings_of(original, Deviations(), "1.0.20")
    assert settings.options == ()
    assert (settings.table_size, settings.seconds) == (100_000, 30)


@pytest.mark.parametrize("test", ["/tmp/evil.lua", "fileio", "", "oltp_read_only run; reboot"])
def test_a_workload_that_is_no_test_is_refused(test: str) -> None:
    record = FOUND | {"workloads": [workload() | {"script": test, "test": test}]}
    original = chosen(published(TARGET, looked(record)), None)
    with pytest.raises(RefusalError, match="no test capture can run"):
        settings_of(original, Deviations(), "1.0.20")
    assert settings_of(original, Deviations(workload="oltp_read_only"), "1.0.20").test


def test_options_and_sizes_are_taken_over() -> None:
    record = FOUND | {"workloads": [workload(rand_type="uniform", skip_trx="yes", auto_inc="no")]}
    original = chosen(published(TARGET, looked(record)), None)
    settings = settings_of(original, Deviations(), "1.0.20")
    assert settings.options == ("--rand-type=uniform", "--skip-trx=on")
    assert (settings.tables, settings.table_size, settings.seconds) == (8, 5000, 60)
    assert (settings.threads, settings.repetitions) == ((4,), 3)


def test_a_run_at_a_rate_is_refused() -> None:
    record = FOUND | {"workloads": [workload(rate="100")]}
    original = chosen(published(TARGET, looked(record)), None)
    with pytest.raises(RefusalError, match="hides throughput"):
        settings_of(original, Deviations(), "1.0.20")


@pytest.fixture
def address() -> Iterator[str]:
    class Answering(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer by the path: too much, elsewhere, or nothing."""
            if "large" in self.path:
                self.send_response(200)
                self.end_headers()
                self.wfile.write(b" " * 3000)
            elif "away" in self.path:
                self.send_response(302)
                self.send_header("Location", "file:///etc/hostname")
                self.end_headers()
            else:
                self.send_error(404, "not \x1b[31mhere")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.mark.parametrize(
    ("path", "said"),
    [("/large/", "too large"), ("/away/", "is not allowed"), ("/none/", "404")],
)
def test_a_site_cannot_send_anything_else(
    address: str, path: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reproduce_source, "MAX_BYTES", 2000)
    with pytest.raises(RefusalError, match=said) as caught:
        reproduce_source.from_site(address)(path)
    assert "\x1b" not in str(caught.value)


def test_no_other_address_is_opened() -> None:
    with pytest.raises(RefusalError):
        reproduce_source.from_site("file:///etc")("/passwd/")
