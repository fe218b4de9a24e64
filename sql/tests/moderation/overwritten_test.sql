-- What the app wrote over a column that hides a row is the app's: an undo, or the end of the
-- restriction, takes back what Reeve wrote and says which rows have changed since.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
SELECT pg_temp.alter_shop(
  $$ALTER TABLE "Odd Shop".stall ADD COLUMN status text NOT NULL DEFAULT 'open'$$) \g /dev/null
SELECT FROM (SELECT a.manifest FROM reeve.app a WHERE a.app = 'shop') m(m), reeve.catalog_apply(
  jsonb_set(jsonb_set(jsonb_set(m.m, '{collections,stall,visible}', '"status"'),
      '{collections,stall,hidden}', $$"'suspended'"$$),
    '{actions}', m.m -> 'actions' || '[
      {"verb": "hide", "collection": "stall",
        "effects": [{"name": "it", "collection": "stall", "hide": true}]},
      {"verb": "freeze", "like": "hide", "collection": "stall", "effects_of": "hide"}]'))
  \g /dev/null
CREATE FUNCTION pg_temp.reeve_do(verb text, key text) RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint FROM reeve.action_perform(
    verb, 'shop', 'stall', key, '{"policy": "spam", "for": "7d"}', NULL)
$$;
CREATE FUNCTION pg_temp.reeve_undo(id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', u.outcome, u.detail #>> '{lost,0,key}', u.detail #>> '{lost,0,why}')
  FROM reeve.undo_perform(id, NULL, NULL) u
$$;
CREATE FUNCTION pg_temp.stall(stall text) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', t.status, cardinality(s.hidden_by))
  FROM "Odd Shop".stall t
  LEFT JOIN reeve.subject s ON s.key = t.code AND s.collection_id = (
    SELECT c.collection_id FROM reeve.collection c WHERE c.app = 'shop' AND c.name = 'stall')
  WHERE t.code = stall
$$;

SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_do('hide', 'c') AS c \gset
SELECT pg_temp.reeve_do('hide', 'a-1') AS a \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.stall('c'), 'suspended 1');
SELECT is(pg_temp.stall('a-1'), 'suspended 1');
SELECT pg_temp.alter_shop($$UPDATE "Odd Shop".stall SET status = 'closed' WHERE code = 'c'$$)
  \g /dev/null
SAVEPOINT written;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_undo(:c), 'done c changed since', 'an undo says so');
SELECT is(pg_temp.reeve_undo(:a), 'done', 'and restores what nobody touched');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.stall('c'), 'closed 0', 'what the app wrote stays');
SELECT is(pg_temp.stall('a-1'), 'open 0');
SELECT is_empty('SELECT FROM reeve.unrestored', 'and is not tried again');
ROLLBACK TO written;
UPDATE reeve.action SET until = clock_timestamp() WHERE reverses IS NULL;
SELECT FROM reeve.action_lift(NULL::reeve.job, NULL::reeve.job_progress, 100) \g /dev/null
SELECT is(pg_temp.stall('c') || ', ' || pg_temp.stall('a-1'), 'closed 0, open 0',
  'nor does the end of a restriction open what the app has closed');
ROLLBACK TO written;

-- Two causes, of which the last one wrote nothing new.
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_do('freeze', 'a-1') AS again \gset
SELECT is(pg_temp.reeve_undo(:a), 'done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.stall('a-1'), 'suspended 1', 'the other cause still hides it');
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_undo(:again), 'done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.stall('a-1'), 'open 0', 'until it is undone');

-- Another cause after the app wrote over the value of the first.
ROLLBACK TO written;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_do('freeze', 'c') AS again, pg_temp.reeve_do('freeze', 'a-1') AS other \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.stall('c') || ', ' || pg_temp.stall('a-1'), 'suspended 2, suspended 2');
SAVEPOINT twice;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_undo(n) FROM unnest(ARRAY[:c, :again, :a, :other]) n \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.stall('c') || ', ' || pg_temp.stall('a-1'), 'closed 0, open 0',
  'the undo of both leaves what the app wrote between them');
ROLLBACK TO twice;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_undo(n) FROM unnest(ARRAY[:other, :again]) n \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.stall('c') || ', ' || pg_temp.stall('a-1'), 'suspended 1, suspended 1');
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_undo(n) FROM unnest(ARRAY[:c, :a]) n \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.stall('c') || ', ' || pg_temp.stall('a-1'), 'closed 0, open 0',
  'in either order');
ROLLBACK TO written;
CREATE FUNCTION pg_temp.reeve_ban(days int) RETURNS bigint LANGUAGE sql AS $$
  SELECT (detail ->> 'action_id')::bigint FROM reeve.action_perform('ban', 'shop', 'person', '3',
    jsonb_build_object('policy', 'spam', 'for', days || 'd'), NULL)
$$;
CREATE FUNCTION pg_temp.blocked() RETURNS text LANGUAGE sql AS $$
  SELECT CASE WHEN p.blocked_until = '2100-01-01' THEN '2100'
    ELSE round(extract(epoch FROM p.blocked_until - now()) / 86400) || ' days' END
  FROM "Odd Shop"."Person" p WHERE p.id = 3
$$;
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_ban(7) AS first \gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop(
  $$UPDATE "Odd Shop"."Person" SET blocked_until = '2100-01-01' WHERE id = 3$$) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_ban(3) AS second \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.blocked(), '2100', 'a shorter ban does not end what the app itself began');
SET SESSION AUTHORIZATION shop_ann;
SELECT pg_temp.reeve_undo(n) FROM unnest(ARRAY[:second, :first]) n \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.blocked(), '2100', 'nor does the undo of both');
SELECT pg_temp.alter_shop(
  $$UPDATE "Odd Shop"."Person" SET blocked_until = NULL WHERE id = 3$$) \g /dev/null

-- A person whom the app has banned itself, for longer.
SET SESSION AUTHORIZATION shop_ann;
SELECT (detail ->> 'action_id')::bigint AS ban FROM reeve.action_perform('ban', 'shop', 'person',
  '2', '{"policy": "spam", "for": "7d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.alter_shop(
  $$UPDATE "Odd Shop"."Person" SET blocked_until = '2100-01-01' WHERE id = 2$$) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is(pg_temp.reeve_undo(:ban), 'done 2 changed since');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT blocked_until FROM "Odd Shop"."Person" WHERE id = 2), '2100-01-01',
  'stays banned');
SELECT finish(TRUE);
ROLLBACK;
