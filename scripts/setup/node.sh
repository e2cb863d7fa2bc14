#!/bin/sh
# Passes when Node 20.19 or newer and npm are there, or says in a sentence what to install.
set -eu
. "${0%/*}/debian.sh"

ensure_libatomic_for node
version=$(node -p process.versions.node 2>/dev/null || echo 0.0)
major=${version%%.*}
minor=${version#*.}
minor=${minor%%.*}
if [ "$major" -lt 20 ] || { [ "$major" -eq 20 ] && [ "$minor" -lt 19 ]; }; then
    echo "Node.js 20.19 or newer is needed (found: $(node --version 2>/dev/null || echo none))." >&2
    echo "Debian 13 or Ubuntu 25.10 and later: apt-get install nodejs npm; macOS: brew install node;" >&2
    echo "older systems: https://nodejs.org/en/download" >&2
    exit 1
fi
if ! command -v npm >/dev/null; then
    echo "npm is needed and was not found. Debian or Ubuntu: apt-get install npm" >&2
    exit 1
fi
