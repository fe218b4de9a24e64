#!/usr/bin/env bash
# A step of a job ends as soon as somebody waits for a table that it has read, such as a cutover.
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
sql -c 'CREATE TABLE place(n int)'
coproc step { exec psql -XqAt 2>&1; }
ask() { # STATEMENT
  echo "$1;" >&"${step[1]}"
  read -r answer <&"${step[0]}"
}
ask 'BEGIN; SELECT count(*) FROM place'
ask "SELECT reeve.step_is_over('infinity')"
is 'a step goes on while nobody waits' "$answer" f
sql -c BEGIN -c 'LOCK TABLE place IN ACCESS EXCLUSIVE MODE' &
waiter=$!
until [ "$(sql -c "SELECT count(*) FROM pg_locks WHERE NOT granted")" = 1 ]; do
  kill -0 $waiter 2>/dev/null || break
done
ask "SELECT reeve.step_is_over('infinity')"
is 'somebody waits for a table that it has read' "$answer" t
is 'who waits for a table of others stops nobody' "$(sql -c "SELECT reeve.step_is_over('infinity')")" f
ask "COMMIT; SELECT reeve.step_is_over('infinity')"
wait $waiter
is 'the next step begins anew' "$answer" f
is '… and ends when its time is over' "$(sql -c "SELECT reeve.step_is_over('-infinity')")" t
checked
