"""Answer what the page `/check/` asks: what was dropped, its draft and its bundle."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date

import msgspec

from sysbench_archive.intake.draft import Draft, draft_of
from sysbench_archive.intake.dropped import Dropped
from sysbench_archive.publish.bundle_archive import packed_bundle


class CheckPage:
    """What was dropped so far, and the bundle made of it."""

    def __init__(self, today: str) -> None:
        """Begin with nothing; `today` is YYYY-MM-DD."""
        self._today = date.fromisoformat(today)
        self._dropped = Dropped()
        self._made: tuple[Draft, Mapping[str, bytes]] | None = None

    def add(self, path: str, data: bytes | memoryview) -> None:
        """Take a file."""
        self._dropped.add(path, bytes(data))

    def reading(self) -> str:
        """A `Reading` as JSON."""
        return msgspec.json.encode(self._dropped.reading(self._today)).decode()

    def draft(self, answers: str) -> str:
        """The `Draft` of the logs as JSON; `answers` is a JSON object of texts by field."""
        logs = {path: self._dropped.texts[path] for path in self._dropped.reports}
        self._made = draft_of(logs, json.loads(answers), self._today)
        return msgspec.json.encode(self._made[0]).decode()

    def packed(self) -> bytes:
        """The bundle of the last draft as a tar archive; no bytes where it is not complete."""
        draft, files = self._made or (None, {})
        return packed_bundle(draft.bundle, files) if draft and files else b""

    def json_lines(self) -> str:
        """What `parse` prints of the logs."""
        return self._dropped.json_lines()
