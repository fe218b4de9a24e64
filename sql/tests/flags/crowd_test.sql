-- However many rows are alike, a flag looks at them in steps of about a second, and goes on where
-- the one before ended.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
DELETE FROM reeve.change;
UPDATE reeve.flag SET is_live = FALSE;
DELETE FROM reeve.identifier_scan;
SET LOCAL ROLE shop_owner;
ALTER TABLE "Odd Shop".stall ADD town text, ADD lat float8, ADD lon float8;
CREATE INDEX ON "Odd Shop".stall(lat, lon);
INSERT INTO "Odd Shop".stall(code, owner_id, title, town, lat, lon)
SELECT 'd' || lpad(n::text, 5, '0'), 1, 'Silk and more of ' || n % 50, 'oulu', 60, 24
FROM generate_series(1, 600) n;
RESET ROLE;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(jsonb_set(pg_temp.manifest()
  || '{"flags": {"twice": {"collection": "stall", "policy": "spam", "most": 100000,
    "alike": true}}}',
  '{collections,stall,show}', '["code", "title", "lat", "lon"]'),
  '{collections,stall,place}', '{"latitude": "lat", "longitude": "lon",
    "alike": {"same": "town", "within": 50, "name": "title"}}')) \gset
\ir ../fixtures/worker.sql
SELECT f.flag_id AS flag FROM reeve.flag f WHERE f.name = 'twice' AND f.is_live \gset

-- What a step takes is measured by how much it does, not by this machine's clock: one row of a
-- crowd is compared with no more than forty of five hundred.
CREATE FUNCTION pg_temp.compared(key text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  plan json;
  most bigint;
BEGIN
  EXECUTE format('EXPLAIN (ANALYZE, TIMING OFF, FORMAT json) SELECT * FROM (%s) a', replace(
    (SELECT f.select_sql FROM reeve.flag f WHERE f.name = 'twice' AND f.is_live), '$1',
    quote_literal(ARRAY[key]) || '::text[]')) INTO plan;
  SELECT max((m[1])::bigint) INTO most
  FROM regexp_matches(plan::text, '"Actual Rows": (\d+)', 'g') m;
  RETURN most;
END
$$;
SELECT cmp_ok(pg_temp.compared('d00580'), '<=', 500::bigint,
  'of a crowd at one place a bounded number is looked at');
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.flag') AS job \gset
CREATE FUNCTION pg_temp.steps(job bigint) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  steps int := 0;
BEGIN
  WHILE reeve.flag_scan(job, 1, 150) > 0 LOOP
    steps := steps + 1;
  END LOOP;
  RETURN steps;
END
$$;
SELECT cmp_ok(pg_temp.steps(:job), '>=', 600 / 150, 'it takes several steps');
SELECT cmp_ok((SELECT count(*)::int FROM reeve.flag_hit h WHERE h.flag_id = :flag), '>=', 600 - 50,
  '… after which each row but the first of a name is reported');
SELECT isnt((SELECT s.scanned_at FROM reeve.flag_state s WHERE s.flag_id = :flag), NULL,
  '… and nothing is left');

-- Code of the app that takes long for each row
SET LOCAL ROLE shop_owner;
CREATE FUNCTION "Odd Shop".ponder(keys text[]) RETURNS TABLE(key text, reason text, value numeric)
LANGUAGE sql STABLE AS $$
  SELECT k, 'slow', count(*) FROM unnest(keys) k, generate_series(1, 400000) n GROUP BY k
$$;
RESET ROLE;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest() || '{"flags": {"slow": {
  "collection": "stall", "policy": "spam", "most": 100000, "sql": {"function": "ponder"}}}}') \gset
SELECT f.flag_id AS flag FROM reeve.flag f WHERE f.name = 'slow' AND f.is_live \gset
SELECT reeve.flag_scan(:job, 1, 1000) AS looked \gset
SELECT ok(:looked BETWEEN 1 AND 500, 'a step ends with what it has done: ' || :looked);
SELECT is((SELECT count(*)::int FROM reeve.flag_hit h WHERE h.flag_id = :flag), :looked,
  '… which is done');
SELECT reeve.flag_scan(:job, 1, 1) AS further \gset
SELECT is((SELECT count(*)::int FROM reeve.flag_hit h WHERE h.flag_id = :flag), :looked + :further,
  '… and the next goes on from there');
UPDATE reeve.flag_state SET scanned_at = now() WHERE flag_id = :flag;
SELECT reeve.flag_run(:job, 1, array_agg(f.collection_id), array_agg(s.code)) AS raised
FROM reeve.flag f, (SELECT code FROM "Odd Shop".stall ORDER BY code DESC LIMIT 500) s
WHERE f.flag_id = :flag \gset
SELECT ok(:raised BETWEEN 1 AND 499, 'of changed rows so many are looked at as time allows');
SELECT is((SELECT s.scanned_at FROM reeve.flag_state s WHERE s.flag_id = :flag), NULL,
  '… and the rest in steps');

SELECT * FROM finish();
ROLLBACK;
