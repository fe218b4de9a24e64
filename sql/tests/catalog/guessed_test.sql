-- A parent that is declared as guessed is shown and counted; no effect, erasure, guard, notice,
-- flag or strike goes by it.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT plan(13);
CREATE ROLE guessing_owner NOLOGIN;
CREATE SCHEMA guessing AUTHORIZATION guessing_owner;
SET ROLE guessing_owner;
CREATE TABLE guessing.person(id int PRIMARY KEY, name text NOT NULL, banned_until timestamptz);
CREATE TABLE guessing.note(id int PRIMARY KEY, by_id int, told text, hidden_until timestamptz);
CREATE TABLE guessing.reply(id int PRIMARY KEY, note_id int NOT NULL REFERENCES guessing.note);
INSERT INTO guessing.person VALUES (1, 'Ann'), (2, 'Ben');
INSERT INTO guessing.note VALUES (1, 1, 'one'), (2, 2, 'two');
RESET ROLE;

-- A catalog in which the parent "by" of notes is guessed, confirmed, or neither; with more of it.
CREATE FUNCTION pg_temp.manifest(guessed jsonb, more jsonb) RETURNS jsonb LANGUAGE sql AS $$
SELECT jsonb_build_object('app', 'guessing', 'schema', 'guessing', 'owner', 'guessing_owner',
  'title', 'Guessing', 'policies', '{"terms": {"title": "T", "clause": "C"}}'::jsonb,
  'templates', '{"told": {"en": {"subject": "S", "body": "B"}}}'::jsonb,
  'actions', coalesce(more -> 'actions', '[{"verb": "ban", "collection": "person", "effects": [
    {"name": "person", "collection": "person", "hide": true}]}]'),
  'flags', coalesce(more -> 'flags', '{}'),
  'collections', jsonb_build_object(
    'person', '{"table": "person", "key": ["id"], "label": "t.name", "show": ["id", "name"],
      "visible": "banned_until", "recipient": {"locale": "''en''", "zone": "''UTC''"},
      "counts": {"notes": {"of": "note", "via": "by"}}}'::jsonb
      || coalesce(more -> 'person', '{}'),
    'note', jsonb_build_object('table', 'note', 'key', '["id"]'::jsonb, 'label', 't.id::text',
      'show', '["id", "by_id"]'::jsonb, 'visible', 'hidden_until', 'parents', jsonb_build_object(
        'by', '{"collection": "person", "columns": ["by_id"]}'::jsonb
          || coalesce(jsonb_build_object('guessed', guessed), '{}')))
      || coalesce(more -> 'note', '{}'),
    'reply', '{"table": "reply", "key": ["id"], "label": "t.id::text", "show": ["id"],
      "parents": {"note": {"collection": "note", "columns": ["note_id"]}}}'::jsonb))
$$;

CREATE FUNCTION pg_temp.found(guessed jsonb, more jsonb) RETURNS text LANGUAGE sql AS $$
SELECT string_agg(c.path, ' ' ORDER BY c.path) FROM reeve.catalog_check(
  pg_temp.manifest(guessed, more)) c
$$;

CREATE TEMP TABLE acts(place int, what text, more jsonb, path text);
INSERT INTO acts VALUES
  (1, 'an effect', '{"actions": [{"verb": "ban", "collection": "person", "effects": [
    {"name": "notes", "collection": "note", "via": "by", "hide": true}]}]}',
    '/actions/0/effects/0/via'),
  (2, 'an effect two steps away', '{"actions": [{"verb": "ban", "collection": "person", "effects": [
    {"name": "replies", "collection": "reply", "via": "note.by", "list": true}]}]}',
    '/actions/0/effects/0/via'),
  (3, 'a notice', '{"actions": [{"verb": "hide", "collection": "note", "effects": [{"name": "note",
    "collection": "note", "hide": true, "notify": [{"to": "by", "template": "told"}]}]}]}',
    '/actions/0/effects/0/notify/0/to'),
  (4, 'an erasure of rows', '{"person": {"erase": {"tables": [{"table": "note", "of": ["by_id"],
    "delete": true}]}}}', '/collections/person/erase/tables/0/of'),
  (5, 'an erasure with others', '{"person": {"erase": {"with": [{"collection": "note",
    "via": "by"}]}}, "note": {"erase": {"set": {"told": null}}}}',
    '/collections/person/erase/with/0/via'),
  (6, 'a guard', '{"person": {"enforcement": "guard", "guards": [{"table": "note",
    "actor": ["by_id"]}]}}', '/collections/person/guards/0/actor'),
  (7, 'a flag', '{"flags": {"many": {"collection": "note", "policy": "terms", "flood": {"by": "by",
    "at": "now()", "born": "now()", "younger": "7d", "more_than": 2, "within": "1h"}}}}',
    '/flags/many/flood/by');

SELECT is(pg_temp.found('true', more), path, what || ' by a guess is refused')
FROM acts ORDER BY place;
SELECT is((SELECT string_agg(pg_temp.found('false', more), ' ') FROM acts), NULL,
  'what is confirmed acts');
SELECT is((SELECT string_agg(pg_temp.found(NULL, more), ' ') FROM acts), NULL,
  'a catalog that was applied before the key existed is not refused');
SELECT is((SELECT array_agg((
    SELECT count(*)::int FROM reeve.catalog_advice(pg_temp.manifest(NULL, more)) a
    WHERE a.path = '/collections/note/parents/by' AND a.message LIKE 'no foreign key says that %'))
  FROM acts), '{1,1,1,1,1,1,1}', 'but each such use is told');

SAVEPOINT beside;
CREATE TABLE guessing.login(id int PRIMARY KEY);
INSERT INTO guessing.login VALUES (1), (2);
ALTER TABLE guessing.person ADD FOREIGN KEY (id) REFERENCES guessing.login;
ALTER TABLE guessing.note ADD FOREIGN KEY (by_id) REFERENCES guessing.login;
SELECT is_empty($$SELECT a.message FROM acts
  CROSS JOIN reeve.catalog_advice(pg_temp.manifest(NULL, acts.more)) a
  WHERE a.message LIKE 'no foreign key says that %'$$,
  'unless the note and the person both refer to one login');
ROLLBACK TO beside;

SELECT reeve.catalog_apply(pg_temp.manifest('true', '{}'));
SELECT is_empty($$ SELECT * FROM reeve.subject_persons((SELECT collection_id FROM reeve.collection
  WHERE app = 'guessing' AND name = 'note'), '{1,2}') $$, 'nobody gets a strike by a guess');
SELECT reeve.catalog_apply(pg_temp.manifest('false', '{}'));
SELECT results_eq($$ SELECT key, person_key FROM reeve.subject_persons((SELECT collection_id
  FROM reeve.collection WHERE app = 'guessing' AND name = 'note'), '{1,2}') ORDER BY key $$,
  $$ VALUES ('1', '1'), ('2', '2') $$, 'they do once it is confirmed');
SELECT * FROM finish();
ROLLBACK;
