-- Of more differing rows than a list holds, a mend of the first leaves the number of the others.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(3);
ALTER TABLE "Odd Shop"."Person" ADD stalls int NOT NULL DEFAULT 0;
INSERT INTO "Odd Shop"."Person"(id, "Full Name", stalls)
SELECT n, 'Many ' || n, 7 FROM generate_series(10001, 11500) n;
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,person,counts}',
  '{"stalls": {"of": "stall", "via": "owner", "stored": "stalls"}}')) \g /dev/null
CREATE FUNCTION pg_temp.compare() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  s reeve.job_step;
  p reeve.job_progress;
  j reeve.job;
BEGIN
  p.done := 0;
  LOOP
    s := reeve.count_compare(j, p, 1000);
    p.done := s.done;
    p.checkpoint := s.checkpoint;
    EXIT WHEN s.state <> 'running';
  END LOOP;
END
$$;
SELECT pg_temp.compare() \g /dev/null
SET SESSION AUTHORIZATION shop_sam;
SELECT differing AS before FROM reeve.count_list('shop') \gset
SELECT is((SELECT detail ->> 'rows' FROM reeve.count_mend('shop', 'person', 'stalls')), '1000',
  'a thousand are mended');
SELECT is((SELECT differing FROM reeve.count_list('shop')), (:before - 1000)::bigint,
  'the others are still told');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM "Odd Shop"."Person" p WHERE p.stalls <> (
    SELECT count(*) FROM "Odd Shop".stall s WHERE s.owner_id = p.id)), (:before - 1000)::bigint,
  'which are as many as differ');
SELECT * FROM finish();
ROLLBACK;
