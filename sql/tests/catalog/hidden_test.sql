-- Rows that are hidden by a flag or a status; names in several columns; a manifest that is tried.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(15);
CREATE ROLE inn_owner NOLOGIN;
CREATE SCHEMA inn AUTHORIZATION inn_owner;
SET LOCAL ROLE inn_owner;
CREATE TABLE inn.guest(id int PRIMARY KEY, first text CHECK (first <> 'gone'), last text,
  status text NOT NULL,
  seen timestamptz NOT NULL DEFAULT '2026-01-01');
CREATE FUNCTION inn.see() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.seen := clock_timestamp(); RETURN NEW; END
$$;
CREATE TRIGGER see BEFORE UPDATE ON inn.guest FOR EACH ROW EXECUTE FUNCTION inn.see();
CREATE TABLE inn.note(id int PRIMARY KEY, guest_id int REFERENCES inn.guest, at timestamp);
INSERT INTO inn.guest VALUES (1, 'Zephyrina', 'Öz', 'regular'), (2, 'Bert', 'Zephyr', 'vip');
INSERT INTO inn.note VALUES (1, 1, NULL), (2, 1, '2025-01-01');
RESET ROLE;

CREATE FUNCTION pg_temp.manifest(more jsonb DEFAULT '{}') RETURNS jsonb LANGUAGE sql AS $$
SELECT jsonb_build_object('app', 'inn', 'schema', 'inn', 'owner', 'inn_owner', 'title', 'Inn',
  'policies', '{"terms": {"title": "T", "clause": "C", "grace": "1s"}}'::jsonb,
  'collections', jsonb_build_object(
    'guest', '{"table": "guest", "key": ["id"], "label": "concat_ws('' '', t.first, t.last)",
      "show": ["id", "status"], "find_plain": ["first", "last"], "visible": "status",
      "hidden": "''barred''", "enforcement": "column", "erase": {"set": {"first": null,
        "last": null}}}'
      ::jsonb || more,
    'note', '{"table": "note", "key": ["id"], "label": "t.id::text", "show": ["id"],
      "visible": "at", "hidden": "$at",
      "parents": {"guest": {"collection": "guest", "columns": ["guest_id"]}}}'::jsonb),
  'actions', '[{"verb": "ban", "collection": "guest", "effects": [
      {"name": "guest", "collection": "guest", "hide": true},
      {"name": "notes", "collection": "note", "via": "guest", "hide": true},
      {"name": "notes again", "collection": "note", "via": "guest", "hide": true}]},
    {"verb": "suspend", "collection": "guest", "effects_of": "ban"}]'::jsonb)
$$;

SELECT is_empty('SELECT * FROM reeve.catalog_check(pg_temp.manifest())',
  'a status hides a row where hidden says what it holds then');
SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(jsonb_set(pg_temp.manifest(),
    '{collections,guest}', (pg_temp.manifest() #> '{collections,guest}') - 'hidden'))$$,
  $$VALUES ('/collections/guest/visible', 'type')$$, 'not where nothing says so');
SELECT results_eq($$SELECT path, code FROM reeve.catalog_check(jsonb_set(pg_temp.manifest(),
    '{collections,guest}',
      (pg_temp.manifest() #> '{collections,guest}') - 'visible' - 'enforcement'))
    WHERE code = 'missing'$$,
  $$VALUES ('/collections/guest/hidden', 'missing')$$, 'nor where there is no column for it');
SELECT matches((SELECT min(message) FROM reeve.catalog_check(
    pg_temp.manifest('{"hidden": "nonsense +"}'))), 'syntax error',
  'an expression that is none is told');

SELECT results_eq($$SELECT verb, key, problem, touched FROM reeve.catalog_attempt(
    pg_temp.manifest()) WHERE collection = 'guest' ORDER BY verb$$,
  $$VALUES ('ban', '1', NULL, '{"guest": ["seen"]}'::jsonb), ('erase', '1', NULL, NULL),
    ('suspend', '1', NULL, '{"guest": ["seen"]}')$$,
  'each action is tried on a row, and columns that triggers keep are found');
SELECT is_empty($$SELECT FROM reeve.app WHERE app = 'inn'$$, 'and nothing of it is left');
SELECT results_eq('SELECT status, seen FROM inn.guest ORDER BY id',
  $$VALUES ('regular', '2026-01-01'::timestamptz), ('vip', '2026-01-01')$$, 'in the app neither');
SELECT matches((SELECT problem FROM reeve.catalog_attempt(pg_temp.manifest(
    '{"erase": {"set": {"first": "''gone''"}}}')) WHERE verb = 'erase'), 'check constraint',
  'what fails is told');

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
CREATE FUNCTION pg_temp.act(verb text, ends interval) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  c reeve.collection;
  act reeve.action;
BEGIN
  SELECT * INTO c FROM reeve.collection WHERE app = 'inn' AND name = 'guest';
  INSERT INTO reeve.action(verb, collection_id, key, actor, until)
  VALUES (verb, c.collection_id, '1', 'test', now() + ends) RETURNING * INTO act;
  PERFORM reeve.rule_run(c, verb, act, '{1}', now());
  RETURN act.action_id;
END
$$;
SELECT pg_temp.act('ban', '1 day') AS ban \gset
SELECT results_eq('SELECT status, (SELECT count(at) FROM inn.note) FROM inn.guest WHERE id = 1',
  $$VALUES ('barred', 2::bigint)$$, 'a ban writes what hides, to each row once');
SELECT pg_temp.act('suspend', '2 days') AS suspend \gset
SELECT reeve.action_reverse(ARRAY[:ban], 'undo', 'test', NULL, NULL) IS NOT NULL AS undone \gset
SELECT is((SELECT status FROM inn.guest WHERE id = 1), 'barred',
  'one restriction ends, and the other goes on');
SELECT reeve.action_reverse(ARRAY[:suspend], 'undo', 'test', NULL, NULL) IS NOT NULL AS undone \gset
SELECT is((SELECT status FROM inn.guest WHERE id = 1), 'regular',
  'with the last of them the value before comes back');
SELECT results_eq('SELECT at FROM inn.note ORDER BY id',
  $$VALUES (NULL::timestamp), ('2025-01-01')$$, 'of every row');

CREATE FUNCTION pg_temp.found(query text) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(f.key ORDER BY f.key) FROM reeve.collection c
  CROSS JOIN LATERAL reeve.app_find(c.collection_id, query, NULL, 50) f
  WHERE c.app = 'inn' AND c.name = 'guest'
$$;
SELECT is(concat_ws('|', pg_temp.found('zeph'), pg_temp.found('oz'), pg_temp.found('oz zep')),
  '{1,2}|{1}|{1}', 'find looks in each column of a name, in any order');
SET LOCAL ROLE inn_owner;
CREATE INDEX ON inn.guest(first);
CREATE INDEX ON inn.guest(last);
RESET ROLE;
SELECT is(concat_ws('|', pg_temp.found('zeph'), pg_temp.found('Öz'), pg_temp.found('Öz zephyrina')),
  '{1,2}|{1}|{1}', 'by their indexes, too');
SELECT ok(pg_temp.found('zeph bert oz') IS NULL, 'each word has to be there');
SELECT * FROM finish();
ROLLBACK;
