-- Counts that a catalog declares: what is counted, and stored counters that differ.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();

ALTER TABLE "Odd Shop".stall ADD item_count int NOT NULL DEFAULT 0;
UPDATE "Odd Shop".stall SET item_count = CASE code WHEN 'b"2' THEN 9 ELSE 4 END;

CREATE FUNCTION pg_temp.counted(counts jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,stall,counts}', counts),
    '{collections,person,counts}', '{"stalls": {"of": "stall", "via": "owner"}}')
$$;

SELECT results_eq(
  format('SELECT path, code FROM reeve.catalog_check(pg_temp.counted(%L)) ORDER BY 1', c.counts),
  format('VALUES (%L::text, %L::text)', '/collections/stall/counts/x' || c.path, c.code), c.words)
FROM (VALUES
  ('{"x": {}}', '', 'count', 'a count is of something'),
  ('{"x": {"of": "item"}}', '', 'count', 'a count of a collection says via which parent'),
  ('{"x": {"sql": "1", "of": "item", "via": "stall"}}', '', 'count', 'a count is one thing'),
  ('{"x": {"of": "nothing", "via": "stall"}}', '/of', 'missing', 'a count is of a collection'),
  ('{"x": {"of": "item", "via": "owner"}}', '/via', 'missing',
    'via is a parent of what is counted'),
  ('{"x": {"of": "person", "via": "owner"}}', '/via', 'missing', 'via leads to the row'),
  ('{"x": {"sql": "t.nothing"}}', '/sql', 'expression', 'SQL is planned'),
  ('{"x": {"of": "item", "via": "stall", "where": "t.nothing"}}', '/where', 'expression',
    'a condition is planned'),
  ('{"x": {"sql": "1", "stored": "title"}}', '/stored', 'missing',
    'a stored counter is a whole number')) c(counts, path, code, words);

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.counted('{
  "items": {"of": "item", "via": "stall"},
  "seconds": {"of": "item", "via": "stall", "where": "t.nr = 2"},
  "all_items": {"of": "item", "via": "stall", "hidden": true, "stored": "item_count"},
  "letters": {"sql": "length(t.title)"}}')) \gset

SET SESSION AUTHORIZATION shop_vic;
SELECT results_eq($$SELECT * FROM reeve.subject_counts('shop', 'stall', 'b"2')$$,
  $$VALUES ('all_items', 4::bigint, 9::bigint), ('items', 4, NULL), ('letters', 12, NULL),
    ('seconds', 1, NULL)$$, 'a subject has its counts, and what is stored of them');
SELECT is_empty($$SELECT * FROM reeve.subject_counts('shop', 'item', '["c", 1]')$$,
  'a collection without counts has none');
SELECT is_empty($$SELECT * FROM reeve.subject_counts('shop', 'stall', 'gone')$$,
  'nor has a row that is gone');
RESET SESSION AUTHORIZATION;

SET SESSION AUTHORIZATION shop_ann;
SELECT detail ->> 'action_id' AS hidden
FROM reeve.action_perform('hide', 'shop', 'item', '["b\"2", 2]', '{"policy": "fraud"}', NULL) \gset
SELECT results_eq($$SELECT name, counted FROM reeve.subject_counts('shop', 'stall', 'b"2')$$,
  $$VALUES ('all_items', 4::bigint), ('items', 3), ('letters', 12), ('seconds', 0)$$,
  'what is hidden does not count, unless the catalog says so');
SELECT outcome FROM reeve.undo_perform(:hidden, 'a mistake', NULL) \gset
SELECT is((SELECT counted FROM reeve.subject_counts('shop', 'stall', 'b"2') WHERE name = 'items'),
  4::bigint, 'and counts again after the undo');
RESET SESSION AUTHORIZATION;

-- Stored counters ------------------------------------------------------------------------------

CREATE FUNCTION pg_temp.compare() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  step reeve.job_step;
  progress reeve.job_progress;
BEGIN
  progress.done := 0;
  LOOP
    step := reeve.count_compare(NULL, progress, 2);
    EXIT WHEN step.state = 'completed';
    progress.checkpoint := step.checkpoint;
    progress.done := step.done;
  END LOOP;
  RETURN progress.done;
END
$$;

SELECT is(pg_temp.compare(), 3::bigint, 'all rows are compared, some at a time');
SELECT results_eq('SELECT name, key, stored, counted FROM reeve.count_difference',
  $$VALUES ('all_items', 'b"2', 9::bigint, 4::bigint)$$, 'the row that differs is kept');
SELECT is((SELECT (rows, differing)::text FROM reeve.count_rule WHERE name = 'all_items'), '(3,1)',
  'and how many of how many');

SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT (outcome, code)::text FROM reeve.count_mend('shop', 'stall', 'all_items')),
  '(refused,rank)', 'a moderator does not mend counters');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT (outcome, code)::text FROM reeve.count_mend('shop', 'stall', 'items')),
  '(refused,argument)', 'what is not stored is not mended');
SELECT is((SELECT (outcome, detail)::text FROM reeve.count_mend('shop', 'stall', 'all_items')),
  '(done,"{""rows"": 1}")', 'a senior does');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT array_agg(item_count ORDER BY code) FROM "Odd Shop".stall), '{4,4,4}',
  'the counter is what is counted');
SELECT is_empty('SELECT FROM reeve.count_difference', 'nothing differs any more');
SELECT results_eq(
  $$SELECT outcome, detail ->> 'rows' FROM reeve.command WHERE kind = 'counts.mend'
    ORDER BY command_id$$,
  $$VALUES ('refused', '0'), ('refused', '0'), ('done', '1')$$, 'all of that is on the record');

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SELECT is_empty($$SELECT FROM reeve.count_rule r JOIN reeve.collection c USING (collection_id)
  WHERE c.app = 'shop'$$, 'counts that are no longer declared go');

SELECT * FROM finish();
ROLLBACK;
