#!/bin/sh
# Shows a built site on this machine alone, under its base path: serve.sh FOLDER PORT BASE-URL
set -eu

site=$(cd "$1" && pwd)
path=$(printf '%s' "$3" | sed -e 's,^[a-z]*://[^/]*,,' -e 's,^/*,,' -e 's,/*$,,')
root=.cache/served
place=$root${path:+/$path}
rm -rf "$root"
mkdir -p "$(dirname "$place")"
ln -s "$site" "$place"
echo "http://127.0.0.1:$2/${path:+$path/} (stop with Ctrl-C)"
exec .venv/bin/python -m http.server "$2" --bind 127.0.0.1 --directory "$root"
