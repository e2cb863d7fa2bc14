#!/bin/sh
# Fetches the index of permanent addresses of the published site: published.sh ADDRESS FILE.
# Without it nobody can tell what a deployment would lose, so every answer but the index stops the
# deployment. A site that was never published has none: whoever deploys the first time says so with
# FIRST=true, which is refused where there is an index.
set -eu
address=$1
file=$2
status=$(curl --silent --show-error --location --retry 3 --max-time 60 --output "$file" \
    --write-out '%{http_code}' "$address") || status="nothing"
case $status in
    200)
        if [ "${FIRST:-}" = true ]; then
            echo "$address is published, so this is not the first time: start it without 'first'" >&2
            exit 1
        fi
        echo "file=$file" | tee -a "${GITHUB_OUTPUT:-/dev/null}"
        ;;
    404)
        if [ "${FIRST:-}" != true ]; then
            echo "$address answered 404: what is published cannot be told, so nothing is deployed." >&2
            echo "If nothing ever was, start the workflow publish by hand with 'first'." >&2
            exit 1
        fi
        echo "nothing is published at $address yet" >&2
        ;;
    *) echo "$address answered $status: nothing is deployed" >&2; exit 1 ;;
esac
