#!/usr/bin/env bash
# Twelve tables at random are refused by the plan, or by the rehearsal with the difference named, or every statement
# of the app's roles has the same outcome by the old name after the cutover: scripts/chaos/tables.py.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
#
# SEED     of the tables, 34 where unset, so that a change is judged by the same ones; random for others; printed
# TABLES   which ones, as FIRST-LAST
set -euo pipefail
cd "$(dirname "$0")/../../.."
export REEVE=${REEVE:-.build/debug/reeve} PYTHONDONTWRITEBYTECODE=1
seed=${SEED:-34} tables=${TABLES:-1-12}
[ "$seed" != random ] || seed=$RANDOM
admin=${PGDATABASE:-postgres}
run() { PGOPTIONS='-c client_min_messages=warning' psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
WORK=$(mktemp -d)
export WORK
drop() {
  run -d "$admin" -c 'DROP DATABASE IF EXISTS reeve_tables WITH (FORCE)'
  run -d "$admin" <<'SQL'
SELECT format('DROP ROLE %I', rolname) FROM pg_roles WHERE rolname ~ '^(reeve_.*_)?tables(_|$)' \gexec
SQL
}
finish() {
  drop
  rm -rf "$WORK"
}
trap finish EXIT
drop
run -d "$admin" -c "CREATE DATABASE reeve_tables TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
echo "SEED=$seed"
PGDATABASE=reeve_tables python3 scripts/chaos/tables.py "${tables%-*}" "${tables#*-}" "$seed"
