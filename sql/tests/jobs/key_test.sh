#!/usr/bin/env bash
# A job whose unique_key became free after a repeatable read began is enqueued by it, as it says.
# Connects by libpq's environment as a superuser; REEVE_TEST_TEMPLATE is what the database is a copy of.
set -uo pipefail
base=key_$$ login=key_login_$$
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
finish() {
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS $login"
}
trap finish EXIT
. "$(dirname "${BASH_SOURCE[0]}")/../checks.sh"
psql -Xqd postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" \
  -c "CREATE ROLE $login LOGIN IN ROLE reeve_worker" || { echo 'Bail out! no database'; exit 1; }
jobs="SELECT array_agg(e) FROM reeve.enqueue(ARRAY(SELECT jsonb_build_object('kind', 'worker.probe',
  'unique_key', 'key ' || n) FROM generate_series(1, 2) n)) e"
PGUSER=$login sql -c "$jobs" >/dev/null
coproc app { PGUSER=$login exec psql -XqAt -d "$base" 2>&1; }
printf '%s\n' 'BEGIN ISOLATION LEVEL REPEATABLE READ;' "SELECT 'begun';" >&"${app[1]}"
read -r begun <&"${app[0]}"
sql -c "SELECT reeve.job_cancel(array_agg(k.job_id), 'a test') FROM reeve.job_key k" >/dev/null
printf '%s\n' "$jobs;" 'COMMIT;' "SELECT 'done';" >&"${app[1]}"
read -r ids <&"${app[0]}"
read -r ended <&"${app[0]}"
is 'each job that the repeatable read was told is there' "$begun $ended, $ids" "begun done, $(
  sql -c 'SELECT array_agg(r.job_id ORDER BY r.job_id) FROM reeve.job_ready r')"
is 'and it holds its key' "$(sql -c "SELECT array_agg(k.job_id ORDER BY k.key) FROM reeve.job_key k")" "$ids"
checked
