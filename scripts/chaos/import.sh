#!/usr/bin/env bash
# Imports of records with children that are killed (kill -9) in each phase, fill a disk and lose their
# server: each continues the same command, and leaves the same rows, counts and quarantine as an
# import that nothing befell. A second import of the file changes nothing.
#
# The phases: before the first record, the first chunk, in the middle, what the app does at the end, verify.
#
# REEVE_BIN   the directory of the programs
# REEVE_DSN   a server as its superuser; the full disk and the crash are of a cluster of this script's own
# ROWS        how many records, 60000 if unset
# ROUNDS      how many imports are killed so, 3 if unset
# SEED        of the moments
set -euo pipefail
rows=${ROWS:-60000} rounds=${ROUNDS:-3} seed=${SEED:-$RANDOM}
RANDOM=$seed; echo "SEED=$seed"
cd "$(dirname "$0")/../.." && . scripts/cluster.sh
name=reeve_chaos_import_$$ server=$REEVE_DSN importer=
work=$(mktemp -d /tmp/reeve-import.XXXXXX)
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  [ -z "$importer" ] || kill "$importer" 2>/dev/null || true
  cluster_stop
  ! mountpoint -q "$work/disk" || umount "$work/disk" || true
  psql -XqAt "$REEVE_DSN dbname=postgres" -c "DROP DATABASE IF EXISTS $name WITH (FORCE)" \
    -c "DROP DATABASE IF EXISTS ${name}_template WITH (FORCE)" || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT

fail() { echo "FAILED  $*"; cat "$work/log"; exit 1; }
admin() { psql -XqAt -v ON_ERROR_STOP=1 "$server dbname=postgres" "$@" 2>>"$work/log"; }
sql() { psql -XqAt -v ON_ERROR_STOP=1 "$server dbname=$name" "$@"; }
run() { exec "$REEVE_BIN/reeve" import "$1" "$work/records" --mapping "$work/mapping.yaml" --dsn "$server dbname=$name"; }
pause() { sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"; }

# Makes, on a server that has none yet, the database that the others are copies of.
template() {
  admin -c "CREATE DATABASE ${name}_template"
  "$REEVE_BIN/reeve" upgrade --dsn "$server dbname=${name}_template" >"$work/log" 2>&1 || fail upgrade
  psql -XqAt -v ON_ERROR_STOP=1 "$server dbname=${name}_template" >"$work/log" 2>&1 <<'SQL' || fail app
SELECT 'CREATE ROLE chaos_owner' WHERE to_regrole('chaos_owner') IS NULL \gexec
CREATE SCHEMA chaos AUTHORIZATION chaos_owner;
SET ROLE chaos_owner;
CREATE TABLE chaos.record(id bigint PRIMARY KEY, name text NOT NULL, note text);
CREATE TABLE chaos.line(
  record_id bigint REFERENCES chaos.record, number int, sku text CHECK (sku <> ''), PRIMARY KEY (record_id, number));
CREATE TABLE chaos.tag(record_id bigint REFERENCES chaos.record, tag text, PRIMARY KEY (record_id, tag));
-- While it has a row, what the app does at the end does not come to an end.
CREATE TABLE chaos.gate(closed bool);
CREATE FUNCTION chaos.heal() RETURNS SETOF text LANGUAGE plpgsql SECURITY DEFINER SET search_path = chaos
AS $$ BEGIN
  WHILE EXISTS (SELECT FROM chaos.gate) LOOP PERFORM pg_sleep(0.01); END LOOP;
END $$;
RESET ROLE;
SELECT reeve.catalog_apply(jsonb_build_object('app', 'chaos', 'schema', 'chaos', 'title', 'Chaos',
  'owner', 'chaos_owner', 'collections', jsonb_build_object('record', jsonb_build_object(
    'table', 'record', 'key', '["id"]'::jsonb, 'label', 't.name', 'show', '["name"]'::jsonb))));
SQL
}
# Copies it, as files: a sequence that is copied through the log may go back when the server crashes.
fresh() {
  admin -c "DROP DATABASE IF EXISTS $name WITH (FORCE)" \
    -c "CREATE DATABASE $name TEMPLATE ${name}_template STRATEGY file_copy ${1:-}"
}
start() { run run >"$work/log" 2>&1 & importer=$!; }
await() { status=0; wait "$importer" 2>/dev/null || status=$?; importer=; }
# A process that is killed before it has begun uses up a number.
first='SELECT min(import_id) FROM reeve.import'
# What an import leaves: each table, the quarantine and the counts. Which record has the same key is looked up
# a number of times by each process, so one that was killed tells more of them.
digest() {
  for table in record line tag; do
    sql -c "SELECT '$table', count(*), md5(string_agg(t::text, ' ' ORDER BY t::text COLLATE \"C\")) FROM chaos.$table t"
  done
  sql -c "SELECT 'quarantine', count(*), md5(string_agg(concat_ws('|', record, line, byte_offset, code,
      CASE WHEN code <> 'key' THEN reason END, md5(original), is_cut), E'\n' ORDER BY record)) FROM reeve.quarantine WHERE import_id = ($first)" \
    -c "SELECT 'declared', declared, 'read', read, 'new', inserted, 'changed', changed, 'same', same, 'quarantined',
      quarantined, declared = read AND read = inserted + changed + same + quarantined, finished_at IS NOT NULL
      FROM reeve.import WHERE import_id = ($first)"
}
# Waits until the server is done with what it was told by a program that is gone.
settle() {
  until [ "$(sql -c "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'reeve'")" -eq 0 ]; do sleep 0.02; done
}
read_so_far() { sql -c 'SELECT coalesce(max(read), 0) FROM reeve.import'; }
# The same command once more, to the end; what it leaves is compared.
complete() { # TITLE
  start; await
  [ "$status" -eq 1 ] && grep -q '^reeve: not every record was imported$' "$work/log" || fail "$1: exit status $status"
  digest >"$work/digest"; diff "$work/expected" "$work/digest" || fail "$1: other rows"
  # Records are in quarantine, so its exit status is 1.
  (run verify) >"$work/log" 2>&1 && fail "$1: verify"
  grep -q 'missing or different 0$' "$work/log" || fail "$1: verify"
  echo "ok      $1: the same digests; $(sed 's/.*declared/declared/' "$work/log")"
}

cat >"$work/mapping.yaml" <<'YAML'
app: chaos
source: records
format: ndjson
table: record
key: [id]
after: heal
columns: {id: {from: id}, name: {from: name}, note: {from: note}}
children:
  - {from: lines, table: line, key: [record_id, number], columns: {record_id: {from: $parent.id}, number: {from: $index}, sku: {from: sku}}}
  - {from: tags, table: tag, key: [record_id, tag], columns: {record_id: {from: $parent.id}, tag: {from: $value}}}
YAML
template
# Among the records are keys that came long before, children that a table refuses, and broken lines.
admin -v rows="$rows" <<'SQL' >"$work/records"
SELECT CASE WHEN n % 3001 = 0 THEN left(j, length(j) / 2) ELSE j END
FROM generate_series(1, :rows) n, LATERAL (SELECT json_build_object(
  'id', CASE WHEN n % 1009 = 0 THEN n / 2 ELSE n END, 'name', 'Name "' || n || E'" \u0105\u540d',
  'note', repeat('word ', n % 150), 'tags', CASE n % 3 WHEN 0 THEN '["a", "b"]' ELSE '[]' END::json,
  'lines', CASE WHEN n % 20011 = 0 THEN '[{"sku": ""}]' ELSE (
    SELECT coalesce(json_agg(json_build_object('sku', 's' || k)), '[]')
    FROM generate_series(1, n % 4) k) END)::text) r(j) ORDER BY n;
SQL
fresh; begin=${EPOCHREALTIME/./}; start; await
calm=$(((${EPOCHREALTIME/./} - begin) / 1000))
digest | tee "$work/expected"
grep -q '^declared.*|t|t$' "$work/expected" || fail 'not all is counted'
complete 'a second import changes nothing'
[ "$(sql -c 'SELECT count(*) FROM reeve.import WHERE import_id = 2 AND inserted + changed = 0
  AND declared = read AND read = same + quarantined')" -eq 1 ] || fail 'a second import changes something'

# Starts a verb, kills it as soon as a condition holds, and says where that was. Whatever is over before
# is tried again by the caller.
killed_in() { # PHASE VERB CONDITION
  local before; before=$(read_so_far)
  run "$2" >"$work/log" 2>&1 & importer=$!
  until eval "$3"; do
    kill -0 "$importer" 2>/dev/null || { await; return 1; }
  done
  kill -9 "$importer" 2>/dev/null || true
  await
  [ "$status" -eq 137 ] || return 1
  sql -c 'DELETE FROM chaos.gate'; settle
  [ "$2" = verify ] || [ "$before" -eq 0 ] || grep -q 'import [0-9]* continues after record' "$work/log" ||
    fail "an import that was killed did not continue"
  places+=", $1"; [ "$1" = start ] || [ "$2" = verify ] || places+=" at $(read_so_far)"
}
holds() { [ "$(sql -c "SELECT EXISTS (SELECT FROM reeve.import WHERE $1)")" = t ]; }
for ((round = 1; round <= rounds; round++)); do
  places=
  until fresh && killed_in start run "pause $((RANDOM % 60)); ! holds TRUE" && killed_in 'first chunk' run 'holds "read = 0"'; do places=; done
  for part in 1 2; do
    from=$(read_so_far)
    killed_in middle run "holds 'read >= $((from + 1 + RANDOM % (part * rows / 3 - from)))'" ||
      fail 'an import was over in its middle'
  done
  sql -c 'INSERT INTO chaos.gate VALUES (TRUE)'
  killed_in end run 'holds "read = $rows AND finished_at IS NULL"' || fail 'an import did not wait at its end'
  killed_in verify verify "pause $((RANDOM % (calm / 10)))" || places+=', verify was over'
  complete "killed in${places#,}"
done

cluster_start
server="host=$cluster port=5432 user=postgres"; template
fresh; moments=
for _ in 1 2; do
  before=$(read_so_far); start
  while kill -0 "$importer" 2>/dev/null && [ "$(read_so_far)" -le "$before" ]; do sleep 0.02; done
  pause $((RANDOM % (calm / 16)))
  as_server "$PG_BIN/pg_ctl" stop -s -m immediate -D "$cluster/data"
  await
  as_server "$PG_BIN/pg_ctl" start -s -w -D "$cluster/data" -l "$cluster/log"
  [ "$status" -eq 3 ] && grep -q 'the same command resumes' "$work/log" || fail "a lost server: exit $status"
  moments+=" $(read_so_far)"
done
tail -n 2 "$work/log"; complete "the server crashed behind$moments"

mkdir "$work/disk"
size=$(($(sql -c "SELECT pg_database_size('${name}_template')") / 1048576 + 10 + RANDOM % 10))
mount -t tmpfs -o size="${size}m" tmpfs "$work/disk" 2>/dev/null ||
  { echo 'not run: a full disk, as this user may not mount a small one'; exit 1; }
chmod o+x "$work" # where the tablespace lies
chown "$(stat -c %U "$cluster/data")" "$work/disk"
admin -c "CREATE TABLESPACE small LOCATION '$work/disk'"
fresh 'TABLESPACE small'; start; await; cat "$work/log"
[ "$status" -eq 1 ] && grep -q 'the same command resumes' "$work/log" &&
  [ "$(grep -c 'No space left on device' "$work/log")" -eq 1 ] || fail "a full disk: exit status $status"
mount -o remount,size=1g "$work/disk"
complete "the disk of $size MiB was full behind $(read_so_far)"
