"""The system's Chromium: `CHROMIUM`, else the first of the usual names on PATH; and how it runs."""

from __future__ import annotations

import os
import shutil

# The shell without windows comes first: the same engine, a quarter of the work for each page.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
# Root needs --no-sandbox; the rest keeps Chromium from calling its maker's hosts.
_QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
)
ARGUMENTS = (*_QUIET, "--no-sandbox") if os.geteuid() == 0 else _QUIET


def find_chromium() -> str | None:
    """Path of the browser, or None."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
