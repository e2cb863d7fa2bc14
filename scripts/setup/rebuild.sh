#!/bin/sh
# Builds the site from the files of a snapshot alone: rebuild.sh SNAPSHOT FOLDER [BASE-URL]
#
# SNAPSHOT is the folder that has them, FOLDER a new one; FOLDER/public is the site. Nothing is
# downloaded. It needs git, make and Node, and system and Python as `release.json` names them: its
# packages are for those. On another platform `make site` in FOLDER takes them from where it can.
# What is built is compared with the tables of the snapshot.
set -eu
snapshot=$(cd "$1" && pwd)
mkdir "$2"
target=$(cd "$2" && pwd)

cd "$snapshot"
sha256sum --check --strict --quiet SHA256SUMS
for bundle in sysbench-archive-*.bundle; do name=${bundle%.bundle}; done
git clone --quiet "$bundle" "$target"
tar -xzf "$name-packages.tar.gz" -C "$target" --strip-components=1

wanted=$(sed -n 's/.*"python": "\([0-9.]*\)".*/\1/p' release.json)

cd "$target"
"python$wanted" -m venv .venv || { echo "Python $wanted is needed: the packages are for it" >&2; exit 1; }
touch node_modules/.stamp
# Whoever asks for something nevertheless is answered by nobody.
export PIP_NO_INDEX=1 PIP_FIND_LINKS="$target/wheels"
export http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9
make site BUILD_FLAGS=--no-cache BASE_URL="${3:-/}"

count=0
for file in public/downloads/*; do
    cmp "$file" "$snapshot/${file##*/}"
    count=$((count + 1))
done
echo "$target/public is the site; its $count tables are those of the snapshot"
