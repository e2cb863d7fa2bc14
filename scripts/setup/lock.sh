#!/bin/sh
# Writes requirements/*.txt anew: exact versions with hashes, for every platform, and no index
# address, so that whoever installs decides where packages come from.
set -eu

lock() {
    "${UV:-uv}" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-header --no-annotate "$@"
}

lock pyproject.toml --extra site -o requirements/site.txt
lock pyproject.toml --extra site --extra test -o requirements/test.txt
lock pyproject.toml --extra site --extra engine --constraints requirements/test.txt \
    -o requirements/engine.txt
# What a contributor needs on a database host.
lock pyproject.toml --constraints requirements/test.txt -o requirements/capture.txt
# The build backend, which an editable install without network needs in place. It keeps the
# version the test lock chose.
echo setuptools | lock - --constraints requirements/test.txt -o requirements/build.txt
# What runs in a browser of the compiled libraries: the version that everything else here runs on.
echo msgspec | lock - --constraints requirements/site.txt -o requirements/browser.txt
