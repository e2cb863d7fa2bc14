#!/bin/sh
# Writes the addresses of the archive and of its repository in place of those that stand in
# config.toml, in every file that names them: addresses.sh PERMANENT REPOSITORY
set -eu

stated() {
    sed -n "s/^$1 = \"\\(.*\\)\"\$/\\1/p" config.toml
}

exchange() {
    old=$1
    new=$(printf '%s' "$2" | sed -e 's,/*$,,')
    case $new in
        *[!A-Za-z0-9:/._~-]*) echo "no address: $new" >&2; exit 2 ;;
        http://?*.?* | https://?*.?*) ;;
        *) echo "no address: '$new'; write it in full, as in https://results.your-domain.org" >&2; exit 2 ;;
    esac
    for file in config.toml CITATION.cff README.md CONTRIBUTING.md SECURITY.md content/about.md content/contribute.md; do
        # What precedes an address must not be part of another.
        sed "s|\\([^A-Za-z0-9.]\\)$old|\\1$new|g" "$file" >"$file.new"
        cat "$file.new" >"$file"
        rm "$file.new"
    done
    echo "$old is $new now"
}

test -n "${2:-}" || { echo "make addresses PERMANENT=https://… REPOSITORY=https://…" >&2; exit 2; }
permanent=$(stated permanentBase)
repository=$(stated repository)
exchange "$permanent" "$1"
exchange "$repository" "$2"
