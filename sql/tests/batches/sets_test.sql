-- A step of a batch does what it does for all of its subjects at once, also by plans that its
-- session keeps.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT plan(5);
-- Each subject is somebody else's, whose strikes propose something.
SELECT count(*) FROM reeve.catalog_apply(pg_temp.manifest()
  || '{"strikes": {"thresholds": [{"at": 1, "propose": "ban", "for": "7d"}]}}') \g /dev/null
DELETE FROM reeve.approval_rule;
INSERT INTO "Odd Shop"."Person"(id, "Full Name") SELECT n, 'Crowd ' || n
FROM generate_series(100, 219) n;
INSERT INTO "Odd Shop".stall(code, owner_id, title) SELECT 's' || n, n, 'Stall ' || n
FROM generate_series(100, 219) n;
INSERT INTO "Odd Shop".item(stall_code, nr, title) SELECT 's' || n, i, 'Thing'
FROM generate_series(100, 219) n, generate_series(1, 7) i;
SET track_functions = 'all';
CREATE TEMP TABLE tally(verb text, subjects int, oid oid, calls bigint);
CREATE FUNCTION pg_temp.count_calls(verb text, subjects int, sign int) RETURNS void
LANGUAGE sql SECURITY DEFINER AS $$
  INSERT INTO tally SELECT verb, subjects, f.funcid, sign * f.calls
  FROM pg_stat_xact_user_functions f $$;
-- Hides so many items from one on, and takes that back.
CREATE FUNCTION pg_temp.reeve_wave(low int, subjects int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  name text := 'wave' || low;
  made bigint;
  told text;
BEGIN
  PERFORM reeve.selection_make(name, 'shop', 'item', ARRAY(
    SELECT format('["s%s", %s]', 100 + n % 120, 1 + n / 120)
    FROM generate_series(low, low + subjects - 1) n), NULL, FALSE);
  PERFORM pg_temp.count_calls('hide', subjects, -1);
  SELECT substr(o.message, 2)::bigint, o.detail ->> 'changed' INTO made, told
  FROM reeve.batch_perform('hide', name, '{"policy": "fraud"}', NULL) o;
  PERFORM pg_temp.count_calls('hide', subjects, 1);
  PERFORM pg_temp.count_calls('undo', subjects, -1);
  told := told || ' ' || (SELECT o.detail ->> 'changed' FROM reeve.batch_undo(made, 'a mistake') o);
  PERFORM pg_temp.count_calls('undo', subjects, 1);
  RETURN told;
END $$;
-- Functions that are given many things at once, and are called for one more often all the same.
CREATE FUNCTION pg_temp.busier(verb text) RETURNS TABLE(name text, few bigint, many bigint)
LANGUAGE sql AS $$
  SELECT n.nspname || '.' || f.proname, sum(t.calls) FILTER (WHERE t.subjects = 60),
    sum(t.calls) FILTER (WHERE t.subjects = 120)
  FROM tally t JOIN pg_proc f USING (oid) JOIN pg_namespace n ON n.oid = f.pronamespace
  WHERE t.verb = busier.verb AND n.nspname ~ '^reeve' AND EXISTS (
    SELECT FROM unnest(f.proargtypes) a(type) WHERE a.type IN (
      'text[]'::regtype, 'bigint[]'::regtype))
  GROUP BY n.nspname, f.oid, f.proname
  HAVING sum(t.calls) FILTER (WHERE t.subjects = 120)
    > sum(t.calls) FILTER (WHERE t.subjects = 60)
  ORDER BY 1 $$;

SET SESSION AUTHORIZATION shop_sam;
SELECT is(array_agg(DISTINCT pg_temp.reeve_wave(n * 60, 60)), '{"60 60"}',
  'many items are hidden and shown')
FROM generate_series(0, 7) n;
RESET SESSION AUTHORIZATION;
DELETE FROM tally;
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_wave(600, 60), '60 60', 'by plans that are kept');
SELECT is(pg_temp.reeve_wave(720, 120), '120 120', 'twice as many');
RESET SESSION AUTHORIZATION;
SELECT is_empty($$SELECT * FROM pg_temp.busier('hide')$$,
  'what is given all subjects is not called more often for more of them');
SELECT is_empty($$SELECT * FROM pg_temp.busier('undo')$$, 'nor when they are shown again');
SELECT * FROM finish();
ROLLBACK;
