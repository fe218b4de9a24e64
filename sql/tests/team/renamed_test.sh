#!/usr/bin/env bash
# What doctor says of a member whose role was renamed or dropped can be done.
# Connects by libpq's environment as a superuser; REEVE is the console, REEVE_TEST_TEMPLATE what the database is a copy of.
set -uo pipefail
reeve=${REEVE:-$PWD/.build/debug/reeve}
base=renamed_$$
run() { psql -XqAt -v ON_ERROR_STOP=1 -d postgres "$@"; }
finish() {
  run -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS ${base}_ann, ${base}_ann2"
}
trap finish EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
run -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" -c "CREATE ROLE ${base}_ann LOGIN" &&
  "$reeve" upgrade --first-admin "${base}_ann" --dsn "dbname=$base" >/dev/null 2>&1 || { echo 'Bail out! no team'; exit 1; }
told() {
  "$reeve" doctor --dsn "dbname=$base" 2>&1 | grep "^red  .*${base}_ann" | sed -E "s/^red +//; s/${base}_//g; s/  +/ /g"
}
is 'nothing is wrong with a member at first' "$(told)" ''
run -c "ALTER ROLE ${base}_ann RENAME TO ${base}_ann2"
like 'of a role that was renamed it says the new name alone' "$(told | wc -l) $(told)" \
  '^1 members the role that was given the rank senior as ann is now called ann2 → ALTER ROLE ann2 RENAME TO ann,'
run -c "ALTER ROLE ${base}_ann2 RENAME TO ${base}_ann" -c "REVOKE reeve_senior FROM ${base}_ann"
is 'of one that lacks its database role, which to grant' "$(told)" \
  'rights ann is named in reeve.member as senior and lacks the database role → GRANT reeve_senior TO ann.'
run -c "DROP ROLE ${base}_ann"
like 'and of one that was dropped, that it is gone' "$(told | wc -l) $(told)" \
  '^1 members there is no role ann, which is named in reeve.member as senior → .* `team remove`.$'
checked
