#!/usr/bin/env bash
# `make demo`: the sample marketplace on the embedded server, in a database created again each time.
# With a terminal it opens the console; without one it plays scripts/demo.reeve through it.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh demo
unset DATABASE_URL PGHOST PGHOSTADDR PGPORT PGSERVICE PGUSER PGOPTIONS
export PGDATABASE=reeve_demo

# The same build that `make test` continues. Prints how far it is: on a terminal one line, elsewhere
# a line every tenth.
build() {
  local line done all tenth=-1 form='%s of %s steps\n'
  [ ! -t 2 ] || form='\r\033[K%s of %s steps'
  swift build 2>&1 | tee "$log" | while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
    [ -t 2 ] || [ $((done * 10 / all)) -ne "$tenth" ] || continue
    tenth=$((done * 10 / all))
    # shellcheck disable=SC2059 # the form is one of the two above
    printf "$form" "$done" "$all" >&2
  done || { cat "$log" >&2; echo 'the build failed' >&2; exit 1; }
  [ ! -t 2 ] || printf '\r\033[K' >&2
}
state=$(mktemp -d "${TMPDIR:-/tmp}/reeve-demo.XXXXXX")
log=$state/log
worker=
started=
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  if [ -n "$worker" ]; then
    kill -TERM "$worker" 2>/dev/null || true
    wait "$worker" 2>/dev/null || true
  fi
  [ -z "$started" ] || "$reeve" server stop || status=1
  rm -rf "$state"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

echo 'building (the first time takes some minutes) …' >&2
build
reeve=$(swift build --show-bin-path)/reeve

"$reeve" server status >/dev/null 2>&1 || started=yes
"$reeve" server start
psql=$(command -v psql || echo psql)
"$psql" "$("$reeve" server dsn) user=postgres dbname=postgres" -XqAt -v ON_ERROR_STOP=1 \
  -c 'SET client_min_messages = warning' -c 'DROP DATABASE IF EXISTS reeve_demo WITH (FORCE)'
"$reeve" upgrade 2>"$log" || { cat "$log" >&2; exit 1; }
echo 'loading the sample: 1,000 users, 50 stores, 2,000 products, 5,000 reservations …' >&2
"$reeve" sample load randevoo

# What is due already (the first search index, stale reservations), then the worker for the rest.
mkdir "$state/notices"
"$reeve" work --once --sink "$state/notices" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
setsid "$reeve" work --sink "$state/notices" >"$state/worker" 2>&1 &
worker=$!

if [ -t 0 ] && [ -t 1 ]; then
  trap : INT # Ctrl-C belongs to the console
  "$reeve" || true
else
  "$reeve" --yes --echo -f scripts/demo.reeve
fi
