"""Days that cannot be: not in the calendar, in the future, or in the wrong order."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from sysbench_archive.model.bundle import Bundle, stated
from sysbench_archive.problems import RULES, Problem, got_expected
from sysbench_archive.rules.places import in_document, numbered_runs

INVALID = RULES["date-invalid"]
FUTURE = RULES["date-future"]
ORDER = RULES["date-order"]


def check(bundle: Bundle) -> Iterator[Problem]:
    """Look at every date, and how they follow each other: what no later day will change."""
    dates = dict(_dates(bundle))
    for pointer, text in dates.items():
        if not _is_day(text):
            message = got_expected("no such day", text, "a day of the calendar")
            yield in_document(bundle, INVALID, pointer, message)
    yield from _order(bundle, dates)


def check_future(bundle: Bundle, today: date) -> Iterator[Problem]:
    """Name every date that is still to come; `today` may be a day behind the contributor's."""
    for pointer, text in _dates(bundle):
        if is_future(text, today):
            message = got_expected("in the future", text, f"at most {today}")
            yield in_document(bundle, FUTURE, pointer, message)


def days_of(bundle: Bundle) -> list[str]:
    """Every day, month or year a bundle states, each once."""
    return sorted({text[:10] for _, text in _dates(bundle) if _is_day(text)})


def is_future(text: str, today: date) -> bool:
    """Whether a stated date lies after the day after today."""
    # Nothing is after the last day of the calendar, and adding to it would overflow.
    following = today if today == date.max else today + timedelta(days=1)
    return _is_day(text) and text[:10] > following.isoformat()[: len(text)]


def _dates(bundle: Bundle) -> Iterator[tuple[str, str]]:
    yield "/submitted", bundle.facts["submitted"]
    for field in ("published", "retrieved"):
        text = stated(bundle.facts.get("source", {}).get(field))
        if text:
            yield f"/source/{field}", text
    for pointer, run in numbered_runs(bundle):
        if "started" in run.facts:
            yield f"{pointer}/started", run.facts["started"]


def _is_day(text: str) -> bool:
    try:
        datetime.fromisoformat(f"{text}-01-01"[:10] if len(text) < 10 else text)
    except ValueError:
        return False
    return True


def _order(bundle: Bundle, dates: dict[str, str]) -> Iterator[Problem]:
    """Published, then retrieved, then submitted; started before submitted, give or take a day."""
    published = dates.get("/source/published")
    for pointer in ("/source/retrieved", "/submitted"):
        later = dates.get(pointer)
        if published and later and later < published[: len(later)]:
            message = got_expected("before the publication", later, f"{published} or later")
            yield in_document(bundle, ORDER, pointer, message)
    submitted = dates["/submitted"]
    if not _is_day(submitted):
        return
    day = date.fromisoformat(submitted)
    for pointer, text in dates.items():
        if pointer.endswith(("/started", "/retrieved")) and is_future(text, day):
            message = got_expected("after the bundle", text, f"{submitted} or before")
            yield in_document(bundle, ORDER, pointer, message)
