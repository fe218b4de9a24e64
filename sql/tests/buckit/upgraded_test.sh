#!/usr/bin/env bash
# What catalog apply has made for the app's login outlives an upgrade, and doctor does not take it for
# somebody else's. Connects by libpq's environment as a superuser, and works in a copy of
# REEVE_TEST_TEMPLATE.
set -euo pipefail
cd "$(dirname "$0")/../../.."
reeve=${REEVE:-.build/debug/reeve}
run() { psql -XqAt -v ON_ERROR_STOP=1 "$@"; }
admin=${PGDATABASE:-postgres} name=reeve_upgraded login=upgraded_login
work=$(mktemp -d)
finish() {
  run -d "$admin" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)" -c "DROP ROLE IF EXISTS $login"
  rm -rf "$work"
}
trap finish EXIT
. sql/tests/checks.sh

run -d "$admin" -c "CREATE DATABASE $name TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\""
export PGDATABASE=$name
dsn="host=$PGHOST port=${PGPORT:-5432} user=${PGUSER:-postgres} dbname=$name"
run -c "GRANT CREATE ON DATABASE $name TO reeve_owner"
"$reeve" sample load buckit --dsn "$dsn" >"$work/load" 2>&1 || { cat "$work/load"; exit 1; }
run -c "CREATE ROLE $login LOGIN IN ROLE buckit_app"
run -c "SELECT reeve.catalog_apply(jsonb_set(a.manifest, '{collections,activity,search,limit}', '\"50/s\"'))
  FROM reeve.app a WHERE a.app = 'buckit'" >/dev/null
# A file of another release: all functions are replayed.
run -c 'COMMENT ON FUNCTION reeve.app_require(text) IS NULL'
"$reeve" upgrade --dsn "$dsn" >"$work/upgrade" 2>&1 || { cat "$work/upgrade"; exit 1; }
for call in 'trending_activity()' "find_activity('')" "complete_activity('sa')" "search_activity('')" "suggest_activity('sa')" 'changes()'; do
  is "$call" "$(run -U "$login" -c "SELECT count(*) >= 0 FROM buckit.$call" 2>&1)" t
done
"$reeve" doctor --full --dsn "$dsn" >"$work/doctor" 2>&1 || true
is 'doctor says nothing of them' "$(grep -cE 'trending|suggest_|search_[0-9]|find_|complete_|opened_|search_meter|changes_' "$work/doctor" || true)" 0
checked
