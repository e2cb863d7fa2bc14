#!/bin/sh
# Passes when the named programs are there; installs them when root on Debian: programs.sh curl go
set -eu
. "${0%/*}/debian.sh"

missing=
packages=
for name in "$@"; do
    command -v "$name" >/dev/null && continue
    missing="$missing $name"
    case $name in
        go) packages="$packages golang-go" ;;
        # BibTeX, and the styles of its own that it prints with.
        bibtex) packages="$packages texlive-binaries texlive-base" ;;
        Rscript) packages="$packages r-base-core r-cran-jsonlite" ;;
        *) packages="$packages $name" ;;
    esac
done
[ -z "$missing" ] && exit 0

if is_debian_root; then
    # One word a package.
    install_packages $packages
    exit 0
fi
echo "Not found:$missing. Debian, Ubuntu: apt-get install$packages (as root);" >&2
echo "macOS: brew install$(echo "$missing" | sed -e 's/ bibtex/ basictex/' -e 's/ Rscript/ r/')" >&2
exit 1
