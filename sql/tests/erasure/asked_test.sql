-- People who asked in the app are erased, however many of them were erased before.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(4);
ALTER TABLE "Odd Shop"."Person" ADD leaves_at timestamptz;
SELECT count(*) FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{collections,person,erase,asked}', '"t.leaves_at IS NOT NULL"')) \g /dev/null
INSERT INTO "Odd Shop"."Person"(id, "Full Name", email, leaves_at)
SELECT n, 'Leaver ' || n, n || '@leaves.example', now() FROM generate_series(1001, 1110) n;
CREATE FUNCTION pg_temp.go() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  s reeve.job_step;
BEGIN
  LOOP
    s := reeve.erasure_advance('shop', 1000);
    EXIT WHEN s.state <> 'running';
  END LOOP;
  RETURN s.state;
END
$$;
SELECT pg_temp.go() \g /dev/null
SELECT is((SELECT count(*) FROM "Odd Shop"."Person" WHERE "Full Name" LIKE 'Leaver%'), 0::bigint,
  'more than a hundred are erased');
INSERT INTO "Odd Shop"."Person"(id, "Full Name", email, leaves_at)
VALUES (2000, 'Last Leaver', 'last@leaves.example', now());
SELECT pg_temp.go() \g /dev/null
SELECT is((SELECT "Full Name" FROM "Odd Shop"."Person" WHERE id = 2000), 'Nobody',
  'and who asks later, behind them');
SELECT pg_temp.alter_shop($$
  CREATE FUNCTION "Odd Shop".keeps() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN RAISE EXCEPTION ''not this one''; END';
  CREATE TRIGGER keeps BEFORE UPDATE ON "Odd Shop"."Person" FOR EACH ROW
    WHEN (OLD.id = 3000) EXECUTE FUNCTION "Odd Shop".keeps();
  INSERT INTO "Odd Shop"."Person"(id, "Full Name", email, leaves_at) VALUES
    (3000, 'Kept Leaver', 'kept@leaves.example', now()),
    (3001, 'Next Leaver', 'next@leaves.example', now())$$) \g /dev/null
SELECT is(pg_temp.go(), 'retryable', 'one whose erasure the app refuses is tried again');
SELECT is((SELECT "Full Name" FROM "Odd Shop"."Person" WHERE id = 3001), 'Nobody',
  'and holds up nobody else''s');
SELECT * FROM finish();
ROLLBACK;
