"""Answer what the page `/check/` asks: what was dropped and shows, its draft and its bundle."""

from __future__ import annotations

import json
from datetime import date

import msgspec

from sysbench_archive.intake.document import Made
from sysbench_archive.intake.draft import Draft, drafted
from sysbench_archive.intake.dropped import Dropped
from sysbench_archive.publish.bundle_archive import packed_bundle


class CheckPage:
    """What was dropped so far, and the bundle made of it."""

    def __init__(self, today: str) -> None:
        """Begin with nothing; `today` is YYYY-MM-DD."""
        self._today = date.fromisoformat(today)
        self._dropped = Dropped()
        self._made: tuple[Draft, Made] | None = None

    def add(self, path: str, data: bytes | memoryview) -> None:
        """Take a file."""
        self._dropped.add(path, bytes(data))

    def reading(self) -> str:
        """A `Reading` as JSON."""
        return msgspec.json.encode(self._dropped.reading(self._today)).decode()

    # What a bundle shows is imported when it is asked: the rest is there a second sooner.
    def answer(self) -> str:
        """The `BundleAnswer` of the bundle as JSON; null where it cannot be loaded."""
        from sysbench_archive.intake.dropped_answer import bundle_answer, own_result

        result = own_result(*self._dropped.bundle_files(self._today))
        return msgspec.json.encode(result and bundle_answer(result)).decode()

    def beside(self, cells: bytes | memoryview) -> str:
        """A `Beside` for each test as JSON; `cells` is the archive's table, as it is published."""
        from sysbench_archive.intake.dropped_answer import beside, cells_of_draft, own_result
        from sysbench_archive.tables.cells import cell_rows

        if self._made:
            own = cells_of_draft(*self._made, self._today)
        else:
            result = own_result(*self._dropped.bundle_files(self._today))
            own = cell_rows(result) if result else []
        return msgspec.json.encode(beside(own, bytes(cells))).decode()

    def draft(self, answers: str) -> str:
        """The `Draft` of the logs as JSON; `answers` is a JSON object of texts by field."""
        logs = {path: self._dropped.texts[path] for path in self._dropped.reports}
        self._made = drafted(logs, json.loads(answers), self._today)
        return msgspec.json.encode(self._made[0]).decode()

    def packed(self) -> bytes:
        """The bundle of the last draft as a tar archive; no bytes where it is not complete."""
        draft, made = self._made or (None, Made())
        return packed_bundle(draft.bundle, made.files) if draft and draft.bundle else b""

    def json_lines(self) -> str:
        """What `parse` prints of the logs."""
        return self._dropped.json_lines()
