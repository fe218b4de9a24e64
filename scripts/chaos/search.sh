#!/usr/bin/env bash
# Readers and writers together: an app's login and an admin search 100,000 rows in every way, while rows
# come, go, change, are hidden and shown again, a worker follows, the index is built anew and rolled
# back. Each answer is compared with the table in the same snapshot: search.py says by which rules.
#
# REEVE_BIN        the directory of the programs
# REEVE_DSN        a server as its superuser
# SEARCH_SECONDS   how long, 600 if unset
# SEARCH_ROWS      how many rows, 100000 if unset
# SEARCH_READERS   how many readers of each login, 2 if unset
# SEED             of everything random
set -euo pipefail
seconds=${SEARCH_SECONDS:-600}
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../proof.sh"
python3 "$here/search.py" rows "$seed" "${SEARCH_ROWS:-100000}" >"$work/rows"
sql <<SQL >"$work/log"
SELECT format('CREATE ROLE %I %s', r, o) FROM (VALUES ('chaos_owner', 'NOLOGIN'),
  ('chaos_web', 'LOGIN'), ('chaos_senior', 'LOGIN')) v(r, o) WHERE to_regrole(r) IS NULL \gexec
GRANT reeve_senior TO chaos_senior;
CREATE SCHEMA chaos AUTHORIZATION chaos_owner;
SET ROLE chaos_owner;
CREATE TABLE chaos.product(
  id bigint PRIMARY KEY, title text NOT NULL, about text NOT NULL, category text, brand text,
  price numeric, likes int, listed boolean NOT NULL, hidden_until timestamptz,
  written_at timestamptz NOT NULL DEFAULT clock_timestamp());
\copy chaos.product(id, title, about, category, brand, price, likes, listed) FROM '$work/rows'
ANALYZE chaos.product;
-- What a reader's answer is compared with.
GRANT USAGE ON SCHEMA chaos TO chaos_web;
GRANT SELECT ON chaos.product TO chaos_web;
RESET ROLE;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES
  (session_user, 'viewer', 'chaos'), ('chaos_senior', 'senior', 'chaos');
SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["chaos_senior"]}');
SELECT reeve.catalog_apply('{"app": "chaos", "schema": "chaos", "owner": "chaos_owner",
  "title": "Chaos", "collections": {"product": {
    "table": "product", "key": ["id"], "label": "t.title", "show": ["id", "title"],
    "visible": "hidden_until", "enforcement": "column",
    "search": {"a": ["title"], "c": ["about"], "popularity": "likes", "filters": ["price"],
      "facets": ["category", "brand"], "public": true, "roles": ["chaos_web"],
      "where": "t.listed"}}},
  "actions": [{"verb": "hide", "collection": "product", "effects": [
    {"name": "product", "collection": "product", "hide": true}]}],
  "policies": {"fraud": {"title": "Fraud", "clause": "No fraud.", "grace": "0s"}}}');
DELETE FROM reeve.approval_rule;
SQL
"$REEVE_BIN/reeve" search reindex --dsn "$dsn" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
mkdir "$work/sink"
"$REEVE_BIN/reeve-worker" --sink "$work/sink" --dsn "$dsn" >"$work/worker.log" 2>&1 &
worker=$!
jobs+=("$worker")
(
  sleep $((seconds / 3))
  "$REEVE_BIN/reeve" search reindex --dsn "$dsn" 2>&1 | tail -n 2
  sleep $((seconds / 4))
  "$REEVE_BIN/reeve" search rollback chaos/product --dsn "$dsn" 2>&1 | tail -n 2
) >"$work/swaps" &
swaps=$!
jobs+=("$swaps")
status=0
python3 "$here/search.py" play "$seed" "$dsn" "$seconds" "${SEARCH_READERS:-2}" || status=1
wait "$swaps" || status=1
cat "$work/swaps"
kill -0 "$worker" || { echo 'the worker has ended:'; tail -n 5 "$work/worker.log"; exit 1; }
until [ "$(sql -c "SELECT NOT reeve.change_lag('search')
  AND NOT EXISTS (SELECT FROM reeve.search_waiting)")" = t ]; do sleep 1; done
verified=$("$REEVE_BIN/reeve" search verify --dsn "$dsn" 2>&1) || status=1
echo "$verified"
[[ $verified == *'0 missing, 0 extra, 0 stale, 0 words wrong' ]] || status=1
exit "$status"
