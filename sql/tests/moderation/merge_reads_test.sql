-- While a merge stands, what is shown and counted for the account that stays includes the other
-- one's strikes, cases, reports, tags and limits; after its undo no more.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/merges.sql
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.with_merge() || '{"strikes": {
  "expire": "180d", "thresholds": [{"at": 5, "propose": "ban", "for": "7d"}]}}') \gset

CREATE FUNCTION pg_temp.reeve_do(verb text, collection text, key text, args jsonb)
RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message)
  FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_un(id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message) FROM reeve.undo_perform(id, NULL, NULL)
$$;
\set spam '{"policy": "spam", "for": "7d"}'

-- Before: an item of each was hidden, each was reported, person:3 has a tag and reports others.
SELECT reeve.report_file('shop', 'person', '3', 'rude', 'spam', 'person:1') AS filed \gset
SELECT reeve.report_file('shop', 'person', '2', 'rude', 'spam', 'person:1') AS filed \gset
SELECT reeve.report_file('shop', 'person', '1', 'rude', 'fraud', 'person:3') AS filed \gset
SELECT reeve.report_file('shop', 'stall', 'a-1', 'rude', 'fraud', 'person:2') AS filed \gset
SELECT reeve.case_intake(100) AS taken \gset
SELECT min(k.case_id) FILTER (WHERE k.key = '2') AS of_two,
  min(k.case_id) FILTER (WHERE k.key = '3') AS of_three,
  min(k.case_id) FILTER (WHERE k.key = '1') AS of_one FROM reeve.case k \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('hide', 'item', '["c", 1]', '{"policy": "spam"}'), 'done A1', 'of 3');
SELECT is(pg_temp.reeve_do('ban', 'person', '2', :'spam'), 'done A2', 'and person:2 is banned');
SELECT is(pg_temp.reeve_un(2), 'done A3', 'for nothing');
SELECT outcome FROM reeve.case_perform('claim', :of_one) \gset
SELECT outcome FROM reeve.case_perform('close', :of_one, '{"outcome": "upheld", "why": "so"}') \gset
RESET SESSION AUTHORIZATION;
INSERT INTO reeve.mark(action_id, collection_id, key, kind, name, until)
VALUES (1, pg_temp.person_id(), '3', 'tag', 'vip', 'infinity');

CREATE FUNCTION pg_temp.reeve_seen(of_case bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' · ',
    (SELECT 'strikes ' || max(s.total) FROM reeve.strike_list('shop', 'person', '2') s
      WHERE s.state = 'counts'),
    (SELECT string_agg(n.relation || ' ' || n.subject, ', ' ORDER BY n.subject)
      FROM reeve.case_neighbours(of_case, 9) n),
    (SELECT string_agg(m.name, ', ' ORDER BY m.name)
      FROM reeve.subject_marks('shop', 'person', '2') m))
$$;
CREATE FUNCTION pg_temp.counted() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' · ',
    reeve.mark_holds(pg_temp.person_id(), 'tag', 'vip', '2'),
    (SELECT 'upheld ' || r.upheld
      FROM reeve.reporter_reliability(ARRAY[pg_temp.person_id() || ':2']) r))
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_seen(:of_two), '', 'person:2 has nothing of its own');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.counted(), 'f · upheld 0', 'and counts for itself');

SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('merge', 'person', '3', '{"name": "2"}'), 'done A4', 'merged');
SELECT is(pg_temp.reeve_seen(:of_two), 'strikes 2 · merged into it person:3'
  ' · person:3 was merged into this one, vip (on person:3)', 'then it has what person:3 has');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.counted(), 't · upheld 1', 'and counts with it');
-- What concerns person:3 is answered by what is done about person:2.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('hide', 'item', '["a-1", 1]', '{"policy": "spam"}'), 'done A5', 'of 1');
SELECT is(pg_temp.reeve_do('hide', 'item', '["c", 2]', '{"policy": "spam"}'), 'done A6', 'of 2');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.report WHERE threshold IS NOT NULL), 0::bigint,
  'four strikes reach no threshold');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('hide', 'item', '["c", 3]', '{"policy": "spam"}'), 'done A7', 'again');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT key, proposes FROM reeve.report WHERE threshold IS NOT NULL',
  $$VALUES ('2', 'ban for 7d')$$, 'strikes of both accounts do, for the one that stays');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_un(4), 'done A8', 'the merge is undone');
SELECT is(pg_temp.reeve_seen(:of_two), 'strikes 4', 'each has its own again');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.counted(), 'f · upheld 0', 'and counts for itself');
SELECT * FROM finish();
ROLLBACK;
