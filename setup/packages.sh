#!/bin/sh
# Install the Debian packages that a make target misses, after asking.
#
#     setup/packages.sh MUST... [-- MAY...]    exit status 1: one of MUST is still missing
#     setup/packages.sh --missing PACKAGE...   only list the missing ones
#
# Without MAY the target works, but skips something: tests that need a browser, for example. So
# where nobody can answer, MAY is left out. As root and in CI nobody is asked, and in CI (where a
# skipped test would look like a passed one) MAY counts as MUST.
set -u
PYTHON=${PYTHON:-python3}
VENV=${VENV:-.venv}
ROOT=${ROOT:-}

# present PACKAGE: what the package is wanted for works already.
present() {
  case $1 in
    python3) command -v "$PYTHON" ;;
    python3-venv) test -x "$VENV/bin/pip" || "$PYTHON" -c 'import ensurepip, venv' ;;
    chromium-headless-shell) # not every release has it
      command -v "$1" || { apt-cache show chromium && ! apt-cache show "$1"; } ;;
    fonts-dejavu-core) test -e "$ROOT/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf" ;;
    libatomic1) ls "$ROOT"/usr/lib/*/libatomic.so.1 ;; # for Playwright's own node
    haproxy | mosquitto | nats-server) command -v "$1" || test -x "$ROOT/usr/sbin/$1" ;;
    openssh-client) command -v ssh ;;
    qemu-system-x86) command -v qemu-system-x86_64 ;;
    qemu-utils) command -v qemu-img ;;
    postgresql) command -v postgres || ls "$ROOT"/usr/lib/postgresql/*/bin/postgres ;;
    webkit2gtk-driver) command -v WebKitWebDriver ;;
    xvfb) command -v Xvfb ;;
    *) command -v "$1" ;;
  esac >/dev/null 2>&1
}

# missing PACKAGE...: those that are not present, in one line.
missing() {
  list=
  for package; do
    present "$package" || list="$list $package"
  done
  echo "${list# }"
}

# allowed: root and CI are not asked, others must answer yes.
allowed() {
  [ "$(id -u)" = 0 ] || [ -n "${CI:-}" ] && return 0
  [ -t 0 ] || return 1
  printf 'Run this now? [y/N] ' >&2
  read -r answer
  case $answer in [yYjJoO]*) ;; *) return 1 ;; esac
}

if [ "${1:-}" = --missing ]; then
  shift
  missing "$@"
  exit
fi

must= may= into=must
for word; do
  case $word in
    --) [ -n "${CI:-}" ] || into=may ;;
    *) eval "$into=\"\$$into $word\"" ;;
  esac
done

# shellcheck disable=SC2086 # names of packages hold no blanks
absent=$(missing $must $may)
if [ -n "$absent" ]; then
  sudo=$([ "$(id -u)" = 0 ] || echo "sudo ")
  line="${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends $absent"
  printf 'Missing: %s. One line installs it:\n\n    %s\n\n' "$absent" "$line" >&2
  if allowed; then
    DEBIAN_FRONTEND=noninteractive sh -c "$line" >&2 || echo "That line failed." >&2
  fi
fi

# shellcheck disable=SC2086
absent=$(missing $must)
[ -z "$absent" ] || { echo "This cannot go on without: $absent" >&2; exit 1; }
# shellcheck disable=SC2086
absent=$(missing $may)
[ -z "$absent" ] || echo "Going on without: $absent. Tests that need it are skipped." >&2
"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  { echo "Python 3.11 or newer is needed; $PYTHON is $("$PYTHON" --version)." >&2; exit 1; }
