#!/usr/bin/env bash
# Every text format that import reads: 100,000 exports damaged at random each, and random exports that
# arrive through kill -9 value for value, as a reader of its own finds them.
#
# REEVE_BIN        the directory of the programs
# REEVE_DSN        a server as its superuser
# REEVE_MUTATIONS  how many damaged exports a format, 100000 if unset
# ROWS             records a random export, 20000 if unset
# SEED             of the random exports; REEVE_TEST_SEED of the damaged ones
set -euo pipefail
rows=${ROWS:-20000} seed=${SEED:-$RANDOM}
RANDOM=$seed; echo "SEED=$seed"
cd "$(dirname "$0")/../.."
name=reeve_chaos_sources_$$ work=$(mktemp -d /tmp/reeve-sources.XXXXXX)
dsn="$REEVE_DSN dbname=$name"
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  psql -XqAt "$REEVE_DSN dbname=postgres" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)" || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

fail() { echo "FAILED  $*"; cat "$work/log"; exit 1; }
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$dsn" "$@"; }
reeve() { "$REEVE_BIN/reeve" "$@" --dsn "$dsn"; }
digest() {
  sql -c "SELECT format('SELECT %L, count(*), md5(string_agg(t::text, '' '' ORDER BY t::text COLLATE \"C\"))
      FROM planned.%I t;', tablename, tablename) FROM pg_tables WHERE schemaname = 'planned' ORDER BY 1" | sql
  sql -c "SELECT source, declared, read, inserted + same + changed, quarantined,
      read = inserted + changed + same + quarantined FROM reeve.import ORDER BY import_id"
}
fresh() {
  psql -XqAt "$REEVE_DSN dbname=postgres" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)" \
    -c "CREATE DATABASE $name" 2>"$work/log" || fail database
  reeve upgrade >"$work/log" 2>&1 || fail upgrade
  sql -c "SELECT 'CREATE ROLE chaos_planner' WHERE to_regrole('chaos_planner') IS NULL" | sql
  sql -c 'CREATE SCHEMA planned AUTHORIZATION chaos_planner' -c "SELECT reeve.catalog_apply('{\"app\": \"planned\",
    \"schema\": \"planned\", \"owner\": \"chaos_planner\", \"title\": \"Planned\", \"collections\": {}}')" >"$work/log"
  { echo 'SET ROLE chaos_planner;'; reeve import plan "$1" --app planned --tables; } >"$work/tables.sql" 2>"$work/log" ||
    fail "plan of $1"
  sql -f "$work/tables.sql"
  reeve import plan "$1" --app planned >"$work/mapping.yaml" 2>"$work/log" || fail "plan of $1"
}

for format in rtdb firestore-json mongodb firebase-auth firebase-auth-csv; do
  file=$work/$format.export
  python3 scripts/chaos/sources.py "$format" "$rows" "$seed" >"$file"
  fresh "$file"
  begin=${EPOCHREALTIME/./}
  reeve import run "$file" --mapping "$work/mapping.yaml" >"$work/log" 2>&1 || fail "$format"
  calm=$(((${EPOCHREALTIME/./} - begin) / 1000))
  digest >"$work/expected"
  python3 scripts/export-compare.py "$file" planned "$dsn" >"$work/log" 2>&1 || fail "$format: other values"
  told=$(tail -n 1 "$work/log")
  "${PG_BIN:+$PG_BIN/}pg_dump" -d "$dsn" >"$work/dump"
  ! grep -qiE 'kEpToUt|6b4570546f5574' "$work/dump" || fail "$format: a secret is in the database"
  fresh "$file"
  killed=0
  for _ in 1 2 3 4 5; do
    # Without a shell in between, which would be killed in its place.
    (exec "$REEVE_BIN/reeve" import run "$file" --mapping "$work/mapping.yaml" --dsn "$dsn") \
      >"$work/log" 2>&1 &
    importer=$!
    sleep "$(printf '%d.%03d' 0 $((RANDOM % (calm < 900 ? calm : 900))))"
    kill -9 "$importer" 2>/dev/null && killed=$((killed + 1))
    wait "$importer" 2>/dev/null || true
    # The server finishes what it was told.
    while [ "$(sql -c "SELECT count(*) FROM pg_stat_activity WHERE datname = '$name'
        AND backend_type = 'client backend' AND pid <> pg_backend_pid()")" -gt 0 ]; do sleep 0.05; done
  done
  reeve import run "$file" --mapping "$work/mapping.yaml" >"$work/log" 2>&1 || fail "$format after kill -9"
  digest >"$work/digest"
  # What was finished before a kill is imported once more, and finds itself there.
  diff <(grep '^[^|]*|[0-9]*|[0-9a-f]\{32\}$' "$work/expected") \
    <(grep '^[^|]*|[0-9]*|[0-9a-f]\{32\}$' "$work/digest") || fail "$format: other rows after kill -9"
  ! grep -q '|f$' "$work/digest" || fail "$format: not all is counted"
  reeve import verify "$file" --mapping "$work/mapping.yaml" >"$work/log" 2>&1 || fail "$format: verify"
  echo "ok      $format: $told; killed $killed times: the same rows"
done

swift build --build-tests >/dev/null
REEVE_MUTATIONS=${REEVE_MUTATIONS:-100000} swift test --skip-build --filter 'MigrationTests.*MutationTests' 2>&1 |
  grep -E 'SEED|✘|↳|Test run'
[ "${PIPESTATUS[0]}" -eq 0 ]
