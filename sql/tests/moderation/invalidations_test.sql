-- What actions have changed, as a backend of the app follows it: each row that was acted on or
-- written, in order, from any point, in pages of any size.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_web LOGIN IN ROLE reeve_app;
CREATE ROLE other_web LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_web;
CREATE FUNCTION pg_temp.seal() RETURNS void LANGUAGE sql AS $$
  SELECT reeve.chain_link('18446744073709551615', 100000)
$$;
CREATE FUNCTION pg_temp.reeve_perform(verb text, collection text, key text, args jsonb)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  said text;
BEGIN
  SET LOCAL SESSION AUTHORIZATION shop_ann;
  said := (SELECT concat_ws(' ', outcome, code)
    FROM reeve.action_perform(verb, 'shop', collection, key, args, NULL));
  RESET SESSION AUTHORIZATION;
  PERFORM pg_temp.seal();
  RETURN said;
END
$$;
-- All that comes after a cursor, in pages of that size.
CREATE FUNCTION pg_temp.follow(after text, max int, OUT said text, OUT next text, OUT pages int)
LANGUAGE plpgsql AS $$
DECLARE
  r record;
BEGIN
  SET LOCAL SESSION AUTHORIZATION shop_web;
  said := '';
  next := after;
  pages := 0;
  LOOP
    FOR r IN SELECT * FROM reeve.invalidation_list('shop', next, max) LOOP
      next := r.cursor;
      said := said || CASE WHEN r.kind = 'changed'
        THEN format('%s%s:%s', CASE WHEN said <> '' THEN ' ' END, r.collection, r.key) ELSE '' END;
    END LOOP;
    pages := pages + 1;
    EXIT WHEN r.kind <> 'more';
    IF pages > 1000 THEN
      RAISE EXCEPTION 'it does not end';
    END IF;
  END LOOP;
  RESET SESSION AUTHORIZATION;
END
$$;
SET SESSION AUTHORIZATION shop_web;
SELECT cursor AS begin, kind FROM reeve.invalidation_list('shop') \gset
SELECT is(:'kind'::text, 'end', 'without a cursor there is one of the present end');
SELECT throws_ok(format($$SELECT * FROM reeve.invalidation_list('shop', %L)$$, c), 'RV001', NULL,
  'no cursor: ' || c)
FROM unnest('{x,1,-1,1.0000000,0.00000000.x,999999999999999999999}'::text[]) c;
SELECT throws_ok($$SELECT * FROM reeve.invalidation_list('shop', '0', 0)$$, 'RV001', NULL,
  'max is a number of rows');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION other_web;
SELECT throws_ok($$SELECT * FROM reeve.invalidation_list('shop', '0')$$, 'RV002', NULL,
  'another app''s backend follows its own');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_sam;
SELECT throws_ok($$SELECT * FROM reeve.invalidation_list('shop', '0')$$, '42501', NULL,
  'nor does the team');
RESET SESSION AUTHORIZATION;

SELECT is(pg_temp.reeve_perform('hide', 'item', '["nope", 1]', '{"policy": "spam"}'),
  'refused notfound', 'what is refused');
SELECT is((SELECT said FROM pg_temp.follow(:'begin', 100)), '', 'changes nothing');
SELECT is(pg_temp.reeve_perform('ban', 'person', '1', '{"policy": "spam", "for": "1d"}'), 'done',
  'a ban');
SELECT said, next FROM pg_temp.follow(:'begin', 100) \gset
SELECT is(:'said'::text, (
  SELECT string_agg(c.name || ':' || e.key, ' ' ORDER BY e.collection_id, e.key)
  FROM reeve.effect e JOIN reeve.collection c USING (collection_id)),
  'lists its subject and all that it has hidden and set');
SELECT ok(:'said' LIKE '%person:1%' AND :'said' LIKE '%item:["a-1", 1]%', 'each by its key');
SELECT set_eq(format('SELECT f.said FROM generate_series(1, 20) n, pg_temp.follow(%L, n) f',
  :'begin'), ARRAY[:'said'::text], 'in pages of any size');
SELECT is((SELECT said FROM pg_temp.follow(:'next', 100)), '', 'once');
SELECT is((SELECT next FROM pg_temp.follow(:'next', 100)), :'next', 'the end stays where it is');

-- An undo, what a sweep adds, and an erasure.
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome AS done FROM reeve.undo_perform(1, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.seal() \g /dev/null
SELECT f.said AS undone FROM pg_temp.follow(:'next', 3) f \gset
SELECT set_eq($$SELECT unnest(string_to_array($$ || quote_literal(:'undone') || $$, ' '))$$,
  $$SELECT unnest(string_to_array(string_agg(DISTINCT c.name || ':' || e.key, ' '), ' '))
    FROM reeve.effect e JOIN reeve.collection c USING (collection_id)
    JOIN reeve.action a USING (action_id) WHERE a.verb = 'undo'$$,
  'an undo lists what it gives back');
SELECT f.next AS next FROM pg_temp.follow(:'next', 100) f \gset
DELETE FROM reeve.approval_rule WHERE name = 'erasure';
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome AS done FROM reeve.action_perform('erase', 'shop', 'person', '3',
  '{"why": "asked for it"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.seal() \g /dev/null
SELECT is((SELECT said FROM pg_temp.follow(:'next', 2)), (
  SELECT string_agg(c.name || ':' || f.key, ' ' ORDER BY f.collection_id, f.key)
  FROM reeve.forgotten f JOIN reeve.collection c USING (collection_id)),
  'an erasure lists what it has erased');

-- What grows with each time; a cursor of another record.
SET SESSION AUTHORIZATION shop_web;
SELECT bool_and(version > before) AS grows FROM (
  SELECT version, lag(version) OVER (PARTITION BY collection, key ORDER BY version) AS before,
    kind FROM reeve.invalidation_list('shop', '0', 1000)) v WHERE before IS NOT NULL \gset
SELECT ok(:'grows', 'the version of a row grows');
SELECT throws_ok(format($$SELECT * FROM reeve.invalidation_list('shop', %L)$$,
  overlay(:'next' placing CASE WHEN substr(:'next', strpos(:'next', '.') + 1, 1) = '0' THEN '1'
    ELSE '0' END FROM strpos(:'next', '.') + 1 FOR 1)), 'RV011', NULL,
  'a cursor of another record is refused');
SELECT throws_ok($$SELECT * FROM reeve.invalidation_list('shop', '999999.00000000')$$, 'RV011',
  NULL, 'and one of entries that are not there');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
