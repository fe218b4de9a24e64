#!/usr/bin/env bash
# What each thing that people and programs do costs the server: how many statements it runs there, the functions
# that call each other included, how often functions are called, and which of them take the time themselves.
#
#   profile.sh DATABASE          prints it, one line each
#   profile.sh DATABASE FILE     false where FILE has other numbers of statements; their times are not compared
#
# DATABASE is a template of the tests: the small app of sql/tests/fixtures is made in a copy of it. Connects by
# libpq's environment as a superuser.
set -euo pipefail
cd "$(dirname "$0")/.."
plan() { echo "reeve.action_plan('$1', 'shop', '$2', '$3', '$4')"; } # VERB COLLECTION KEY ARGUMENTS
act() { echo "reeve.case_act(NULL, '$1', 'shop', '$2', '$3', '$4', NULL)"; }
probe="'{\"kind\": \"worker.probe\"}'::jsonb"
worker='(SELECT worker_id FROM pg_temp.me), (SELECT nonce FROM pg_temp.me)'
# NAME: LOGIN CALL, in this order; the console calls these functions.
calls=(
  "find: shop_ann reeve.subject_find('shop', 'person', 'ol', FALSE, 20)"
  "show: shop_ann reeve.subject_show('shop', 'person', '1')"
  "status of a subject: shop_ann reeve.subject_status('shop', 'person', '1')"
  "history: shop_ann reeve.subject_history('shop', 'person', '1', 20)"
  "plan of hide: shop_ann $(plan hide item '["a-1", 1]' '{"policy": "spam"}')"
  "hide: shop_ann $(act hide item '["a-1", 1]' '{"policy": "spam"}')"
  "plan of undo: shop_ann reeve.undo_plan(1)"
  "undo of hide: shop_ann reeve.undo_perform(1, 'a mistake', NULL)"
  "warn: shop_ann $(act warn person 2 '{"policy": "fraud"}')"
  "note: shop_ann $(act note person 2 '{"why": "seen before"}')"
  "plan of ban: shop_ann $(plan ban person 1 '{"policy": "fraud", "for": "7d"}')"
  "ban, which changes 14 rows: shop_ann $(act ban person 1 '{"policy": "fraud", "for": "7d"}')"
  "seal: shop_ann reeve.record_seal()"
  "report: shop_app reeve.report_file('shop', 'person', '3', 'fakes', 'spam', 'person:2')"
  "queue: shop_ann reeve.case_queue('shop')"
  "claim of a case: shop_ann reeve.case_perform('claim', 1, '{}')"
  "job: postgres reeve.enqueue('worker.probe', '{}')"
  "100 jobs: postgres reeve.enqueue(array_fill($probe, '{100}'))"
  "claim of 101 jobs: reeve_worker reeve.job_claim($worker, '{1,1,1}', 200)"
  "their end: reeve_worker reeve.job_complete(
    (SELECT array_agg(job_id) FROM pg_temp.run), (SELECT array_agg(lease) FROM pg_temp.run))"
)
statements() {
  local one
  cat <<'SQL'
SET client_min_messages = error;
BEGIN;
\i sql/tests/fixtures/shop.sql
\i sql/tests/fixtures/shop_actions.sql
ALTER TABLE reeve."case" ALTER COLUMN case_id RESTART;
CREATE ROLE shop_app LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
CREATE TEMP TABLE me AS SELECT worker_id, nonce FROM reeve.worker_register('default', 'here', 1, '999.0.0');
CREATE TEMP VIEW run AS SELECT job_id, lease FROM reeve.job_run;
CREATE TEMP TABLE before(funcid oid, calls bigint, self_time float8);
GRANT SELECT ON me, run TO reeve_worker;
LOAD 'auto_explain';
SET auto_explain.log_min_duration = 0;
SET auto_explain.log_nested_statements = on;
SET track_functions = 'all';
SQL
  for one in "${calls[@]}"; do
    local name=${one%%: *} rest=${one#*: }
    cat <<SQL
\\warn call $name
SET SESSION AUTHORIZATION ${rest%% *};
SET client_min_messages = log;
SELECT * FROM ${rest#* };
SET client_min_messages = error;
RESET SESSION AUTHORIZATION;
WITH spent AS (
  SELECT f.funcid, p.proname, f.calls - coalesce(b.calls, 0) AS calls,
    f.self_time - coalesce(b.self_time, 0) AS own
  FROM pg_stat_xact_user_functions f JOIN pg_proc p ON p.oid = f.funcid
  LEFT JOIN pg_temp.before b USING (funcid)
  WHERE f.calls > coalesce(b.calls, 0)
)
SELECT sum(s.calls) AS calls, (
  SELECT string_agg(t.proname || ' ' || round(100 * t.own / t.whole) || ' %', ', ' ORDER BY t.own DESC)
  FROM (SELECT f.*, sum(f.own) OVER () AS whole FROM spent f ORDER BY f.own DESC LIMIT 4) t) AS own
FROM spent s \\gset
\\warn calls :calls
\\warn own :own
TRUNCATE pg_temp.before;
INSERT INTO pg_temp.before SELECT funcid, calls, self_time FROM pg_stat_xact_user_functions;
SQL
  done
  echo 'ROLLBACK;'
}
profile() {
  PGOPTIONS='-c client_min_messages=warning' psql -Xq -d postgres -c 'DROP DATABASE IF EXISTS reeve_profile' \
    -c "CREATE DATABASE reeve_profile TEMPLATE $1"
  statements | psql -XqAt -v ON_ERROR_STOP=1 -d reeve_profile 2>&1 | awk '
    function tell() { if (name != "") printf "%-28s %5d statements %5d calls   %s\n", name, n, calls, own }
    /^call / { tell(); name = substr($0, 6); n = 0 }
    /LOG:  duration: / { n++ }
    /^calls / { calls = $2 }
    /^own / { own = substr($0, 5) }
    /ERROR:|^(refused|proposed)\|/ { print name ": " $0; bad = 1 }
    END { tell(); exit bad }'
  psql -Xq -d postgres -c 'DROP DATABASE reeve_profile'
}
if [ $# -lt 2 ]; then profile "$1"; exit; fi
# How often functions are called depends on what the planner puts in place of their calls.
counts() { sed -E 's/(statements) .*/\1/' "$1"; }
told=$(mktemp)
trap 'rm -f "$told"' EXIT
profile "$1" >"$told"
diff -u <(counts "$2") <(counts "$told") ||
  { echo "$2 is not what each call costs: make profile, and say in the commit why one takes more"; exit 1; }
