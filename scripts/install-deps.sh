#!/usr/bin/env bash
# Makes sure that this machine has what the build (`build`), the demo (`demo`), the tests (`test`), the
# long proofs (`chaos`) or the benchmarks (`bench`) need.
# Does nothing where all of it is there. As root on Debian or Ubuntu it installs what is missing.
set -euo pipefail

purpose=${1:-test}
# Where an ordinary user of Debian finds no pgbouncer.
PATH=$PATH:/usr/sbin

has_server() {
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null
}
server_major() {
  local major
  major=$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' 2>/dev/null | sort -n | tail -n 1)
  if [ -z "$major" ] && command -v apt-cache >/dev/null; then
    major=$(apt-cache depends postgresql 2>/dev/null | sed -n 's/.*Depends: postgresql-\([0-9]*\)$/\1/p' | head -n 1)
  fi
  echo "${major:-15}"
}
has_extension() {
  if [ -d /usr/lib/postgresql ]; then
    [ -e "/usr/share/postgresql/$(server_major)/extension/$1.control" ]
  else
    compgen -G "/usr/share/postgresql/*/extension/$1.control"
  fi
}
# In which a server can say things: sql/tests/attacks/lib.sh.
locales=(de_DE ja_JP ar_EG tr_TR)
has_locales() {
  local name
  for name in "${locales[@]}"; do [[ $'\n'$(locale -a)$'\n' == *$'\n'$name.utf8$'\n'* ]] || return; done
}

if ! command -v swift >/dev/null; then
  echo 'The Swift toolchain, 6.3 or later, is not installed' >&2
  exit 1
fi

# Each line: what it is for, a test that it is there, the Debian package.
missing=()
need() { "${@:2}" >/dev/null 2>&1 || missing+=("$1"); }
header() { compgen -G "/usr/include/$1" >/dev/null || compgen -G "/usr/include/*/$1" >/dev/null; }
need libcurl4-openssl-dev header curl/curl.h
need libmicrohttpd-dev header microhttpd.h
need libpq-dev header postgresql/libpq-fe.h
need libsqlite3-dev header sqlite3.h
need libssl-dev header openssl/evp.h
need libqrencode-dev header qrencode.h
need libreadline-dev header readline/readline.h
need libyaml-dev header yaml.h
need libzstd-dev header zstd.h
need zlib1g-dev header zlib.h
need make command -v make
if [ "$purpose" != build ]; then
  need util-linux command -v setpriv
  need postgresql has_server
fi
if [ "$purpose" = bench ]; then
  need python3 command -v python3
  need time test -x /usr/bin/time
  need pgloader command -v pgloader
fi
# About 110 MB, and 300 MB when installed: too much for every test.
if [ "$purpose" = chaos ]; then need chromium command -v chromium; fi
if [ "$purpose" = test ] || [ "$purpose" = chaos ]; then
  need pgtap has_extension pgtap
  need plpgsql-check has_extension plpgsql_check
  need libtap-parser-sourcehandler-pgtap-perl command -v pg_prove
  need pgbouncer command -v pgbouncer
  need sqlite3 command -v sqlite3
  need zsh command -v zsh
  need zbar-tools command -v zbarimg
  need fish command -v fish
  need groff-base command -v groff
  # They decode the pictures that the console draws, of formats that it does not read itself.
  need libjpeg-turbo-progs command -v djpeg
  need netpbm command -v pngtopam
  need webp command -v dwebp
  need systemd command -v systemd-analyze
  need python3 command -v python3
  need curl command -v curl
  need openssl command -v openssl
  # It fetches PostgreSQL 17: scripts/postgres17.sh.
  need python3-pip python3 -m pip --version
  need locales has_locales
fi
[ ${#missing[@]} -gt 0 ] || exit 0

if ! command -v apt-get >/dev/null; then
  echo "Missing here; install what Debian calls: ${missing[*]}" >&2
  exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "Missing here: ${missing[*]}. Install it, then try again:" >&2
  echo "  sudo $0 $purpose" >&2
  exit 1
fi

echo "installing ${missing[*]}" >&2
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# No package may start a service here, nor PgBouncer's be started with the machine.
policy=/usr/sbin/policy-rc.d
restore() {
  rm -f "$policy"
  [ ! -e "$policy.kept" ] || mv "$policy.kept" "$policy"
}
[ ! -e "$policy" ] || [ -e "$policy.kept" ] || mv "$policy" "$policy.kept"
trap restore EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
printf '#!/bin/sh\nexit 101\n' >"$policy"
chmod 755 "$policy"
# Debian names them after the server's version, which may be known only now.
for index in "${!missing[@]}"; do
  case ${missing[index]} in
    pgtap | plpgsql-check) missing[index]=postgresql-$(server_major)-${missing[index]} ;;
  esac
done
# Debian's package makes and starts a cluster of its own unless told not to before it is installed.
if printf '%s\n' "${missing[@]}" | grep -q '^postgresql' && ! has_server; then
  apt-get install -y -qq --no-install-recommends postgresql-common >/dev/null
  sed -i 's/^#\?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
fi
apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
if [[ " ${missing[*]} " == *' pgbouncer '* ]]; then
  update-rc.d pgbouncer disable
fi
if [[ " ${missing[*]} " == *' locales '* ]]; then
  for name in "${locales[@]}"; do localedef -i "$name" -f UTF-8 "$name.UTF-8"; done
fi
