#!/bin/sh
# Writes requirements/*.txt anew: exact versions with hashes, for every platform, and no index
# address, so that whoever installs decides where packages come from.
set -eu

lock() {
    "${UV:-uv}" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate "$@"
}

# First the one that has all of them. The others keep the versions it chose: each would stay with
# those that its own file has.
lock pyproject.toml --extra site --extra test -o requirements/test.txt
for extra in site engine; do
    lock pyproject.toml --extra site --extra "$extra" --constraints requirements/test.txt \
        -o "requirements/$extra.txt"
done
# What a contributor needs on a database host.
lock pyproject.toml --constraints requirements/test.txt -o requirements/capture.txt
# The build backend, which an editable install without network needs in place.
echo setuptools | lock - --constraints requirements/test.txt -o requirements/build.txt
# What runs in a browser of the compiled libraries: the version that everything else here runs on.
echo msgspec | lock - --constraints requirements/site.txt -o requirements/browser.txt
