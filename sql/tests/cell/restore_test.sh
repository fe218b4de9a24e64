#!/usr/bin/env bash
# A dump of a database with an app is restored without an error, and its cells have their indexes: they are
# built before the dump grants anything.
set -euo pipefail
work=$(mktemp -d)
db=restored_$$
finish() {
  local status=$?
  trap - EXIT
  dropdb --if-exists "$db"
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
"$PG_BIN/pg_dump" --exclude-schema=reeve_index "$REEVE_TEST_TEMPLATE" >"$work/dump.sql"
createdb -T template0 "$db"
"$PG_BIN/psql" -Xq -v ON_ERROR_STOP=1 -d "$db" -f "$work/dump.sql" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
cells="SELECT count(*) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'reeve_cell'::regnamespace"
before=$(psql -XqAt -d "$REEVE_TEST_TEMPLATE" -c "$cells") after=$(psql -XqAt -d "$db" -c "$cells")
[ "$before" -gt 0 ] && [ "$before" = "$after" ] || { echo "$before cells became $after"; exit 1; }
