#!/bin/sh
# Checks every link inside a built site, offline: links.sh FOLDER BASE-URL [WORKING-FOLDER]
#
# Links carry the site's base path, so the site is shown to the checker under that path.
# htmltest is the checker of record; lychee, from the test requirements, stands in for it.
set -eu

site=$1
path=$(printf '%s' "$2" | sed -e 's,^[a-z]*://[^/]*,,' -e 's,^/*,,' -e 's,/*$,,')
test -f "$site/index.html" || { echo "$site/ is empty: run make site first" >&2; exit 1; }

root=${3:-.cache/links}
rm -rf "$root"
mkdir -p "$root/$path"
root=$(cd "$root" && pwd)
cp -R "$site/." "$root/$path/"

htmltest=$(command -v htmltest || true)
[ -x .tools/bin/htmltest ] && htmltest=.tools/bin/htmltest
if [ -n "$htmltest" ]; then
    "$htmltest" --conf .htmltest.yml "$root"
else
    find "$root" -name '*.html' >"$root.list"
    .venv/bin/lychee --offline --no-progress --include-fragments --index-files index.html \
        --root-dir "$root" \
        --files-from "$root.list"
fi
