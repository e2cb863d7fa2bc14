#!/bin/sh
# Says what a deployment must not lose: published.sh SITE FILE
#
# Fetches the index of permanent addresses of SITE, and finds the commit it was made from. Without
# both nobody can tell what a deployment would lose, so every answer but these stops it. Whoever
# deploys says otherwise with one of
#   PUBLISHED=ADDRESS  the site was published there until now, and moves to SITE
#   BASE=COMMIT        takes the place of the commit: history was rewritten, or no copy of the
#                      index is left, and the record of that commit is what is compared with
#   FIRST=true         nothing was ever published, here or elsewhere
# DEPLOYED is where the forge knows of an earlier deployment. An answer that a cache kept is of an
# earlier deployment of the same branch: what it promises still has to hold.
set -eu
site=${1%/}
file=$2
from=${PUBLISHED:-$site}
from=${from%/}

stop() {
    printf '%s\n' "$@" "nothing is deployed" >&2
    exit 1
}

asked() {
    code=$(curl --silent --show-error --location --retry "${3:-3}" --max-time 60 --output "$2" \
        --header 'Cache-Control: no-cache' --write-out '%{http_code}' "$1") || code=nothing
    echo "$code"
}

is_ours() {
    git merge-base --is-ancestor "$1" HEAD 2>/dev/null
}

hand_on() {
    printf '%s\n' "$@" | tee -a "${GITHUB_OUTPUT:-/dev/null}"
    exit 0
}

if [ -n "${BASE:-}" ]; then
    is_ours "$BASE" || stop "base: $BASE is no commit of this branch"
    BASE=$(git rev-parse "$BASE^{commit}")
fi
if [ "$from" != "$site" ] && [ "$(asked "$site/addresses.json" "$file")" = 200 ]; then
    stop "$site is published, and its own index counts: start it without 'published'"
fi
status=$(asked "$from/addresses.json" "$file")
if [ "$status" = 200 ]; then
    [ "${FIRST:-}" != true ] ||
        stop "$from is published, so this is not the first time: start it without 'first'"
    [ "$(asked "$from/api/v1/index.json" "$file.index")" = 200 ] || : >"$file.index"
    commit=$(sed -n 's/.*"commit":"\([0-9a-f]*\)".*/\1/p' "$file.index")
    rm -f "$file.index"
    if [ -n "$commit" ] && is_ours "$commit"; then
        [ -z "${BASE:-}" ] || [ "$BASE" = "$commit" ] ||
            stop "$from was made from $commit, which this branch has: start it without 'base'"
        hand_on "file=$file" "base=$commit"
    fi
    [ -n "${BASE:-}" ] ||
        stop "$from was made from ${commit:-a commit that it does not name}, which this branch does not have" \
            "Where history was rewritten, start it by hand with base=COMMIT, the one that took its place."
    hand_on "file=$file" "base=$BASE"
fi
rm -f "$file"
[ "$status" = 404 ] || stop "$from answered $status"
[ -z "${BASE:-}" ] || hand_on "base=$BASE"
permanent=$(sed -n 's/^permanentBase = "\(.*\)"$/\1/p' config.toml | sed 's,/*$,,')
seen=$(
    [ -z "${DEPLOYED:-}" ] || echo "It was deployed before, to $DEPLOYED."
    [ "$(asked "$permanent/addresses.json" "$file" 0 2>/dev/null)" != 200 ] || echo "$permanent has an index."
    git tag --list 'snapshot-*' | sed -n '1s/.*/The tag & is of a release./p'
)
rm -f "$file"
if [ "${FIRST:-}" != true ] || [ -n "$seen" ]; then
    stop "$from answered 404: what is published cannot be told." ${seen:+"$seen"} \
        "Where the site moves, start the workflow publish by hand with published=ADDRESS, where it was;" \
        "where no copy of its index is left, with base=COMMIT, which was deployed last;" \
        "with first=true only if nothing was ever published, here or elsewhere."
fi
echo "nothing is published yet" >&2
