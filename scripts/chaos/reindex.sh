#!/usr/bin/env bash
# Ten reindexes killed at random moments, under 500 changes a second and a reader: the index that comes
# out is the one that an undisturbed build makes, and no reader fails or waits. Prints the writer's rate
# and its longest stall.
#
# Then workers follow the changes of two collections while they and the server are killed, tables are
# truncated and columns renamed: nothing differs in the end, documents or dictionary.
#
# REEVE_BIN   the directory of the programs
# REEVE_DSN   a server as its superuser
# ROWS        how many rows, 200000 if unset
# SEED        of the moments
set -euo pipefail
rows=${ROWS:-200000}
. "$(dirname "$0")/../proof.sh"
. "$(dirname "$0")/../writer.sh"
digest() {
  sql -c "SELECT table_name FROM reeve.search_generation WHERE state = 'live'" |
    while read -r table; do
      sql -c "SELECT count(*), md5(string_agg(concat_ws('|', key, tsv, popularity, digest, range),
        ' ' ORDER BY key)) FROM reeve_index.$table"
    done
}

sql -v rows="$rows" <<'SQL' >"$work/log"
SELECT 'CREATE ROLE chaos_owner' WHERE to_regrole('chaos_owner') IS NULL \gexec
CREATE SCHEMA "Chaos" AUTHORIZATION chaos_owner;
SET ROLE chaos_owner;
-- A composite key in which text sorts by its own rules, and a name that has to be quoted.
CREATE TABLE "Chaos"."Odd Item"(
  "Part" text, id uuid, title text, body text, weight int, PRIMARY KEY ("Part", id));
INSERT INTO "Chaos"."Odd Item"
SELECT chr(97 + n % 7) || '"' || n % 3, md5(n::text)::uuid, 'Bag ' || md5((n % 5000)::text),
  repeat('word' || n % 977 || ' ', 20), n % 100
FROM generate_series(1, :rows) n;
ANALYZE "Chaos"."Odd Item";
GRANT USAGE ON SCHEMA "Chaos" TO reeve_access;
GRANT ALL ON "Chaos"."Odd Item" TO reeve_access;
RESET ROLE;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES (session_user, 'viewer', 'chaos');
SELECT reeve.catalog_apply(jsonb_build_object('app', 'chaos', 'schema', 'Chaos', 'title', 'Chaos',
  'owner', 'chaos_owner', 'collections', jsonb_build_object('item', jsonb_build_object(
    'table', 'Odd Item', 'key', '["Part", "id"]'::jsonb, 'label', 't.title',
    'show', '["title"]'::jsonb, 'search',
    '{"a": ["title"], "c": ["body"], "popularity": "weight"}'::jsonb))));
CREATE EXTENSION tsm_system_rows;
SQL

"$REEVE_BIN/reeve" search reindex --dsn "$dsn" 2>"$work/log" || { cat "$work/log"; exit 1; }
one='("Part", id) IN (SELECT "Part", id FROM "Chaos"."Odd Item" TABLESAMPLE system_rows(1))'
table='"Chaos"."Odd Item"'
echo "INSERT INTO $table VALUES ('new', gen_random_uuid(), 'Fresh', 'word', 7);" >"$work/insert.sql"
echo "UPDATE $table SET title = 'Changed ' || clock_timestamp() WHERE $one;" >"$work/update.sql"
echo "DELETE FROM $table WHERE $one;" >"$work/delete.sql"
# A key that changes is a document that goes and one that comes.
echo "UPDATE $table SET \"Part\" = 'moved' WHERE $one;" >"$work/move.sql"
writer_start 500 -f insert.sql@1 -f update.sql@2 -f delete.sql@1 -f move.sql@1
# A rank is had by the client's own statement only: no procedure could read.
echo "SELECT key FROM reeve.search('chaos', 'bag word7', NULL, max => 20);" >"$work/read.sql"
pgbench -n -T 86400 -f "$work/read.sql" -l --log-prefix="$work/reads" \
  "$dsn application_name=reader" >"$work/reader" 2>&1 &
reader=$!
jobs+=("$reader")
killed=0
while [ "$killed" -lt 10 ]; do
  "$REEVE_BIN/reeve" search reindex --dsn "$dsn" >/dev/null 2>"$work/log" &
  pid=$!
  sleep "$((RANDOM % 3)).$((RANDOM % 10))$((RANDOM % 10))"
  if kill -9 "$pid" 2>/dev/null; then killed=$((killed + 1)); fi
  wait "$pid" 2>/dev/null || true
done
"$REEVE_BIN/reeve" search reindex --dsn "$dsn" 2>"$work/log" || { cat "$work/log"; exit 1; }
kill -0 "$reader" || { echo 'the reader failed:'; cat "$work/reader"; exit 1; }
# With the writer still at work nothing differs but what waits in the log.
"$REEVE_BIN/reeve" search verify --dsn "$dsn"
writer_stop
kill "$reader"
wait "$reader" || true
jobs=()
"$REEVE_BIN/reeve" search reindex --dsn "$dsn" >/dev/null 2>"$work/log"
# The same once more, by one session and in other pieces: it is all a matter of the rows.
first=$(digest)
"$REEVE_BIN/reeve" search reindex --restart --dsn "$dsn" >/dev/null 2>"$work/log"
second=$(digest)
echo "killed 10 times; $(awk 'NF >= 6 && $3 > longest { longest = $3 }
  END { printf "%d reads, the longest %.0f ms", NR, longest / 1000 }' "$work"/reads.*)"
echo "$first"
[ "${first#*|}" = "${second#*|}" ] || { echo "another build: $second"; exit 1; }

sql <<'SQL' >"$work/log"
SET ROLE chaos_owner;
CREATE TABLE "Chaos".other(id bigint PRIMARY KEY, title text);
INSERT INTO "Chaos".other SELECT n, 'Silk ' || md5(n::text) FROM generate_series(1, 2000) n;
GRANT ALL ON "Chaos".other TO reeve_access;
RESET ROLE;
SELECT reeve.catalog_apply(jsonb_set(a.manifest, '{collections,other}',
  '{"table": "other", "key": "id", "label": "t.id", "show": [], "search": {"a": ["title"]}}'))
FROM reeve.app a WHERE a.app = 'chaos';
SQL
"$REEVE_BIN/reeve" search reindex --dsn "$dsn" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir "$work/sink"
work_on() {
  "$REEVE_BIN/reeve-worker" --sink "$work/sink" --dsn "$dsn" >>"$work/worker.log" 2>&1 &
  worker=$!
  jobs+=("$worker")
}
# Statements that a crash of the server or a renamed column refuses are sent again or given up.
(
  while true; do
    psql -Xq "$dsn" -f "$work/insert.sql" -f "$work/update.sql" -f "$work/delete.sql" -f "$work/move.sql" \
      -c "UPDATE \"Chaos\".other SET title = 'Wool ' || clock_timestamp() WHERE id % 97 = $((RANDOM % 97))" \
      -c "DELETE FROM \"Chaos\".other WHERE id % 997 = $((RANDOM % 997))" \
      -c "INSERT INTO \"Chaos\".other SELECT n, 'Hemp' FROM generate_series(1, 3000, 7) n ON CONFLICT DO NOTHING"
  done >/dev/null 2>&1
) &
jobs+=("$!")
did=()
work_on
until [ "${#did[@]}" = 24 ]; do
  sleep "0.$((RANDOM % 9 + 1))"
  step=$((RANDOM % 6))
  case $step in
  0 | 1)
    kill -9 "$worker" || true
    wait "$worker" 2>/dev/null || true
    work_on
    did+=(worker)
    ;;
  2)
    # The whole server starts again when one of its processes is killed.
    pid=$(sql -c "SELECT pid FROM pg_stat_activity WHERE datname = current_database()
      AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1" || true)
    [ -n "$pid" ] && kill -9 "$pid" || continue
    until sql -c 'SELECT 1' >/dev/null 2>&1; do :; done
    did+=(server)
    ;;
  3) sql -c 'TRUNCATE "Chaos".other' && did+=(truncated) ;;
  4) sql -c 'ALTER TABLE "Chaos".other RENAME title TO titel' 2>/dev/null && did+=(renamed) ;;
  5) sql -c 'ALTER TABLE "Chaos".other RENAME titel TO title' 2>/dev/null && did+=(named) ;;
  esac || true
done
sql -c 'ALTER TABLE "Chaos".other RENAME titel TO title' 2>/dev/null || true
for pid in "${jobs[@]}"; do [ "$pid" = "$worker" ] || kill "$pid" 2>/dev/null || true; done
sql -c "INSERT INTO \"Chaos\".other SELECT n, 'Linen' FROM generate_series(5000, 5999) n"
kill -0 "$worker" 2>/dev/null || work_on
# Jobs that wait to try again do so now.
sql -c "UPDATE reeve.job_timer SET due_at = clock_timestamp()" >/dev/null
waited=0
until [ "$(sql -c "SELECT NOT reeve.change_lag('search') AND NOT EXISTS (SELECT FROM reeve.search_waiting)")" = t ]; do
  sleep 1
  waited=$((waited + 1))
  [ "$waited" -lt 300 ] || { echo 'changes still wait:'; tail -n 5 "$work/worker.log"; exit 1; }
done
"$REEVE_BIN/reeve" search verify --dsn "$dsn"
printf '%s\n' "${did[@]}" | sort | uniq -c | tr '\n' ' '
echo
