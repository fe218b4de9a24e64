#!/usr/bin/env bash
# Whoever takes a request for erasure back while the job waits for the row is not erased; a row that the app keeps
# locked holds up no other erasure; and a legal hold that is placed while a batch of retention runs covers the rows that
# it says it does.
# The cluster is this script's own. REEVE is the console.
set -uo pipefail
cd "$(dirname "$0")/../../.."
. sql/tests/fixtures/shop.sh
open_shop <<'SQL'
ALTER TABLE "Odd Shop"."Person" ADD leaves_at timestamptz;
ALTER TABLE "Odd Shop".deal ADD made_at timestamptz NOT NULL DEFAULT now() - interval '400 days';
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(jsonb_set(made.manifest(),
  '{collections,person,erase,asked}', '"t.leaves_at IS NOT NULL"'), '{collections,deal,retain}',
  '[{"column": "made_at", "where": "t.state = ''over''", "after": "365d", "delete": true}]'));
UPDATE "Odd Shop"."Person" SET leaves_at = now() WHERE id = 2;
SQL

coproc app { exec psql -XqAt; }
printf '%s\n' 'BEGIN;' 'UPDATE "Odd Shop"."Person" SET leaves_at = NULL WHERE id = 2;' '\echo done' >&"${app[1]}"
read -r _ <&"${app[0]}"
sql -c "SET lock_timeout = '60s'" -c "SELECT (reeve.erasure_advance('shop', 1000)).state" >"$work/erased" &
erasing=$!
until_true waits
echo 'COMMIT;' >&"${app[1]}"
wait "$erasing"
is 'who takes the request back in time is not erased' "$(cat "$work/erased"), $(sql -c 'SELECT "Full Name" <> $$Nobody$$
  FROM "Odd Shop"."Person" WHERE id = 2')" 'completed, t'

sql -c 'UPDATE "Odd Shop"."Person" SET leaves_at = now() WHERE id IN (2, 4)'
printf '%s\n' 'BEGIN;' 'UPDATE "Odd Shop"."Person" SET leaves_at = NULL WHERE id = 2;' '\echo done' >&"${app[1]}"
read -r _ <&"${app[0]}"
advance() { sql -c "SET lock_timeout = '200ms'" -c "SELECT (reeve.erasure_advance('shop', 1000)).state"; }
is 'another is erased while the app keeps a row locked' "$(advance), $(sql -c 'SELECT "Full Name" FROM "Odd Shop"."Person"
  WHERE id = 4')" 'running, Nobody'
sql -c 'UPDATE reeve.erasure SET done_at = now()'
is 'and the locked row is tried again' "$(advance)" scheduled
echo 'COMMIT;' >&"${app[1]}"

printf '%s\n' 'BEGIN;' "SELECT 'swept ' || (reeve.retain_sweep(jsonb_populate_record(NULL::reeve.job, '{\"app\": \"shop\"}'),
  jsonb_populate_record(NULL::reeve.job_progress, '{\"done\": 0}'), 100)).done;" >&"${app[1]}"
read -r swept <&"${app[0]}"
is 'retention deletes what has been kept long enough' "$swept" 'swept 1'
sql -U shop_sam -c "SELECT outcome FROM reeve.action_perform('hold', 'shop', 'person', '2', '{\"why\": \"court\"}', NULL)" \
  >"$work/held" &
holding=$!
until_true waits
echo 'COMMIT;' >&"${app[1]}"
wait "$holding"
is 'a hold waits for the batch' "$(cat "$work/held")" 'done'
is 'and covers rows that are there' "$(sql -c 'SELECT count(*) FROM reeve.hold_cover($$shop$$) h JOIN reeve.collection c USING (collection_id)
  LEFT JOIN "Odd Shop".deal d ON d.id::text = h.key WHERE c.name = $$deal$$ AND d.id IS NULL')" 0
checked
