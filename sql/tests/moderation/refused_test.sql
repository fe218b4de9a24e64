-- What row security, an exclusion constraint or a foreign key of the app refuses to an undo is
-- named, tried again, and told by `doctor` and `waiting` until it succeeds.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT no_plan();
\ir ../fixtures/inn.sql
SET LOCAL ROLE inn_owner;
CREATE TABLE inn.floor(id int PRIMARY KEY);
CREATE TABLE inn.room(id int PRIMARY KEY, hidden_at timestamptz);
CREATE TABLE inn.stay(id int PRIMARY KEY, nights int4range NOT NULL, room_id int NOT NULL,
  floor_id int REFERENCES inn.floor, is_open boolean NOT NULL DEFAULT TRUE, hidden_at timestamptz,
  CONSTRAINT stay_once EXCLUDE USING gist (nights WITH &&) WHERE (hidden_at IS NULL));
INSERT INTO inn.floor VALUES (1), (2);
INSERT INTO inn.room VALUES (1);
INSERT INTO inn.stay(id, nights, room_id, floor_id)
SELECT n, int4range(n * 10, n * 10 + 5), 1, CASE n WHEN 2 THEN 1 ELSE 2 END
FROM generate_series(1, 5) n;
RESET ROLE;
CREATE FUNCTION pg_temp.manifest() RETURNS jsonb LANGUAGE sql AS $$
SELECT jsonb_build_object('app', 'inn', 'schema', 'inn', 'owner', 'inn_owner', 'title', 'Inn',
  'policies', '{"terms": {"title": "T", "clause": "C", "grace": "1s"}}'::jsonb,
  'collections', '{"room": {"table": "room", "key": ["id"], "label": "t.id::text",
      "show": ["id"], "visible": "hidden_at", "hidden": "$at"},
    "stay": {"table": "stay", "key": ["id"], "label": "t.id::text",
      "show": ["id", "nights", "floor_id"], "visible": "hidden_at", "hidden": "$at",
      "parents": {"room": {"collection": "room", "columns": ["room_id"]}}}}'::jsonb,
  'actions', '[{"verb": "hide", "collection": "room", "effects": [
      {"name": "room", "collection": "room", "hide": true},
      {"name": "stays", "collection": "stay", "via": "room", "where": "t.id <> 2", "hide": true},
      {"name": "floor", "collection": "stay", "via": "room", "where": "t.id IN (2, 6)",
        "set": {"floor_id": "NULL"}}]}]'::jsonb)
$$;
CREATE FUNCTION pg_temp.state() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat(id, CASE WHEN hidden_at IS NULL THEN '+' ELSE '-' END, floor_id), ' '
    ORDER BY id) FROM inn.stay WHERE id < 9
$$;
CREATE FUNCTION pg_temp.reeve_undo(id bigint) RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ', o.outcome, o.code, CASE o.outcome WHEN 'done' THEN (
    SELECT string_agg(concat_ws(' ', l ->> 'key', l ->> 'code', l ->> 'why'), E'\n'
      ORDER BY l ->> 'key')
    FROM jsonb_array_elements(o.detail -> 'lost') l) ELSE o.message END)
  FROM reeve.undo_perform(id, NULL, NULL) o
$$;
CREATE FUNCTION pg_temp.lift(worker int, nonce uuid) RETURNS text LANGUAGE plpgsql AS $$
DECLARE job bigint; s text;
BEGIN
  UPDATE reeve.unrestored SET due_at = now() - interval '1 s';
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
SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.manifest()) \gset
SELECT is_empty('SELECT * FROM reeve.catalog_check(pg_temp.manifest())');
-- Of two changes of one row only one would be on record, and come back.
SAVEPOINT twice;
INSERT INTO inn.stay(id, nights, room_id) VALUES (6, '[60,65)', 1);
SET SESSION AUTHORIZATION inn_ann;
SELECT throws_ok($$SELECT reeve.action_perform('hide', 'inn', 'room', '1',
  '{"policy": "terms"}', NULL)$$, 'RV005', 'the effects stays and floor of hide both write stay:6',
  'two effects never write one row');
ROLLBACK TO twice;

SET SESSION AUTHORIZATION inn_ann;
SELECT (o.detail ->> 'action_id')::bigint AS hide
FROM reeve.action_perform('hide', 'inn', 'room', '1', '{"policy": "terms"}', NULL) o \gset
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.state(), '1-2 2+ 3-2 4-2 5-2', 'four are hidden, one is on no floor');
INSERT INTO inn.stay VALUES (9, '[12,14)', 2, 2);
DELETE FROM inn.floor WHERE id = 1;
UPDATE inn.stay SET is_open = FALSE WHERE id = 3;
ALTER TABLE inn.stay ENABLE ROW LEVEL SECURITY;
CREATE POLICY open ON inn.stay USING (id <> 4) WITH CHECK (is_open);
SET SESSION AUTHORIZATION inn_ann;
SELECT pg_temp.reeve_undo(:hide) AS said \gset
RESET SESSION AUTHORIZATION;
SELECT matches(:'said'::text,
  '1 23P01 .*"stay_once" \(SQLSTATE 23P01, stay_once: nights = \[10,15\)\)',
  'an exclusion constraint, with its values');
SELECT matches(:'said'::text, '2 23503 .*SQLSTATE 23503, stay_floor_id_fkey: floor_id = 1\)',
  'a foreign key');
SELECT matches(:'said'::text, '3 42501 .*row-level security.*SQLSTATE 42501', 'row security');
SELECT matches(:'said'::text, '4 42501 gone, or hidden by row security of inn.stay',
  'a row that is not to be seen is not said to be gone');
SELECT is(pg_temp.state(), '1-2 2+ 3-2 4-2 5+2', 'the rest is as before');
SELECT results_eq('SELECT key, code, tries FROM reeve.unrestored ORDER BY key',
  $$VALUES ('1', '23P01', 1), ('2', '23503', 1), ('3', '42501', 1), ('4', '42501', 1)$$,
  'what is refused waits');
SET SESSION AUTHORIZATION inn_ann;
SELECT results_eq($$SELECT amount, names FROM reeve.console_waiting('inn')
  WHERE topic = 'unrestored'$$, format('VALUES (4, ARRAY[%1$L, %1$L, %1$L])', 'A' || :hide),
  '`waiting` says so');
RESET SESSION AUTHORIZATION;
SELECT is_empty($$SELECT * FROM reeve.audit_faults(1) f WHERE f.problem !~ 'seal'$$,
  'it is no fault of the record');
SELECT pg_temp.lift(:worker_id, :'nonce') AS lifted \gset
SELECT results_eq('SELECT key, code, tries FROM reeve.unrestored ORDER BY key',
  $$VALUES ('1', '23P01', 2), ('2', '23503', 2), ('3', '42501', 2), ('4', '42501', 2)$$,
  'it is tried again');
UPDATE inn.stay SET nights = 'empty' WHERE id = 9;
INSERT INTO inn.floor VALUES (1);
SELECT pg_temp.lift(:worker_id, :'nonce') AS lifted \gset
SELECT is(pg_temp.state(), '1+2 2+1 3-2 4-2 5+2', 'and comes back when it can');
DROP POLICY open ON inn.stay;
CREATE POLICY open ON inn.stay USING (TRUE);
DELETE FROM inn.stay WHERE id = 4;
SELECT pg_temp.lift(:worker_id, :'nonce') AS lifted \gset
SELECT is(pg_temp.state(), '1+2 2+1 3+2 5+2', 'the last');
SELECT is_empty('SELECT * FROM reeve.unrestored', 'what is gone is over');
SELECT is_empty($$SELECT * FROM reeve.audit_faults(1) f WHERE f.problem !~ 'seal'$$);
SELECT * FROM finish();
ROLLBACK;
