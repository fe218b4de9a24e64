#!/usr/bin/env bash
# An error reaches the phone within 3 s, whatever holds the database up: a login of the app behind a
# lock is refused, and so is a statement of its that takes long, by the timeouts of the catalog alone.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
[ -f "$reeve" ] || reeve=$reeve/reeve
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} name=reeve_timeouts phone=timeouts_phone
work=$(mktemp -d)
finish() {
  run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)" -c "DROP ROLE IF EXISTS $phone"
  rm -rf "$work"
}
trap finish EXIT
. sql/tests/checks.sh

run -d "$admin" -c "CREATE DATABASE $name TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE $phone LOGIN IN ROLE randevoo_app"
export PGDATABASE=$name
dsn="host=$PGHOST port=${PGPORT:-5432} user=${PGUSER:-postgres} dbname=$name"
told() { "$reeve" doctor --dsn "$dsn" 2>&1 | grep -c "of its login $phone is not set" || true; }

is 'doctor tells of a login that was made since' "$(told)" 2
"$reeve" catalog apply --app randevoo --dsn "$dsn" >"$work/apply" 2>&1 || { cat "$work/apply"; exit 1; }
is 'and no more once the catalog is applied' "$(told)" 0

owner=$(run -c "SELECT randevoo.user_register('A', 'B', 'google', 'timeouts')")
store=$(run -c "SELECT randevoo.store_open($owner, 'S', 'boutique', '', 'C', NULL, NULL, NULL, 'UTC', NULL,
  NULL, NULL, now())")
# Holds the store until it is told to end.
coproc HOLD { run; }
echo "BEGIN; SELECT 'held' FROM randevoo.stores WHERE id = $store FOR UPDATE;" >&"${HOLD[1]}"
read -r held <&"${HOLD[0]}"
is 'the store is held' "$held" held
code() { # STATEMENT
  psql -XqAt -U "$phone" -v VERBOSITY=sqlstate -c "$1" 2>&1 | sed -n 's/^ERROR:  //p'
}
is 'a call behind a lock is refused' \
  "$(code "SELECT randevoo.store_hours_set($owner, $store, 1, '10:00', '11:00')")" 55P03
is 'a statement that takes long is refused' "$(code 'SELECT pg_sleep(60)')" 57014
echo "ROLLBACK; SELECT 'free';" >&"${HOLD[1]}"
read -r held <&"${HOLD[0]}"
is 'the others go on' "$(psql -XqAt -U "$phone" -c \
  "SELECT 'done' FROM randevoo.store_hours_set($owner, $store, 1, '10:00', '11:00')")" "done"
checked
