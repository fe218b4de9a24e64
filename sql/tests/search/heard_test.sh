#!/usr/bin/env bash
# Whoever counts searches dies before the commit: by an error, and by kill -9, which restarts the server.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-$PWD/.build/debug/reeve}
export REEVE_SHARE=${REEVE_SHARE:-$PWD}
. scripts/cluster.sh
trap cluster_stop EXIT
cluster_start || { echo 'Bail out! no cluster'; exit 1; }
export PGDATABASE=shop
. sql/tests/checks.sh
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
psql -Xqd postgres -c 'CREATE DATABASE shop'
"$reeve" upgrade >/dev/null 2>&1 || { echo 'Bail out! no schema'; exit 1; }
hear() { # TIMES
  sql -c "SELECT count(reeve.search_note('shop', 'velvet', 1, 5)) FROM generate_series(1, $1)" >/dev/null
}
waiting() { sql -c 'SELECT count(*) FROM reeve.search_heard'; }
# By queries, and by how fast they were.
counted() {
  sql -c 'SELECT (SELECT coalesce(sum(asked), 0) FROM reeve.search_question),
    (SELECT coalesce(sum(asked), 0) FROM reeve.search_pace)'
}
count() { sql -c 'SELECT reeve.search_noted()' >/dev/null; }
# Counts, and stops before the commit; backend is who counts.
begin() {
  coproc counter { exec psql -XqAt 2>/dev/null; }
  process=$!
  echo 'BEGIN; SELECT reeve.search_noted(); SELECT pg_backend_pid();' >&"${counter[1]}"
  read -r <&"${counter[0]}"
  read -r backend <&"${counter[0]}"
}
# A client that waits for its next line does not notice that its server is gone.
leave() {
  local input=${counter[1]}
  exec {input}>&-
  wait "$process" || true
}

hear 5
count
is 'searches are counted' "$(waiting) $(counted)" '0 5|5'
hear 3
begin
is 'who counts has not committed' "$(waiting) $(counted)" '3 5|5'
count
is 'nobody else counts the same meanwhile' "$(waiting) $(counted)" '3 5|5'
sql -c "SELECT pg_terminate_backend($backend, 10000)" >/dev/null
leave
is 'a session that ends has counted nothing' "$(waiting) $(counted)" '3 5|5'
count
is 'the next one counts them, once' "$(waiting) $(counted)" '0 8|8'
hear 4
begin
kill -9 "$backend"
leave
until sql -c 'SELECT' 2>/dev/null; do :; done
is 'a crash of the server empties tables that are not logged, all of them' "$(waiting) $(counted)" '0 0|0'
count
is 'so nothing is counted twice' "$(waiting) $(counted)" '0 0|0'
hear 2
count
is 'later searches are counted' "$(waiting) $(counted)" '0 2|2'
checked
