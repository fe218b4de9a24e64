-- What an action wrote is given back, whatever the catalog and the table have become; what the app
-- refuses is named, row by row, and tried again.
-- On one server: it takes long.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT no_plan();
\ir ../fixtures/inn.sql
SET LOCAL ROLE inn_owner;
CREATE TABLE inn.users(id int PRIMARY KEY, name text NOT NULL, email text,
  disabled boolean NOT NULL DEFAULT FALSE);
CREATE TABLE inn.post(id int PRIMARY KEY, user_id int REFERENCES inn.users, slug text NOT NULL,
  hidden_at timestamptz);
CREATE UNIQUE INDEX post_slug ON inn.post(slug) WHERE hidden_at IS NULL;
INSERT INTO inn.users SELECT n, 'Name ' || n, 'm' || n || '@x.org' FROM generate_series(1, 9) n;
INSERT INTO inn.post SELECT n, 1, 'slug-' || n FROM generate_series(1, 5) n;
RESET ROLE;

CREATE FUNCTION pg_temp.manifest(visible text, hidden text, more jsonb DEFAULT '{}')
RETURNS jsonb LANGUAGE sql AS $$
SELECT jsonb_build_object('app', 'inn', 'schema', 'inn', 'owner', 'inn_owner', 'title', 'Inn',
  'policies', '{"terms": {"title": "T", "clause": "C", "grace": "1s"}}'::jsonb,
  'collections', jsonb_build_object(
    'user', jsonb_strip_nulls(jsonb_build_object('table', 'users', 'key', '["id"]'::jsonb,
      'label', 't.name', 'show', '["id", "name"]'::jsonb, 'visible', visible, 'hidden', hidden,
      'enforcement', 'column')) || more,
    'post', '{"table": "post", "key": ["id"], "label": "t.slug", "show": ["id", "slug"],
      "visible": "hidden_at", "hidden": "$at",
      "parents": {"user": {"collection": "user", "columns": ["user_id"]}}}'::jsonb),
  'actions', '[{"verb": "ban", "collection": "user", "effects": [
      {"name": "user", "collection": "user", "hide": true},
      {"name": "posts", "collection": "post", "via": "user", "hide": true}]},
    {"verb": "hide", "collection": "post", "effects": [
      {"name": "post", "collection": "post", "hide": true}]}]'::jsonb)
$$;
CREATE FUNCTION pg_temp.reeve_act(verb text, collection text, key text, lasts text DEFAULT '1d')
RETURNS bigint LANGUAGE sql AS $$
  SELECT coalesce((o.detail ->> 'action_id')::bigint, (o::text)::bigint)
  FROM reeve.action_perform(verb, 'inn', collection, key,
    jsonb_build_object('policy', 'terms', 'for', lasts), NULL) o
$$;
CREATE FUNCTION pg_temp.reeve_undo(id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', o.outcome, o.code, CASE o.outcome WHEN 'done' THEN (
    SELECT string_agg(concat_ws(' ', l ->> 'key', coalesce(l ->> 'code', '-'), l ->> 'why'), '; '
      ORDER BY l ->> 'key')
    FROM jsonb_array_elements(o.detail -> 'lost') l) ELSE o.message END)
  FROM reeve.undo_perform(id, NULL, NULL) o
$$;
CREATE FUNCTION pg_temp.faults() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(f.problem, '; ') FROM reeve.audit_faults(1) f
  WHERE f.problem !~ 'sealed|seal'
$$;

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest('disabled', 'TRUE')) \gset
SET SESSION AUTHORIZATION inn_ann;
SELECT pg_temp.reeve_act('ban', 'user', '2') AS old \gset
SELECT pg_temp.reeve_act('ban', 'user', '3') AS first \gset
SELECT pg_temp.reeve_act('ban', 'user', '4') AS third \gset
SELECT pg_temp.reeve_act('ban', 'user', '5') AS fourth \gset
RESET SESSION AUTHORIZATION;
ALTER TABLE inn.users ADD banned_until timestamptz;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest('banned_until', NULL)) \gset
SET SESSION AUTHORIZATION inn_ann;
SELECT is(pg_temp.reeve_undo(:old), 'done', 'an undo goes by what the action wrote');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT disabled, banned_until FROM inn.users WHERE id = 2',
  $$VALUES (FALSE, NULL::timestamptz)$$, 'and not by the column that the catalog has by now');
SET SESSION AUTHORIZATION inn_ann;

-- Two causes, each in its own column.
SELECT pg_temp.reeve_act('ban', 'user', '3', '2d') AS second \gset
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT disabled AND banned_until > now() FROM inn.users WHERE id = 3), 'both are set');
SET SESSION AUTHORIZATION inn_ann;
SELECT is(pg_temp.reeve_undo(:first), 'done');
RESET SESSION AUTHORIZATION;
SELECT ok((SELECT NOT disabled AND banned_until > now() + '47 h' FROM inn.users WHERE id = 3),
  'the first leaves the second''s column');
SET SESSION AUTHORIZATION inn_ann;
SELECT is(pg_temp.reeve_undo(:second), 'done');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT disabled, banned_until FROM inn.users WHERE id = 3',
  $$VALUES (FALSE, NULL::timestamptz)$$, 'in any order');
SET SESSION AUTHORIZATION inn_ann;
SELECT pg_temp.reeve_act('ban', 'user', '4', '2d') AS second \gset
SELECT is(pg_temp.reeve_undo(:second), 'done');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT disabled, banned_until FROM inn.users WHERE id = 4',
  $$VALUES (TRUE, NULL::timestamptz)$$, 'the other way round');
SET SESSION AUTHORIZATION inn_ann;
SELECT is(pg_temp.reeve_undo(:third), 'done');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT disabled FROM inn.users WHERE id = 4), FALSE);
SELECT is_empty($$SELECT FROM reeve.subject s WHERE s.hidden_by = '{}' AND s.base IS NOT NULL$$,
  'no base stays');
SELECT is(pg_temp.faults(), NULL, 'the record is sound');

-- A table under another name, a collection under another name.
ALTER TABLE inn.users RENAME TO people;
SELECT count(*) AS applied FROM reeve.catalog_apply(replace(replace(replace(pg_temp.manifest(
  'banned_until', NULL)::text, '"user"', '"person"'), '"users"', '"people"'),
  '"via": "user"', '"via": "user"')::jsonb) \gset
SET SESSION AUTHORIZATION inn_ann;
SELECT is(pg_temp.reeve_undo(:fourth), 'done', 'a renamed table');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT disabled FROM inn.people WHERE id = 5), FALSE, 'is written all the same');
ALTER TABLE inn.people RENAME TO users;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest('banned_until', NULL)) \gset
SELECT is(pg_temp.faults(), NULL);
SET SESSION AUTHORIZATION inn_ann;

-- One taken slug.
SELECT pg_temp.reeve_act('ban', 'user', '1') AS ban \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(hidden_at)::int FROM inn.post), 5);
INSERT INTO inn.post VALUES (9, 2, 'slug-3');
SET SESSION AUTHORIZATION inn_ann;
SELECT reeve.undo_plan(:ban) AS plan \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT jsonb_object_agg(e ->> 'name', e -> 'rows')
  FROM jsonb_array_elements((:'plan'::jsonb) -> 'effects') e), '{"user": 1, "posts": 4}',
  'the plan promises what will happen');
SELECT matches((:'plan'::jsonb) #>> '{lost,0,why}',
  'post_slug.*SQLSTATE 23505, post_slug: slug = slug-3');
SELECT is((SELECT count(hidden_at)::int FROM inn.post), 5, 'and changes nothing');
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:ban),
  '^done 3 23505 .*"post_slug".*\(SQLSTATE 23505, post_slug: slug = slug-3\)$',
  'the rest is given back; what cannot be is named');
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT id FROM inn.post WHERE hidden_at IS NOT NULL', 'VALUES (3)');
SELECT is((SELECT banned_until FROM inn.users WHERE id = 1), NULL, 'the person is free');
SELECT is(pg_temp.faults(), NULL, 'no fault of the record');
SELECT results_eq('SELECT key, code, tries FROM reeve.unrestored', $$VALUES ('3', '23505', 1)$$);
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:ban),
  '^refused app nothing that A\d+ changed can be restored now: post:3, .*23505',
  'once more says why');
RESET SESSION AUTHORIZATION;
SAVEPOINT typed;
CREATE DOMAIN pg_temp.mine AS int;
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:ban),
  '^refused app nothing that A\d+ changed can be restored now:'
  ' post:3, code of the app left a type that belongs to this session \(RV006\)$',
  'and why its rows cannot even be locked');
RESET SESSION AUTHORIZATION;
ROLLBACK TO typed;
UPDATE inn.post SET slug = 'other' WHERE id = 9;
SET SESSION AUTHORIZATION inn_ann;
SELECT is(pg_temp.reeve_undo(:ban), 'done', 'and restores the rest once it can');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(hidden_at)::int FROM inn.post), 0);
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:ban), '^refused undone', 'then it is undone');
RESET SESSION AUTHORIZATION;
SELECT is_empty('SELECT FROM reeve.unrestored');
SELECT is(pg_temp.faults(), NULL);
SET SESSION AUTHORIZATION inn_ann;

-- An ending that fails.
SELECT pg_temp.reeve_act('hide', 'post', '4', '1h') AS hide \gset
RESET SESSION AUTHORIZATION;
UPDATE inn.post SET slug = 'slug-4' WHERE id = 9;
UPDATE reeve.action SET until = now() - interval '1 s' WHERE action_id = :hide;
UPDATE reeve.subject SET hidden_until = now() - interval '1 s' WHERE hidden_until < 'infinity';
CREATE FUNCTION pg_temp.lift(worker int, nonce uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE job bigint; s text;
BEGIN
  job := pg_temp.attempt(worker, nonce, 'moderation.lift');
  SET SESSION AUTHORIZATION reeve_worker;
  LOOP
    s := (reeve.job_advance(job, 1, 10))::text;
    EXIT WHEN s NOT LIKE '%running%';
  END LOOP;
  RESET SESSION AUTHORIZATION;
  RETURN s;
END
$$;
SELECT pg_temp.lift(:worker_id, :'nonce') AS lifted \gset
SELECT is((SELECT reversed_by FROM reeve.action WHERE action_id = :hide), NULL,
  'an ending that restores nothing is none');
SELECT results_eq('SELECT key, code, tries FROM reeve.unrestored', $$VALUES ('4', '23505', 1)$$);
SELECT matches((SELECT reeve.restriction_text(s) FROM reeve.subject s
  JOIN reeve.collection c USING (collection_id) WHERE c.name = 'post' AND s.key = '4'),
  '^still hidden: A\d+ could not .*23505');
SELECT is(pg_temp.faults(), NULL, 'it is no tampering');
SELECT pg_temp.lift(:worker_id, :'nonce') AS lifted \gset
SELECT is((SELECT tries FROM reeve.unrestored), 1, 'not at once again');
UPDATE reeve.unrestored SET due_at = now() - interval '1 s';
SELECT pg_temp.lift(:worker_id, :'nonce') AS lifted \gset
SELECT is((SELECT tries FROM reeve.unrestored), 2, 'but later');
UPDATE inn.post SET slug = 'other' WHERE id = 9;
UPDATE reeve.unrestored SET due_at = now() - interval '1 s';
SELECT pg_temp.lift(:worker_id, :'nonce') AS lifted \gset
SELECT is_empty('SELECT FROM reeve.unrestored');
SELECT is((SELECT hidden_at FROM inn.post WHERE id = 4), NULL, 'until it succeeds');
SELECT isnt((SELECT reversed_by FROM reeve.action WHERE action_id = :hide), NULL);
SELECT is(pg_temp.faults(), NULL);
SET SESSION AUTHORIZATION inn_ann;

-- A column that is gone.
SELECT pg_temp.reeve_act('ban', 'user', '6') AS ban \gset
SELECT pg_temp.reeve_act('ban', 'user', '7') AS other \gset
RESET SESSION AUTHORIZATION;
ALTER TABLE inn.users RENAME banned_until TO barred_until;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest('barred_until', NULL)) \gset
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:ban),
  '^refused app .*banned_until is gone from inn.users, and the app still hides it');
RESET SESSION AUTHORIZATION;
UPDATE inn.users SET barred_until = NULL WHERE id = 6;
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:ban), '^done 6 - banned_until is gone', 'nothing else hides it');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.subject s WHERE s.hidden_until > now()
  AND s.key = '6'), 0);
ALTER TABLE inn.users DROP barred_until;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest('disabled', 'TRUE')) \gset
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:other), '^done 7 - banned_until is gone');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.faults(), NULL);
SET SESSION AUTHORIZATION inn_ann;

-- A trigger that refuses some rows, a type that changed.
SELECT pg_temp.reeve_act('ban', 'user', '1') AS ban \gset
RESET SESSION AUTHORIZATION;
SET LOCAL ROLE inn_owner;
CREATE FUNCTION inn.no() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.id = 2 AND NEW.hidden_at IS NULL THEN RAISE EXCEPTION 'no'; END IF;
  IF NEW.id = 4 AND NEW.hidden_at IS NULL THEN RETURN NULL; END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER no BEFORE UPDATE ON inn.post FOR EACH ROW EXECUTE FUNCTION inn.no();
ALTER TABLE inn.users ALTER disabled DROP DEFAULT, ALTER disabled TYPE text USING disabled::text;
RESET ROLE;
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:ban),
  '^done 2 P0001 .*no \(SQLSTATE P0001, in inn.no\); 4 RV006 code of the app suppressed');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT disabled FROM inn.users WHERE id = 1), 'false');
SELECT results_eq('SELECT id FROM inn.post WHERE hidden_at IS NOT NULL ORDER BY 1',
  'VALUES (2), (4)');
DELETE FROM inn.post WHERE id = 2;
DROP TRIGGER no ON inn.post;
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:ban), '^done 2 - gone');
RESET SESSION AUTHORIZATION;
SELECT is_empty('SELECT FROM reeve.unrestored');
SELECT is(pg_temp.faults(), NULL);

-- What is recorded, and what the app's own column says.
RESET SESSION AUTHORIZATION;
ALTER TABLE inn.users ALTER disabled TYPE boolean USING disabled::boolean;
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest('disabled', 'TRUE')) \gset
SELECT is_empty('SELECT * FROM reeve.drift_list(100) WHERE is_recorded', 'nothing differs');
SET SESSION AUTHORIZATION inn_ann;
SELECT pg_temp.reeve_act('ban', 'user', '8') AS ban \gset
SELECT matches((SELECT problem FROM reeve.action_repeat(:ban, NULL)), 'still in force');
RESET SESSION AUTHORIZATION;
UPDATE inn.users SET disabled = id = 9 WHERE id IN (8, 9);
SELECT results_eq('SELECT collection, is_recorded, amount, example FROM reeve.drift_list(100)
    ORDER BY 2', $$VALUES ('user', FALSE, 1::bigint, '9'), ('user', TRUE, 1, '8')$$,
  'a column cleared and one set past Reeve are found');
SET SESSION AUTHORIZATION inn_ann;
SELECT matches((SELECT state FROM reeve.subject_status('inn', 'user', '8')),
  '^banned until .*, recorded, but disabled of the app does not say so$', 'shown as it is');
SELECT matches((SELECT state FROM reeve.subject_find('inn', 'user', '8', FALSE, 5)),
  'recorded, but', 'in lists, too');
SELECT is((SELECT problem FROM reeve.action_repeat(:ban, NULL)), NULL, 'it may be repeated');
SELECT pg_temp.reeve_act('ban', 'user', '8') AS again \gset
RESET SESSION AUTHORIZATION;
SELECT is((SELECT disabled FROM inn.users WHERE id = 8), TRUE, 'and holds again');
SELECT is_empty('SELECT * FROM reeve.drift_list(100) WHERE is_recorded');
SET SESSION AUTHORIZATION inn_ann;
SELECT is(pg_temp.reeve_undo(:ban), 'done');
SELECT is(pg_temp.reeve_undo(:again), 'done');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT disabled FROM inn.users WHERE id = 8), FALSE, 'with the last the row is free');
UPDATE inn.users SET disabled = TRUE WHERE id = 8;
SELECT is((SELECT amount FROM reeve.drift_list(100) WHERE NOT is_recorded), 2::bigint);

-- A table that is gone.
SET SESSION AUTHORIZATION inn_ann;
SELECT pg_temp.reeve_act('hide', 'post', '1') AS hide \gset
RESET SESSION AUTHORIZATION;
DROP TABLE inn.post;
SET SESSION AUTHORIZATION inn_ann;
SELECT matches(pg_temp.reeve_undo(:hide), '^done 1 - the table is gone', 'what is gone is over');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;

