#!/usr/bin/env bash
# What is done to many at once compares none of them with all the others, nor reads a table again for each: a
# wave in a market, with all plans as a session keeps them and the tables empty when it begins. The server
# explains each statement.
# Connects by libpq's environment as a superuser, and works in a copy of REEVE_TEST_TEMPLATE. REEVE is the
# console, beside which its worker stands.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
reeve=${REEVE:-$root/.build/debug/reeve}
base=plans_$$ senior=plans_senior_$$ app=plans_app_$$
work=$(mktemp -d /tmp/reeve-plans.XXXXXX)
export REEVE_SHARE=${REEVE_SHARE:-$root} PGOPTIONS='-c client_min_messages=error'
unset DATABASE_URL
finish() {
  psql -XqAt -d postgres -c "DROP DATABASE IF EXISTS $base WITH (FORCE)" -c "DROP ROLE IF EXISTS $senior, $app"
  rm -rf "$work"
} 2>/dev/null
trap finish EXIT
sql() { psql -XqAt -v ON_ERROR_STOP=1 -d "$base" "$@"; }
. "$root/sql/tests/checks.sh"

psql -XqAt -d postgres -c "CREATE DATABASE $base TEMPLATE \"${REEVE_TEST_TEMPLATE:?}\"" || exit
psql -XqAt -d postgres -c "ALTER DATABASE $base RESET default_transaction_read_only"
"$reeve" sample load randevoo --replace --scale 1600 --seed 1 --dsn "dbname=$base" \
  --as-of "$(date -d '40 days ago' +%F)" >/dev/null 2>&1
sql <<SQL || exit
CREATE ROLE $senior LOGIN IN ROLE reeve_senior;
INSERT INTO reeve.member VALUES ('$senior', 'senior', 'test');
CREATE ROLE $app LOGIN IN ROLE reeve_app, randevoo_app;
DELETE FROM reeve.approval_rule;
UPDATE reeve.cron SET next_at = 'infinity';
VACUUM ANALYZE;
ALTER DATABASE $base SET plan_cache_mode = force_generic_plan;
ALTER DATABASE $base SET session_preload_libraries = 'auto_explain';
ALTER DATABASE $base SET auto_explain.log_min_duration = '2ms';
ALTER DATABASE $base SET auto_explain.log_nested_statements = on;
ALTER DATABASE $base SET auto_explain.log_analyze = on;
ALTER DATABASE $base SET auto_explain.log_timing = off;
SQL
: >"$work/log"
from=$(stat -c %s "$PGHOST/log")
# Each is one statement of the senior's, as the console sends it.
act() { psql -XqAt -d "$base" -U "$senior" -c "$1" 2>&1; }
keys() { # FIRST STEP COUNT
  seq -s , "$1" "$2" "$(($1 + $2 * ($3 - 1)))"
}
batch() { # NAME VERB COLLECTION ARGS KEYS
  act "SELECT code FROM reeve.selection_make('$1', 'randevoo', '$3', '{$5}', NULL, FALSE)"
  act "SELECT batch_plan FROM reeve.batch_plan('$2', '$1', '$4')" >/dev/null
  act "SELECT code, message FROM reeve.batch_perform('$2', '$1', '$4', NULL)"
}
worker() {
  sql -c "UPDATE reeve.job_timer SET due_at = clock_timestamp()" \
    -c "UPDATE reeve.outbox SET due_at = clock_timestamp() WHERE state = 'queued'"
  mkdir -p "$work/sink"
  PGUSER=reeve_worker PGDATABASE=$base "$(dirname "$reeve")/reeve-worker" --dsn '' --once --concurrency 1 \
    --sink "$work/sink" >>"$work/worker" 2>&1
}

is 'products are hidden' \
  "$(batch hidden hide product '{"policy": "spam", "for": "30 days"}' "$(keys 1 3 500)")" $'\n|B1'
is 'users are banned' "$(batch banned ban user '{"policy": "fraud", "for": "7d"}' "$(keys 2 3 400)")" $'\n|B2'
is 'users are warned' "$(batch warned warn user '{"policy": "spam"}' "$(keys 4 3 400)")" $'\n|B3'
is 'products are deleted' "$(batch deleted delete product '{"policy": "fraud"}' "$(keys 2 3 300)")" $'\n|B4'
is 'products that are hidden are hidden again' \
  "$(batch again hide product '{"policy": "fraud", "for": "60 days"}' "$(keys 1 3 500)")" $'\n|B5'
is 'their people are told' "$(worker; sql -c "SELECT count(*) > 300 FROM reeve.outbox WHERE state = 'sent'")" t
is 'what was hidden is shown' "$(act "SELECT code, message FROM reeve.batch_undo(1, 'a mistake')")" '|B6'
is 'and those who were banned return' "$(act "SELECT code, message FROM reeve.batch_undo(2, 'a mistake')")" '|B7'
is 'reports are filed' "$(psql -XqAt -d "$base" -U "$app" -c "
  SELECT count(reeve.report_file('randevoo', 'product', (1 + n * 7 % 1600)::text, 'a copy', 'counterfeit',
    'user:' || 1 + n % 900)) FROM generate_series(1, 2000) n")" 2000
is 'and come into their cases' \
  "$(sql -c "SELECT reeve.case_intake(1000)" -c "SELECT reeve.case_intake(1000)")" $'1000\n1000'
photos=$(sql -c "UPDATE randevoo.stores SET owner_id = 1 WHERE owner_id IN (101, 201)" \
  -c "SELECT count(*) FROM randevoo.product_photos o JOIN randevoo.products p ON p.id = o.product_id
    JOIN randevoo.stores s ON s.id = p.store_id WHERE s.owner_id = 1")
is 'an erasure tells how many files of a seller go' "$(act "SELECT action_plan FROM reeve.action_plan('erase', \
  'randevoo', 'user', '1', '{\"why\": \"asked for\"}')" | grep -oE '"remove": [0-9]+')" "\"remove\": $photos"
sql -c "SET session_replication_role = replica" \
  -c "UPDATE reeve.action SET until = clock_timestamp() WHERE batch_id = 5" \
  -c "UPDATE randevoo.reservations SET state = 'pending', held_until = NULL, scanned_at = NULL" \
  -c "SELECT reeve.enqueue('collection.expire', '{\"collection\": \"reservation\"}', app => 'randevoo')" \
  -c "SELECT reeve.enqueue('moderation.lift', '{}')" >/dev/null
worker
is 'what is stale ends' "$(sql -c "SELECT count(*) FROM randevoo.reservations WHERE state = 'pending'")" 0
is 'and so does what had a term' "$(sql -c "SELECT count(*) FROM reeve.action
  WHERE batch_id = 5 AND reversed_by IS NULL")" 0

tail -c "+$((from + 1))" "$PGHOST/log" >"$work/log"
explained=$(python3 - "$work/log" <<'PY'
import re, sys
MOST = 40_000  # eighty times as many as there are subjects
text = open(sys.argv[1], errors="replace").read()
statements = re.split(r"\n(?=\S)", text)
found, explained = {}, 0
for one in statements:
    if "Query Text" not in one:
        continue
    explained += 1
    query = " ".join(one.split("Query Text: ")[1].split())[:110]
    for line in one.splitlines():
        removed = re.search(r"Rows Removed by Join Filter: (\d+)", line)
        scan = re.search(r"-> +(.*Scan[^(]*|Materialize) +\(.*\(actual rows=(\d+) loops=(\d+)", line)
        if removed and int(removed[1]) >= MOST:
            found[query] = f"a join compares {removed[1]} pairs"
        elif scan and int(scan[3]) >= 100 and int(scan[2]) * int(scan[3]) >= MOST:
            found[query] = f"{scan[1].strip()} reads {scan[2]} rows {scan[3]} times"
print(explained > 100)
for query, fault in sorted(found.items()):
    print(f"{fault}: {query}")
PY
)
is 'none of these statements compares each with each' "$explained" True
checked
