-- Nobody acts on themselves or approves what is their own, whichever account of theirs is linked,
-- and whatever way they take: an action, an undo, a batch, an appeal, or the cases about them.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/shop_actions.sql
\ir ../fixtures/merges.sql
ALTER TABLE reeve.case ALTER COLUMN case_id RESTART;
ALTER TABLE reeve.batch ALTER COLUMN batch_id RESTART;
ALTER TABLE reeve.approval ALTER COLUMN approval_id RESTART;
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_app;

CREATE FUNCTION pg_temp.reeve_do(verb text, subject text, args jsonb) RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message)
  FROM reeve.action_perform(verb, 'shop', split_part(subject, ':', 1),
    split_part(subject, ':', 2), args, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_un(id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', outcome, code, message) FROM reeve.undo_perform(id, NULL, NULL)
$$;
CREATE FUNCTION pg_temp.reeve_took(verb text, case_id bigint, args jsonb DEFAULT '{}') RETURNS text
LANGUAGE sql AS $$
  SELECT concat_ws(' ', p.outcome, p.code, nullif(p.message, ''))
  FROM reeve.case_perform(verb, case_id, args) p
$$;
CREATE FUNCTION pg_temp.reeve_link(key text, linked boolean) RETURNS text LANGUAGE sql AS $$
  SELECT outcome FROM reeve.member_link('shop_bob', 'shop', 'person', key, linked)
$$;
CREATE FUNCTION pg_temp.reeve_next() RETURNS text LANGUAGE sql AS $$
  SELECT message FROM reeve.case_next('shop', NULL, NULL)
$$;
-- What a batch on an item of theirs and one of somebody else, and its undo, leave undone.
CREATE FUNCTION pg_temp.reeve_batch(name text) RETURNS bigint LANGUAGE sql AS $$
  SELECT (p.detail ->> 'batch_id')::bigint
  FROM reeve.selection_make(name, 'shop', 'item', '{"[\"c\", 1]","[\"a-1\", 1]"}', NULL, FALSE) s
  CROSS JOIN LATERAL reeve.batch_perform('hide', name, '{"policy": "spam", "for": "3d"}', NULL) p
  WHERE s.outcome = 'done'
$$;
CREATE FUNCTION pg_temp.reeve_unbatch(batch bigint) RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'batch_id')::bigint FROM reeve.batch_undo(batch, 'a mistake')
$$;
CREATE FUNCTION pg_temp.refused(batch bigint) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', r.key, r.code), ', ') FROM reeve.batch_refusal r
  WHERE r.batch_id = batch
$$;
\set day '{"policy": "spam", "for": "1d"}'

-- person:3 is merged into person:2, whom stall c belongs to from then on. Whichever of the two is
-- shop_bob, all of it is his.
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_do('merge', 'person:3', '{"name": "2"}'), 'done A1', 'a merge');
SET SESSION AUTHORIZATION shop_sam;
SELECT is(pg_temp.reeve_do('hide', 'item:["c", 1]', :'day'), 'done A2', 'an item is hidden');
SELECT is(pg_temp.reeve_do('ban', 'person:2', :'day'), 'done A3', 'its owner is banned');
SELECT is(pg_temp.reeve_do('tag', 'person:3', '{"name": "watched"}'), 'done A4',
  'what was merged is tagged');
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.report_file('shop', 'person', '2', 'sells fakes', 'spam') \g /dev/null
SELECT reeve.report_file('shop', 'person', '3', 'sells fakes', 'spam') \g /dev/null
SELECT reeve.report_file('shop', 'item', '["c", 1]', 'fakes', 'spam') \g /dev/null
SELECT reeve.report_file('shop', 'person', '1', 'is rude', 'spam') \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT reeve.case_intake(100) \g /dev/null
INSERT INTO reeve.appeal(action_id, actors, collection_id, key, filed_by)
SELECT 3, '{shop_sam}', c.collection_id, '2', 'shop_app' FROM reeve.collection c
WHERE c.app = 'shop' AND c.name = 'person';
SELECT case_id AS other FROM reeve.case WHERE key = '1' \gset
SELECT case_id AS case_of_item FROM reeve.case WHERE key = '["c", 1]' \gset

-- What they try, and what each attempt says.
CREATE FUNCTION pg_temp.reeve_tried() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(E'\n',
    pg_temp.reeve_un(2), pg_temp.reeve_un(3), pg_temp.reeve_un(4),
    pg_temp.reeve_do('tag', 'person:2', '{"name": "partner"}'),
    pg_temp.reeve_do('tag', 'person:3', '{"name": "partner"}'),
    pg_temp.reeve_do('hide', 'item:["c", 1]', '{"policy": "spam"}'))
$$;
SELECT concat_ws(E'\n', 'refused self A2 is on you, or yours: nobody acts on themselves',
  'refused self A3 is on you, or yours: nobody acts on themselves',
  'refused self A4 is on you, or yours: nobody acts on themselves',
  'refused self person:2 is shop_bob: nobody acts on themselves',
  'refused self person:3 is shop_bob: nobody acts on themselves',
  'refused self item:["c", 1] belongs to shop_bob: nobody acts on themselves') AS refused \gset
CREATE FUNCTION pg_temp.reeve_decided(case_id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(DISTINCT pg_temp.reeve_took(v.verb, case_id, v.args), E'\n')
  FROM (VALUES ('claim', '{}'::jsonb), ('steal', '{}'),
    ('close', '{"outcome": "dismissed", "why": "nothing to see"}')) v(verb, args)
$$;

-- The account that was merged is theirs; then the one that stays.
\set linked 3
\set kept 2
\ir own.sql
\set linked 2
\set kept 3
\ir own.sql

-- Two logins whose accounts were merged are one person, without any link that was removed today.
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.member_subject_past;
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.member_link('shop_ann', 'shop', 'person', '2', TRUE) \g /dev/null
SELECT outcome FROM reeve.member_link('shop_bob', 'shop', 'person', '3', TRUE) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_do('ban', 'person:1',
  '{"policy": "fraud", "forever": true, "why": "w"}'), '^proposed', 'one proposes');
SET SESSION AUTHORIZATION shop_bob;
SELECT is((SELECT concat_ws(' ', outcome, code, message)
  FROM reeve.approval_perform('approve', 1, 'seen', NULL)), 'refused other P1 is your own, and '
  'needs another person: shop_sam', 'the other does not approve');
SET SESSION AUTHORIZATION shop_sam;
SELECT is((SELECT outcome FROM reeve.approval_perform('approve', 1, 'seen', NULL)), 'done',
  'a colleague does');
RESET SESSION AUTHORIZATION;

SELECT * FROM finish();
ROLLBACK;
