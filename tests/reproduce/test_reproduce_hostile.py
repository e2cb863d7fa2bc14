"""What a site answers is somebody else's: what is no sound bundle is refused with a sentence."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec import structs

from derived_records import comparison_record
from folder_bytes import bytes_below
from sysbench_archive.build.archive import Archive
from sysbench_archive.capture.plan import RefusalError
from sysbench_archive.commands import web
from sysbench_archive.commands.reproduce import from_checkout, from_site
from sysbench_archive.publish.bundle_archive import packed_bundle
from sysbench_archive.reproduction.published import Lookup, chosen, published, target_of

ARCHIVE = Path(__file__).parents[1] / "rules" / "reproduces-unknown" / "pass" / "archive"
BUNDLE = "2026-01-two-servers"
FILES = bytes_below(ARCHIVE / "data" / "results" / BUNDLE)
SLUG = f"{BUNDLE}--read-only"
HERE = from_checkout(Archive(ARCHIVE))


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], Lookup]:
    """A site that answers everything with the same bytes."""

    def answering(data: bytes) -> Lookup:
        monkeypatch.setattr(web, "_download", lambda _: data)
        return from_site("https://example.org")

    return answering


def test_a_site_says_what_its_checkout_says(site: Callable[[bytes], Lookup]) -> None:
    there = site(packed_bundle(BUNDLE, FILES))
    assert there.result(BUNDLE) == HERE.result(BUNDLE)
    for words in ([SLUG], [f"{BUNDLE}/t1", f"{BUNDLE}/t2"]):
        target = target_of(words, None)
        original, _ = chosen(published(target, there), None)
        assert original == chosen(published(target, HERE), None)[0]
    curated = HERE.curated("two-versions")
    page = comparison_record(panels=curated)
    assert site(msgspec.json.encode(page)).curated("two-versions") == curated


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<html>",
        packed_bundle("2026-01-other", FILES),
        packed_bundle("..", FILES),
        packed_bundle(BUNDLE, {}),
        packed_bundle(BUNDLE, FILES | {"bundle.yaml": b"id: [" * 10_000}),
        packed_bundle(BUNDLE, FILES | {"bundle.yaml": FILES["bundle.yaml"] + b"unknown: 1\n"}),
        packed_bundle(
            BUNDLE,
            FILES
            | {"bundle.yaml": FILES["bundle.yaml"].replace(b"title: ", b"title: \xe2\x80\xae", 1)},
        ),
    ],
)
def test_what_is_no_sound_bundle_is_refused(data: bytes, site: Callable[[bytes], Lookup]) -> None:
    with pytest.raises(RefusalError) as refused:
        site(data).result(BUNDLE)
    assert str(refused.value).replace("\n", "").isprintable()


@pytest.mark.parametrize("data", [b"", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"a": NaN}'])
def test_what_is_no_comparison_is_refused(data: bytes, site: Callable[[bytes], Lookup]) -> None:
    with pytest.raises(RefusalError, match="not the record of a comparison"):
        site(data).curated("two-versions")


def test_a_comparison_of_what_is_not_in_its_bundle_is_not_taken() -> None:
    (panel, *_) = HERE.curated("two-versions")
    strange = [
        structs.replace(panel, sides=[structs.replace(side, id="x") for side in panel.sides]),
        structs.replace(panel, metric=structs.replace(panel.metric, name="x")),
        structs.replace(panel, id="y", title="\x1b[2J\u202e"),
    ]
    there = Lookup(HERE.result, lambda _: strange)
    ((name, (_, asked)),) = published(target_of(["c"], None), there).items()
    assert name == "y"
    assert asked.isprintable()


@pytest.mark.parametrize("slug", ["none", f"{BUNDLE}--none", "2026-01-none--x"])
def test_what_is_not_there_is_refused(slug: str) -> None:
    with pytest.raises(RefusalError):
        published(target_of([slug], None), HERE)


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
    ("bundle", "said"), [("large", "too large"), ("away", "is not allowed"), ("none", "404")]
)
def test_a_site_cannot_send_anything_else(
    address: str, bundle: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "MOST_OF_A_SITE", 2000)
    with pytest.raises(RefusalError, match=said) as caught:
        from_site(address).result(bundle)
    assert "\x1b" not in str(caught.value)


def test_no_other_address_is_opened() -> None:
    with pytest.raises(RefusalError):
        from_site("file:///etc").result("passwd")
