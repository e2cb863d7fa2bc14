#!/bin/sh
# Passes when a Chromium for the browser tests is there, and Playwright, which drives it, can start;
# installs what is missing when root on Debian, as the shell without windows, in which a page costs
# a quarter. Ubuntu's package of Chromium is only a pointer to a snap, so there the reader decides.
set -eu
. "${0%/*}/debian.sh"

has_chromium() {
    for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
        command -v "$name" >/dev/null && return 0
    done
    [ -x "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome" ] ||
        [ -x "/Applications/Chromium.app/Contents/MacOS/Chromium" ]
}

# The shell is wanted even where a whole Chromium is there; without a package that one does.
# With narrow letters pages are about as high as on a phone; tests count their screens.
if is_debian_root && ! command -v chromium-headless-shell >/dev/null; then
    install_packages chromium-headless-shell fonts-dejavu-extra || true
fi
if ! has_chromium; then
    echo "The browser tests need Chromium or Chrome, and none was found." >&2
    echo "Debian: apt-get install chromium-headless-shell (as root); Ubuntu: snap install chromium;" >&2
    echo "macOS: brew install --cask chromium" >&2
    exit 1
fi
if [ -x .venv/bin/playwright ]; then
    ensure_libatomic_for .venv/bin/playwright
fi
