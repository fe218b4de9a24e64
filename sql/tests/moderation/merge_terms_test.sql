-- What a person accepted and consented to by an account that was merged into theirs counts for them
-- while the merge stands: they are not asked, reminded or limited again, and withdraw all of it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/merges.sql
CREATE ROLE shop_app LOGIN IN ROLE reeve_app;
CREATE ROLE other_app LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(jsonb_set(pg_temp.with_merge(),
    '{actions}', pg_temp.with_merge() -> 'actions' || '{"verb": "limit", "collection": "person"}'),
    '{collections,person,limits}', '{"deals": {"help": "make deals", "guards": [
      {"table": "deal", "actor": ["buyer_id"], "writes": ["insert"]}]}}')
  || '{"approvals": {}, "terms": {
    "use": {"title": "Terms of use", "of": "person",
      "limit": {"name": "deals", "after": "1d"}, "versions": {"1": {
      "effective": "2026-01-01", "texts": {"en": {"title": "Terms", "text": "Be good."}}}}},
    "news": {"title": "News", "of": "person", "consent": true, "versions": {"1": {
      "effective": "2026-01-01", "texts": {"en": {"title": "News", "text": "Weekly."}}}}}}}') \gset
CREATE FUNCTION pg_temp.reeve_seen(who text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' · ',
    (SELECT 'owes ' || string_agg(d.kind, ', ') FROM reeve.term_due('shop', who) d),
    (SELECT 'consented ' || count(*) || coalesce(', withdrew ' || nullif(count(o.withdrawn_at), 0),
      '') FROM reeve.consent_of('shop', who) o HAVING count(*) > 0))
$$;
CREATE FUNCTION pg_temp.reeve_listed() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' · ',
    (SELECT pending || '/' || people FROM reeve.term_count('shop', 'use')),
    (SELECT string_agg(p.key, ',' ORDER BY p.key)
      FROM reeve.term_pending('shop', 'use', NULL, 9) p),
    (SELECT 'consents ' || count(*) FROM reeve.consent_list('shop', 'person', '2', 9)))
$$;
CREATE FUNCTION pg_temp.reeve_download(who text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(d.part, ',' ORDER BY d.part) FROM reeve.data_download('shop', who) d
  WHERE d.part IN ('acceptance', 'consent')
$$;

SET SESSION AUTHORIZATION shop_app;
SELECT reeve.term_accept('shop', 'person:3', 'use', '1', 'en'),
  reeve.consent_give('shop', 'person:3', 'news', '1', 'en') \g /dev/null
SELECT is(pg_temp.reeve_seen('person:2'), 'owes use', 'one account owes what the other accepted');
SELECT is(pg_temp.reeve_download('person:2'), NULL, 'and gets nothing of it');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_listed(), '3/4 · 1,2,4 · consents 0', 'so does the team''s list say');
RESET SESSION AUTHORIZATION;
SELECT reeve.term_limit_sweep(clock_timestamp(), 20, NULL) AS n \gset
SELECT reeve.term_lift(20, NULL) AS lifted \gset
SELECT is(:lifted, 0, 'whoever owes it stays limited');
SET SESSION AUTHORIZATION shop_ann;
SELECT detail ->> 'action_id' AS merged FROM reeve.action_perform('merge', 'shop', 'person', '3',
  '{"name": "2"}', NULL) \gset
SELECT is(pg_temp.reeve_listed(), '2/4 · 1,4 · consents 1', 'merged, they owe nothing');
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.reeve_seen('person:2'), 'consented 1', 'nor are they asked');
SELECT is(pg_temp.reeve_download('person:2'), 'acceptance,consent', 'and their download has it');
SELECT is(pg_temp.reeve_seen('person:1'), 'owes use', 'nobody else has it');
SET SESSION AUTHORIZATION other_app;
SELECT throws_ok($$SELECT * FROM reeve.consent_of('shop', 'person:2')$$, 'RV002', NULL,
  'another app''s login asks for nobody');
RESET SESSION AUTHORIZATION;

-- A limit because they had not accepted ends, and there is no other.
SELECT reeve.term_lift(20, NULL) AS lifted \gset
SELECT set_eq('SELECT key FROM reeve.term_limit WHERE ended_at IS NULL', '{1,4}'::text[],
  'nor limited on');
SELECT term_id AS use FROM reeve.term_version WHERE app = 'shop' AND kind = 'use' \gset
SELECT is(reeve.term_covered(pg_temp.person_id(), k, ARRAY[:use]), w, k || ' is '
  || CASE WHEN w THEN 'covered' ELSE 'not' END)
FROM (VALUES ('2', TRUE), ('1', FALSE), ('3', FALSE)) v(k, w);

-- Both accepted: a page of an export has both, though it has room for one.
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.term_accept('shop', 'person:2', 'use', '1', 'en') \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.right_record(reeve.collection_get(pg_temp.person_id()), '2',
  'acceptance', 0, 1)), 2::bigint, 'none of two is lost between pages');

-- Whoever withdraws, withdraws all of it.
SAVEPOINT withdrawn;
SET SESSION AUTHORIZATION shop_app;
SELECT isnt(reeve.consent_withdraw('shop', 'person:2', 'news'), NULL, 'a withdrawal finds it');
SELECT is(pg_temp.reeve_seen('person:2'), 'consented 1, withdrew 1', 'and none is left');
RESET SESSION AUTHORIZATION;
ROLLBACK TO withdrawn;

-- After the undo each has its own.
SET SESSION AUTHORIZATION shop_ann;
SELECT is((reeve.undo_perform(:merged, NULL, NULL)).outcome, 'done', 'the merge is undone');
SELECT is(pg_temp.reeve_listed(), '2/4 · 1,4 · consents 0', 'who accepted themselves has');
SET SESSION AUTHORIZATION shop_app;
SELECT is(pg_temp.reeve_seen('person:2'), '', 'and no consent of another');
SELECT is(reeve.consent_withdraw('shop', 'person:2', 'news'), NULL, 'nor withdraws one');
SELECT is(pg_temp.reeve_seen('person:3'), 'consented 1', 'which stays with whom gave it');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
