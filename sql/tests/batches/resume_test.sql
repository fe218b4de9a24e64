-- An undo of a batch continues what an earlier one could not restore.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
\ir ../fixtures/shop.sql
SELECT plan(23);
ALTER TABLE reeve.selection ALTER COLUMN selection_id RESTART;
ALTER TABLE reeve.batch ALTER COLUMN batch_id RESTART;
SELECT count(*) FROM reeve.catalog_apply(pg_temp.manifest()) \g /dev/null
INSERT INTO "Odd Shop".item(stall_code, nr, title) SELECT 'c', n, 'Thing ' || n
FROM generate_series(11, 15) n;
CREATE FUNCTION pg_temp.reeve_undo(batch bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message, detail ->> 'changed', detail ->> 'lost')
  FROM reeve.batch_undo(batch, 'a mistake') $$;
CREATE FUNCTION pg_temp.reeve_promised(batch bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', p ->> 'subjects', p #>> '{effects,0,rows}', p #>> '{refusal,code}')
  FROM reeve.batch_undo_plan(batch) p $$;
CREATE FUNCTION pg_temp.hidden() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$
  SELECT string_agg(nr::text, ' ' ORDER BY nr) FROM "Odd Shop".item
  WHERE nr > 10 AND hidden_until IS NOT NULL $$;
CREATE FUNCTION pg_temp.waiting() RETURNS text LANGUAGE sql SECURITY DEFINER AS $$
  SELECT string_agg(u.key || ' ' || u.code || ' ' || u.tries, ', ' ORDER BY u.key)
  FROM reeve.unrestored u $$;
CREATE FUNCTION pg_temp.made_on(item text) RETURNS bigint LANGUAGE sql SECURITY DEFINER AS $$
  SELECT a.action_id FROM reeve.action a WHERE a.key = item AND a.verb = 'hide' $$;
-- Which items may not be shown again.
CREATE FUNCTION pg_temp.refuse(nrs text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION "Odd Shop".stubborn() RETURNS trigger '
    'LANGUAGE plpgsql AS %L', format('BEGIN IF NEW.hidden_until IS NULL AND NEW.nr IN (%s) THEN '
    'RAISE EXCEPTION ''no''; END IF; RETURN NEW; END', nrs));
END $$;
SELECT pg_temp.refuse('11, 13, 15') \g /dev/null
ALTER FUNCTION "Odd Shop".stubborn() OWNER TO shop_owner;
CREATE TRIGGER stubborn BEFORE UPDATE ON "Odd Shop".item
FOR EACH ROW EXECUTE FUNCTION "Odd Shop".stubborn();

SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT concat_ws(' ', outcome, code) FROM reeve.selection_make('things', 'shop', 'item',
  '{"[\"c\",11]","[\"c\",12]","[\"c\",13]","[\"c\",14]","[\"c\",15]"}', NULL, FALSE)), 'done');
SELECT is((SELECT concat_ws(' ', outcome, message) FROM reeve.batch_perform('hide', 'things',
  '{"policy": "fraud"}', NULL)), 'done B1');
SELECT is(pg_temp.hidden(), '11 12 13 14 15');
SELECT is(pg_temp.reeve_promised(1), '5 5');
SELECT is(pg_temp.reeve_undo(1), 'done B2 5 3', 'three rows are refused');
SELECT is(pg_temp.hidden(), '11 13 15');
SELECT is(pg_temp.waiting(), '["c", 11] P0001 1, ["c", 13] P0001 1, ["c", 15] P0001 1');

SELECT pg_temp.refuse('13, 15') \g /dev/null
SELECT is(pg_temp.reeve_promised(1), '3 3', 'the plan counts what is left');
SELECT is(pg_temp.reeve_undo(1), 'done B3 3 2', 'again: those alone are tried');
SELECT is(pg_temp.hidden(), '13 15', 'what the app lets pass is shown');
SELECT is(pg_temp.waiting(), '["c", 13] P0001 2, ["c", 15] P0001 2');
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1)', 'the record is as it was sealed');
RESET SESSION AUTHORIZATION;
SELECT is_empty($$SELECT * FROM reeve.audit_faults(1) f WHERE f.problem !~ 'seal'$$,
  'and has no fault');
SELECT results_eq($$SELECT b.batch_id, array_agg(e.key ORDER BY e.key) FROM reeve.batch b
  JOIN reeve.action u ON u.batch_id = b.batch_id JOIN reeve.effect e USING (action_id)
  WHERE b.reverses = 1 GROUP BY 1$$,
  $$VALUES (2::bigint, '{"[\"c\", 11]","[\"c\", 12]","[\"c\", 14]"}'::text[])$$,
  'no action is reversed twice');
SET SESSION AUTHORIZATION shop_sam;

-- One of the rest is undone by itself.
SELECT pg_temp.refuse('15') \g /dev/null
SELECT is((SELECT concat_ws(' ', o.outcome, o.code) FROM reeve.undo_perform(pg_temp.made_on(
  '["c", 13]'), NULL, NULL) o), 'done');
SELECT is(pg_temp.hidden(), '15');
SELECT is(pg_temp.reeve_undo(1), 'done B4 1 1', 'nothing passes');
SELECT pg_temp.refuse('0') \g /dev/null
SELECT is(pg_temp.reeve_undo(1), 'done B5 1 0', 'the last');
SELECT is(pg_temp.hidden(), NULL);
SELECT is(pg_temp.waiting(), NULL);
SELECT is(pg_temp.reeve_promised(1), 'undone');
SELECT is(pg_temp.reeve_undo(1), 'refused undone B1 was already undone, or changed nothing',
  'then it is undone');
SELECT is_empty('SELECT * FROM reeve.audit_recheck(1)');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
