#!/bin/sh
# Passes when a MariaDB server and sysbench for the tests against real ones are there; installs
# them when root on Debian. Elsewhere those tests are skipped, and this says so.
set -eu
. "${0%/*}/debian.sh"

missing=
for name in mariadbd mariadb-install-db sysbench; do
    PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v "$name" >/dev/null || missing="$missing $name"
done
[ -z "$missing" ] && exit 0

if is_debian_root; then
    # The package would start a server of its own; the tests start theirs.
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
        trap 'rm -f "$policy"' EXIT
        printf '#!/bin/sh\nexit 101\n' >"$policy"
        chmod 755 "$policy"
    fi
    install_packages mariadb-server sysbench
    exit 0
fi
echo "Tests against a real server are skipped, for want of:$missing." >&2
echo "Debian, Ubuntu: apt-get install mariadb-server sysbench (as root)" >&2
