#!/usr/bin/env bash
# Moves of an app whose server crashes or whose disk is full, the first one and one of a later export: the same command
# completes each, and leaves the same rows, quarantine, keys and counts as moves that nothing befell.
#
# REEVE_BIN   the directory of the programs
# PEOPLE      how many, 4000 if unset, with an activity and a bucket each
# SEED        of the moments
set -euo pipefail
people=${PEOPLE:-4000} seed=${SEED:-$RANDOM}
RANDOM=$seed; echo "SEED=$seed"
cd "$(dirname "$0")/../.." && . scripts/cluster.sh
work=$(mktemp -d /tmp/reeve-move.XXXXXX) mover= tablespace=
export REEVE_HOME=$work/home
finish() {
  local status=$?
  trap - EXIT
  trap '' INT TERM
  [ -z "$mover" ] || kill "$mover" 2>/dev/null || true
  cluster_stop
  ! mountpoint -q "$work/disk" || umount "$work/disk" || true
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
fail() { echo "FAILED  $*"; cat "$work/log"; exit 1; }
admin() { psql -XqAt -v ON_ERROR_STOP=1 -d postgres "$@" 2>>"$work/log"; }
sql() { PGTZ=UTC psql -XqAt -v ON_ERROR_STOP=1 -d app "$@"; }

python3 - "$work" "$people" <<'PYTHON'
import json, sys
folder, many = sys.argv[1], int(sys.argv[2])
people = [f"person{n:06}" for n in range(many)]
def write(day):
    later = day == "later"
    def changed(n): return later and n % 3 == 0
    gone = {p for n, p in enumerate(people) if later and n % 50 == 7}
    here = [(n, p) for n, p in enumerate(people) if p not in gone]
    if later: here += [(many + n, f"late{n:06}") for n in range(many // 10)]
    tree = {
        "users": {p: {"uid": p, "username": p, "name": f"{'New' if changed(n) else 'Name'} {n}", "email": f"{p}@mail.example"} for n, p in here},
        "Activities": {f"a-{p}": {"userID": p, "activityName": f"{'Run' if changed(n + 1) else 'Swim'} {n}" + " far" * (n % 40), "activityID": f"a-{p}"}
                       for n, p in here},
        "BuckIts": {f"b-{p}": {"userID": p, "title": f"{'Winter' if changed(n + 2) else 'Summer'} {n}", "buckitID": f"b-{p}",
                               "Activities": {f"a-{p}": True}} for n, p in here}}
    tree["Activities"]["a-list"] = {"userID": people[0], "activityName": ["no", "text"], "activityID": "a-list"}
    json.dump(tree, open(f"{folder}/{day}.json", "w"))
    json.dump({"users": [{"localId": p, "email": f"{p}@mail.example", "createdAt": "1500000000000",
                          "providerUserInfo": [{"providerId": "google.com", "rawId": f"g-{p}"}]} for _, p in here]},
              open(f"{folder}/{day}-accounts.json", "w"))
write("first")
write("later")
PYTHON

move() { exec "$REEVE_BIN/reeve" move buckit --store "$work/$1.json" --auth "$work/$1-accounts.json" --dsn "host=$cluster port=5432 user=postgres dbname=app"; }
start() { move "$1" >"$work/log" 2>&1 & mover=$!; } # DAY
await() { status=0; wait "$mover" 2>/dev/null || status=$?; mover=; }
fresh() { # DATABASE
  admin -c 'DROP DATABASE IF EXISTS app WITH (FORCE)' -c "CREATE DATABASE app TEMPLATE $1 STRATEGY file_copy $tablespace"
}
# Rows by what does not depend on when, or how often, somebody tried.
digest() {
  local table
  for table in users identities activities buckets bucket_items; do
    sql -c "SELECT '$table', count(*), md5(string_agg(x, ' ' ORDER BY x COLLATE \"C\")) FROM (
      SELECT (to_jsonb(t) - '{id,user_id,owner_id,author_id,bucket_id,activity_id,creator_id,added_by,created_at,updated_at,added_at}'::text[])::text
      FROM buckit.$table t) s(x)"
  done
  sql -c "SELECT 'keys', source, count(*), count(*) FILTER (WHERE gone_in IS NOT NULL), md5(string_agg(digest::text || coalesce(content::text, ''), ' '
      ORDER BY digest)) FROM reeve.import_key WHERE source NOT LIKE '%Activities/{activity}' GROUP BY source ORDER BY source" \
    -c "SELECT DISTINCT ON (source) 'import', source, declared, read, inserted + changed + same, kept, quarantined,
      finished_at IS NOT NULL FROM reeve.import ORDER BY source, import_id DESC" \
    -c "SELECT DISTINCT ON (source) 'written', source, inserted, changed, same FROM reeve.import ORDER BY source, import_id DESC" \
    -c "SELECT 'quarantine', q.record, q.code, q.reason FROM reeve.quarantine q JOIN (SELECT max(import_id) AS import_id FROM reeve.import
      GROUP BY source) i USING (import_id) ORDER BY q.record"
}
# The same command once more, to the end; what it leaves is compared.
complete() { # DAY TITLE [PATTERN]; lines with the pattern may differ
  start "$1"; await
  [ "$status" -eq 1 ] && grep -q '^reeve: not every record is in its table$' "$work/log" || fail "$2: exit status $status"
  digest >"$work/$1.digest"
  diff <(grep -v "${3:-^$}" "$work/$1.expected") <(grep -v "${3:-^$}" "$work/$1.digest") || fail "$2: other rows"
  sql -c "SELECT problem FROM reeve.audit_faults(9) WHERE problem !~ 'seal'" >"$work/faults"
  [ ! -s "$work/faults" ] || { cat "$work/faults"; fail "$2: the record"; }
  [ -z "$(sql -c "SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('reeve_stage') AND relkind = 'r'")" ] || fail "$2: tables are left"
  echo "ok      $2: the same digests"
}
read_so_far() { sql -c 'SELECT coalesce(sum(read), 0) FROM reeve.import' 2>/dev/null || echo -1; }
pause() { sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"; }

cluster_start 'max_wal_size = 256MB'
admin -c 'CREATE DATABASE empty'
"$REEVE_BIN/reeve" upgrade --dsn "host=$cluster port=5432 user=postgres dbname=empty" >"$work/log" 2>&1 || fail upgrade
"$REEVE_BIN/reeve" sample load buckit --schema-only --dsn "host=$cluster port=5432 user=postgres dbname=empty" >"$work/log" 2>&1 || fail schema
fresh empty
for day in first later; do
  start "$day"; await
  [ "$status" -eq 1 ] && grep -q '^reeve: not every record is in its table$' "$work/log" || fail "$day: exit status $status"
  digest >"$work/$day.expected"
  if [ "$day" = first ]; then admin -c 'CREATE DATABASE moved TEMPLATE app STRATEGY file_copy'; fi
done
cat "$work/later.expected"

for day in first later; do
  if [ "$day" = first ]; then fresh empty; else fresh moved; fi
  moments=
  for _ in 1 2 3; do
    before=$(read_so_far); start "$day"
    until [ "$(read_so_far)" -gt "$before" ] || ! kill -0 "$mover" 2>/dev/null; do sleep 0.02; done
    pause $((RANDOM % 900))
    at=$(read_so_far)
    kill -0 "$mover" 2>/dev/null || { await; break; }
    as_server "$PG_BIN/pg_ctl" restart -s -w -m immediate -D "$cluster/data" -l "$cluster/log" >"$work/restart" 2>&1 || { cat "$work/restart"; fail restart; }
    await
    [ "$status" -eq 3 ] && grep -q '^reeve: the connection was lost\|the same command resumes' "$work/log" || fail "a restarted server: exit status $status"
    moments+=" $at"
  done
  [ -n "$moments" ] || fail "the move of the $day export was over before"
  # A later import whose server crashes is read from its first record, and says so: what it had written is the same now.
  complete "$day" "the server restarted behind$moments, $day export" "$([ "$day" = first ] || echo '^written')"
done

mkdir "$work/disk"
mount -t tmpfs -o size=1g tmpfs "$work/disk" 2>/dev/null ||
  { echo 'not run: a full disk, as this user may not mount a small one'; exit 1; }
chmod o+x "$work" # where the tablespace lies
chown "$(stat -c %U "$cluster/data")" "$work/disk"
admin -c "CREATE TABLESPACE small LOCATION '$work/disk'"
tablespace='TABLESPACE small'
for day in first later; do
  if [ "$day" = first ]; then fresh empty; else fresh moved; fi
  admin -c CHECKPOINT
  used=$(df -Pk "$work/disk" | awk 'NR == 2 { print $3 }') full=
  for free in 200 1200 $((2000 + RANDOM % 2000)); do
    mount -o remount,size=$((used + free))k "$work/disk" 2>/dev/null || { admin -c CHECKPOINT; continue; }
    start "$day"; await
    [ "$status" -ne 1 ] || ! grep -q '^reeve: not every record is in its table$' "$work/log" || break
    cp "$work/log" "$work/full-$day-$free"
    [ "$status" -eq 1 ] && grep -q '^reeve: the disk of the server is full' "$work/log" || fail "a full disk: exit status $status"
    full+=" $(read_so_far)"
  done
  tail -n 3 "$work/log"
  mount -o remount,size=1g "$work/disk"
  complete "$day" "the disk was full behind$full, $day export"
done
