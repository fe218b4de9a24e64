-- Effects that delete rows for good, jobs that come with an action, and rows kept for a time.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(39);

SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop"."Last seen"(
  person bigint NOT NULL REFERENCES "Odd Shop"."Person", "where" text NOT NULL,
  at timestamptz NOT NULL, words text, PRIMARY KEY (person, at));
INSERT INTO "Odd Shop"."Last seen" VALUES (1, 'secret-1', now(), 'x'),
  (1, 'secret-2', now() - interval '2 days', 'y'), (2, 'secret-3', now() - interval '2 days', 'z'),
  (3, 'secret-4', now() - interval '1 hour', NULL);
RESET ROLE;

-- The shop with one more collection, effects on it in its ban, and rules of keeping.
CREATE FUNCTION pg_temp.with_seen(effects jsonb, retain jsonb DEFAULT '[]') RETURNS jsonb
LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(m, '{collections,seen}', jsonb_build_object('table', 'Last seen',
      'key', '["person", "at"]'::jsonb, 'label', '''seen ''|| t.at', 'show',
      '["person", "at"]'::jsonb, 'parents',
      '{"who": {"collection": "person", "columns": ["person"]}}'::jsonb, 'retain', retain)),
    '{actions,0,effects}', m #> '{actions,0,effects}' || effects)
  FROM pg_temp.manifest() m
$$;
CREATE FUNCTION pg_temp.findings(manifest jsonb) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(f.path || ' ' || f.code, ', ' ORDER BY f.path)
  FROM reeve.catalog_check(manifest) f
$$;

SELECT is(pg_temp.findings(pg_temp.with_seen(
    '[{"name": "x", "collection": "seen", "via": "who", "delete": true, "list": true}]')),
  '/actions/0/effects/6 unused', 'an effect does one thing to its rows');
SELECT is(pg_temp.findings(pg_temp.with_seen('[{"name": "x", "collection": "seen", "via": "who",
    "delete": true, "enqueue": [{"kind": "nonsense"}]}]')),
  '/actions/0/effects/6/enqueue/0/kind missing', 'it asks for jobs that there are');
SELECT is(pg_temp.findings(pg_temp.with_seen('[{"name": "x", "collection": "seen", "via": "who",
    "delete": true, "enqueue": [{"kind": "sql", "args": {"task": "t.nonsense"}}]}]')),
  '/actions/0/effects/6 expression', 'with expressions that can be computed');

SELECT ok(count(*) > 0, 'it is applied') FROM reeve.catalog_apply(pg_temp.with_seen(
  '[{"name": "places", "collection": "seen", "via": "who", "delete": true,
    "enqueue": [{"kind": "sql", "when": "t.words = ''y''",
      "args": {"task": "''tell''", "arguments": "jsonb_build_object(''who'', t.person)"}}]}]'));

SELECT ok(has_table_privilege('reeve_writer_shop', '"Odd Shop"."Last seen"', 'DELETE')
  AND NOT has_table_privilege('reeve_writer_shop', '"Odd Shop".deal', 'DELETE'),
  'the app writer may delete what an effect deletes, and nothing else');

CREATE TEMP TABLE kept(plan jsonb, done jsonb);
GRANT ALL ON kept TO PUBLIC;

SET SESSION AUTHORIZATION shop_ann;
INSERT INTO kept
SELECT reeve.action_plan('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}');
RESET SESSION AUTHORIZATION;
SELECT results_eq($$SELECT e ->> 'kind', (e ->> 'rows')::int, (e ->> 'reversible')::boolean
    FROM kept, jsonb_array_elements(plan -> 'effects') e WHERE e ->> 'name' = 'places'$$,
  $$VALUES ('delete'::text, 2, FALSE)$$, 'the plan names the rows that it deletes');
SELECT is((SELECT plan ->> 'irreversible' FROM kept), '3',
  'and counts them among what cannot be undone');
SELECT is((SELECT count(*) FROM "Odd Shop"."Last seen"), 4::bigint, 'it deletes none');
SELECT is((SELECT plan ->> 'people' FROM kept), '3', 'a job is nobody who is told');

-- Code of the app that keeps them.
SET LOCAL ROLE shop_owner;
CREATE FUNCTION "Odd Shop".keep() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER keep BEFORE DELETE ON "Odd Shop"."Last seen" FOR EACH ROW
  EXECUTE FUNCTION "Odd Shop".keep();
RESET ROLE;
SET SESSION AUTHORIZATION shop_ann;
SELECT matches((SELECT outcome || ' ' || code || ' ' || message FROM reeve.action_perform('ban',
    'shop', 'person', '1', '{"policy": "spam", "for": "1d"}', NULL)),
  '^refused app 2 of 2 rows of "places" are still there .*keep', 'who keeps rows is named');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM reeve.effect), 0::bigint, 'and nothing is done');
DROP TRIGGER keep ON "Odd Shop"."Last seen";

-- A row that something else refers to.
CREATE TABLE "Odd Shop".holds(person bigint, at timestamptz,
  FOREIGN KEY (person, at) REFERENCES "Odd Shop"."Last seen");
INSERT INTO "Odd Shop".holds SELECT person, at FROM "Odd Shop"."Last seen" WHERE words = 'y';
GRANT SELECT ON "Odd Shop".holds TO shop_owner;
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome || ' ' || code FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL)), 'refused app',
  'rows that others refer to are not deleted');
RESET SESSION AUTHORIZATION;
DROP TABLE "Odd Shop".holds;

SET SESSION AUTHORIZATION shop_ann;
UPDATE kept SET done = (SELECT to_jsonb(p) FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', plan) p);
SELECT is((SELECT string_agg(DISTINCT f.change, ', ') FROM kept,
    reeve.action_effects((done #>> '{detail,action_id}')::bigint, 99) f WHERE f.effect = 'places'),
  'deleted for good', 'the list of effects says so');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT done ->> 'outcome' FROM kept), 'done', 'the ban is done');
SELECT done #>> '{detail,action_id}' AS banned FROM kept \gset
SELECT is((SELECT array_agg(person ORDER BY person) FROM "Odd Shop"."Last seen"), '{2,3}'::bigint[],
  'its rows are gone, and no others');
SELECT is((SELECT array_agg(DISTINCT (e.before, e.after, e.is_reversible)::text)
    FROM reeve.effect e JOIN reeve.rule r USING (rule_id) WHERE r.name = 'places'),
  '{"({},{},f)"}'::text[], 'the record names them and keeps nothing of them');
SELECT is((SELECT count(*) FROM reeve.evidence e WHERE e::text LIKE '%secret%'), 0::bigint,
  'nor does evidence');
SELECT results_eq($$SELECT k.name, j.args, j.app, j.principal FROM reeve.job j
    JOIN reeve.job_kind k USING (kind_id) WHERE k.name = 'sql'$$,
  $$VALUES ('sql'::text, '{"task": "tell", "arguments": {"who": 1}}'::jsonb, 'shop'::text,
    NULL::text)$$, 'the job of the rows that want one is enqueued with it');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is_empty('SELECT * FROM reeve.audit_faults(1)', 'the record has no faults');

-- A row of a transaction that was open at the ban, with the same key as one that was deleted.
\ir ../fixtures/worker.sql
INSERT INTO "Odd Shop"."Last seen" VALUES (1, 'secret-5', now(), 'x');
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.sweep', jsonb_build_object('action_id',
  :banned)) AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SELECT reeve.job_advance(:job, 1, 1) \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM "Odd Shop"."Last seen" WHERE person = 1), 0::bigint,
  'the sweep deletes a row that came back');
SELECT is((SELECT count(*) FROM reeve.effect e JOIN reeve.rule r USING (rule_id)
  WHERE r.name = 'places'), 2::bigint, 'as the same effect');

SET SESSION AUTHORIZATION shop_ann;
UPDATE kept SET plan = reeve.undo_plan(:banned);
UPDATE kept SET done = (SELECT to_jsonb(p) FROM reeve.undo_perform(:banned, 'a mistake', NULL) p);
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*) FROM kept, jsonb_array_elements(plan -> 'lost') l
  WHERE l ->> 'why' = 'deleted'), 2::bigint, 'an undo says what it cannot bring back');
SELECT is((SELECT done ->> 'outcome' FROM kept), 'done', 'and restores the rest');
SELECT is((SELECT blocked_until FROM "Odd Shop"."Person" WHERE id = 1), NULL,
  'the account is back');
SELECT reeve.chain_link('18446744073709551615', 100000) AS linked \gset
SELECT is_empty('SELECT * FROM reeve.audit_faults(1)', 'the record has no faults still');

-- How long rows are kept ------------------------------------------------------------------------

SELECT is(pg_temp.findings(pg_temp.with_seen('[]', '[{"column": "nope", "after": "1d",
    "delete": true}, {"column": "where", "after": "1d", "delete": true},
    {"column": "at", "after": "1d"}, {"column": "at", "after": "1d", "set": {"nope": null}}]')),
  '/collections/seen/retain/0/column missing, /collections/seen/retain/1/column type, '
  '/collections/seen/retain/2 unused, /collections/seen/retain/3 expression',
  'a rule of keeping names a time, and what happens then');
SELECT ok(count(*) > 0, 'it is applied') FROM reeve.catalog_apply(pg_temp.with_seen('[]',
  '[{"column": "at", "after": "1d", "where": "t.person <> 3", "delete": true},
    {"column": "at", "after": "30m", "set": {"words": null}}]'));

CREATE FUNCTION pg_temp.sweep(max_rows int) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  job reeve.job;
  progress reeve.job_progress;
  step reeve.job_step;
BEGIN
  job.app := 'shop';
  progress.done := 0;
  step := reeve.retain_sweep(job, progress, max_rows);
  RETURN step.state || ' ' || step.done;
END
$$;
INSERT INTO "Odd Shop"."Last seen"
SELECT 2, 'old', now() - n * interval '1 day', 'w' FROM generate_series(3, 7) n;
INSERT INTO "Odd Shop"."Last seen" VALUES (3, 'new', now(), 'w');
UPDATE "Odd Shop"."Last seen" SET words = 'w' WHERE person = 3;
SELECT results_eq('SELECT app, collection, due_at FROM reeve.retain_due(now())',
  $$VALUES ('shop'::text, 'seen'::text, now() - interval '6 days'),
    ('shop', 'seen', now() - interval '7 days' + interval '30 minutes')$$,
  'the doctor learns since when rows have been kept too long');
SELECT is(pg_temp.sweep(4), 'running 4', 'old rows go in batches');
SELECT is((SELECT max(at) FROM "Odd Shop"."Last seen" WHERE person = 2),
  now() - interval '2 days', 'the oldest first');
SELECT is(pg_temp.sweep(100), 'running 3', 'until none is left');
SELECT is(pg_temp.sweep(100), 'completed 0', 'and then the job is done');
SELECT results_eq('SELECT person, words FROM "Odd Shop"."Last seen" ORDER BY at',
  $$VALUES (3::bigint, NULL::text), (3, 'w')$$, 'rows that stay lose what was to go');
SELECT is_empty('SELECT * FROM reeve.retain_due(now())', 'nothing is kept too long');
SELECT is((SELECT count(*) FROM reeve.effect WHERE before::text LIKE '%secret%'), 0::bigint,
  'nothing of them is recorded');

-- The states of a collection ---------------------------------------------------------------------

CREATE FUNCTION pg_temp.stated(condition text, state text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(s, ', ') FROM reeve.catalog_states(
    '{"column": "state", "transitions": {"open": ["held", "void"], "held": ["open", "void"]}}',
    jsonb_build_object('where', condition, 'set', jsonb_build_object('state', state))) s
$$;
SELECT is(pg_temp.stated($$t.state IN ('open', 'held') AND t.id > 0$$, $$'void'$$), NULL,
  'an effect may do what the states allow');
SELECT is(pg_temp.stated($$t.state = 'void'$$, $$'open'$$),
  'the states of the collection do not lead from ''void'' to ''open''',
  'and is told where they do not lead');
SELECT is(pg_temp.stated(NULL, $$'gone'$$), 'state of the collection has no state ''gone''',
  'or that there is no such state');
SELECT is(pg_temp.stated($$t.state = 'void'$$, 'CASE WHEN TRUE THEN t.state END'), NULL,
  'what is computed is not judged');

SELECT * FROM finish();
ROLLBACK;
