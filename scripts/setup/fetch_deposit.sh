#!/bin/sh
# Fetches the files of the newest snapshot that a DOI leads to: fetch_deposit.sh DOI FOLDER [SERVICE]
set -eu
doi=$1
folder=$2
service=${3:-}
service=${service:-https://zenodo.org}

mkdir -p "$folder"
# The number of all versions leads to the newest.
curl --fail --silent --show-error --location --retry 5 --output "$folder/.record" \
    "${service%/}/api/records/${doi##*.}"
jq -r '.files[] | .key, .links.self' "$folder/.record" >"$folder/.files"
while read -r name && read -r address; do
    case $name in
        */* | .*) echo "$doi has a file called $name, which is no file of a snapshot" >&2; exit 1 ;;
    esac
    curl --fail --silent --show-error --location --retry 5 --output "$folder/$name" "$address"
done <"$folder/.files"
rm "$folder/.record" "$folder/.files"
