# For the set-up scripts beside this one, which read it with `.`: packages of Debian.

is_debian_root() {
    [ "$(id -u)" = 0 ] && grep -qx 'ID=debian' /etc/os-release 2>/dev/null
}

install_packages() {
    echo "==> $*, from Debian's packages"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Node as nodejs.org and Playwright give it out needs a library that small systems lack.
ensure_libatomic_for() {
    case $("$1" --version 2>&1 || true) in
        *libatomic.so.1*) ;;
        *) return 0 ;;
    esac
    if is_debian_root; then
        install_packages libatomic1
    else
        echo "$1 needs the library libatomic: apt-get install libatomic1 (as root)" >&2
        exit 1
    fi
}
