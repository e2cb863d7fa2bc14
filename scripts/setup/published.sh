#!/bin/sh
# Fetches the index of permanent addresses of the published site: published.sh ADDRESS FILE.
# A site that has none yet has nothing to lose; any other failure stops the deployment.
set -eu
address=$1
file=$2
status=$(curl --silent --show-error --location --retry 3 --max-time 60 --output "$file" \
    --write-out '%{http_code}' "$address")
case $status in
    200) echo "file=$file" | tee -a "${GITHUB_OUTPUT:-/dev/null}" ;;
    404) echo "nothing is published at $address yet" >&2 ;;
    *) echo "$address answered $status" >&2; exit 1 ;;
esac
