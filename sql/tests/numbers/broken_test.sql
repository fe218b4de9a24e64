-- Two apps, alike but for one row over which a view of the first one fails: what Reeve does for the
-- second goes on, and the first is told.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
SELECT no_plan();

CREATE FUNCTION pg_temp.make(app text) RETURNS jsonb LANGUAGE plpgsql AS $make$
BEGIN
  EXECUTE format($sql$
    CREATE ROLE %1$s_owner;
    CREATE SCHEMA %1$s AUTHORIZATION %1$s_owner;
    SET LOCAL ROLE %1$s_owner;
    CREATE TABLE %1$s.thing(id int PRIMARY KEY, made_at timestamptz, ends_at timestamptz,
      votes int NOT NULL DEFAULT 0);
    CREATE INDEX ON %1$s.thing(ends_at);
    CREATE TABLE %1$s.vote(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, thing_id int,
      value int, at timestamptz DEFAULT now());
    CREATE INDEX ON %1$s.vote(thing_id);
    CREATE FUNCTION %1$s.worth(value int) RETURNS int LANGUAGE plpgsql AS $$
    BEGIN
      IF value = 13 THEN
        RAISE EXCEPTION 'thirteen is worth nothing';
      END IF;
      RETURN value;
    END
    $$;
    GRANT EXECUTE ON FUNCTION %1$s.worth(int) TO PUBLIC;
    CREATE VIEW %1$s.ballot AS SELECT thing_id, %1$s.worth(value) AS worth FROM %1$s.vote;
    GRANT SELECT ON %1$s.ballot TO PUBLIC;
    INSERT INTO %1$s.thing(id, ends_at) SELECT n, now() + interval '1 day'
    FROM generate_series(1, 4) n;
    INSERT INTO %1$s.vote(thing_id, value) VALUES (1, 1), (2, 2);
    RESET ROLE;
  $sql$, app);
  RETURN format($json${
    "app": "%1$s", "schema": "%1$s", "owner": "%1$s_owner", "title": "%1$s",
    "policies": {"spam": {"title": "Spam", "clause": "No spam.", "grace": "0s",
      "severity": "low"}},
    "flags": {"odd": {"collection": "vote", "policy": "spam",
      "words": {"in": ["%1$s.worth(t.value)::text"], "list": ["7"]}}},
    "collections": {
      "thing": {"table": "thing", "key": ["id"], "label": "t.id::text", "show": ["id", "votes"],
        "identifiers": {"worth":
          "(SELECT max(b.worth)::text FROM %1$s.ballot b WHERE b.thing_id = t.id)"},
        "rank": {"of": "vote", "via": "thing", "points": "%1$s.worth(t.value)", "at": "t.at",
          "half_life": "10d"},
        "counts": {"seen": {"stored": "votes",
          "sql": "(SELECT count(b.worth) FROM %1$s.ballot b WHERE b.thing_id = t.id)"}},
        "retain": [{"column": "ends_at", "after": "0s", "delete": true, "where":
          "(SELECT coalesce(sum(b.worth), 0) >= 0 FROM %1$s.ballot b WHERE b.thing_id = t.id)"}],
        "erase": {"set": {"made_at": null}, "asked":
          "t.made_at <= now() AND t.id IN (SELECT thing_id FROM %1$s.ballot WHERE worth > 0)"}},
      "vote": {"table": "vote", "key": ["id"], "label": "t.id::text", "show": ["id"],
        "parents": {"thing": {"collection": "thing", "columns": ["thing_id"]}}}}}
  $json$, app)::jsonb;
END
$make$;

SELECT count(*) AS applied
FROM unnest('{broken,sound}'::text[]) a(app)
CROSS JOIN LATERAL reeve.catalog_apply(pg_temp.make(a.app)) \gset
CREATE ROLE broken_test_viewer LOGIN;
GRANT reeve_viewer TO broken_test_viewer;
CREATE ROLE broken_test_moderator LOGIN;
GRANT reeve_moderator TO broken_test_moderator;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('broken_test_viewer', 'viewer', 'test'),
  ('broken_test_moderator', 'moderator', 'test');

CREATE FUNCTION pg_temp.reeve_listed(app text) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(t.key) FROM reeve.subject_trending(app, 'thing', NULL, NULL, NULL, NULL, 9) t
$$;

-- Calls a step function for an app, or for all, until it ends.
CREATE FUNCTION pg_temp.run(step_function text, app text) RETURNS reeve.job_step
LANGUAGE plpgsql AS $$
DECLARE
  job reeve.job;
  progress reeve.job_progress;
  step reeve.job_step;
BEGIN
  job.app := app;
  FOR turn IN 1 .. 100 LOOP
    progress.done := coalesce(step.done, 0);
    progress.checkpoint := step.checkpoint;
    EXECUTE format('SELECT s.* FROM reeve.%I($1, $2, 100) s', step_function) INTO step
    USING job, progress;
    EXIT WHEN step.state <> 'running';
  END LOOP;
  RETURN step;
END
$$;

SELECT is(s.state, 'completed', step_function || ' finds nothing wrong at first')
FROM unnest('{rank_sync,count_compare,retain_sweep,erasure_run}'::text[]) f(step_function)
CROSS JOIN LATERAL pg_temp.run(step_function, NULL) s;

UPDATE broken.thing SET ends_at = now() - interval '1 hour', made_at = now() WHERE id > 2;
UPDATE sound.thing SET ends_at = now() - interval '1 hour', made_at = now() WHERE id > 2;
INSERT INTO broken.vote(thing_id, value) VALUES (3, 13);
INSERT INTO sound.vote(thing_id, value) VALUES (3, 14);

-- Ranks ----------------------------------------------------------------------------------------
SET SESSION AUTHORIZATION broken_test_viewer;
SELECT is(pg_temp.reeve_listed('sound'), '{3,2,1}', 'a sound rank lists the newest votes');
SELECT throws_ok($$SELECT pg_temp.reeve_listed('broken')$$, 'RV006',
  'the rank of broken/thing could not be computed: the app''s own code or constraints refused it: '
    || 'thirteen is worth nothing', 'one that fails says which it is, and why');
RESET SESSION AUTHORIZATION;

-- As the drain leaves it, which takes only what finished transactions wrote.
INSERT INTO reeve.rank_stale(rank_id, key) SELECT r.rank_id, '3' FROM reeve.rank_rule r
JOIN reeve.collection c USING (collection_id) WHERE c.app IN ('broken', 'sound');
SELECT is((pg_temp.run('rank_sync', NULL)).state, 'completed', 'a job for all goes on without it');
SELECT results_eq($$SELECT f.reader, c.app || '/' || c.name, f.cause
    FROM reeve.change_fault f JOIN reeve.collection c USING (collection_id)$$,
  $$VALUES ('rank'::text, 'broken/thing', 'the app''s own code or constraints refused it: '
    || 'thirteen is worth nothing')$$, 'and says why');
SELECT bag_eq($$SELECT c.app, s.key FROM reeve.rank_stale s JOIN reeve.rank_rule r USING (rank_id)
    JOIN reeve.collection c USING (collection_id)$$, $$VALUES ('broken'::text, '3'::text)$$,
  'and has brought the other up to date');
SELECT is((pg_temp.run('rank_sync', 'sound')).state, 'completed', 'a job of the other succeeds');
DELETE FROM broken.vote WHERE value = 13;
SELECT is((pg_temp.run('rank_sync', 'broken')).state, 'completed', 'mended, it catches up');
SELECT is_empty('SELECT FROM reeve.rank_stale', 'and nothing is left to compute');
SELECT is_empty('SELECT FROM reeve.change_fault', 'and nothing is wrong any more');
SET SESSION AUTHORIZATION broken_test_viewer;
SELECT is(pg_temp.reeve_listed('broken'), '{2,1}', 'and it is listed again');
RESET SESSION AUTHORIZATION;
INSERT INTO broken.vote(thing_id, value) VALUES (3, 13);

-- Counters, what is kept, who asked to be erased -------------------------------------------------
SELECT results_eq($$SELECT s.state, s.note FROM pg_temp.run('count_compare', NULL) s$$,
  $$VALUES ('discarded'::text, 'seen of broken/thing: the app''s own code or constraints '
    || 'refused it: thirteen is worth nothing')$$, 'a comparison of all tells what it left out');
SELECT results_eq($$SELECT c.app, n.rows, n.differing
    FROM reeve.count_rule n JOIN reeve.collection c USING (collection_id)
    WHERE c.app IN ('broken', 'sound') ORDER BY 1$$,
  $$VALUES ('broken'::text, 4::bigint, 2::bigint), ('sound', 4, 3)$$,
  'and has compared the rest');
SELECT is((pg_temp.run('count_compare', 'sound')).state, 'completed', 'that of the other succeeds');

SELECT results_eq($$SELECT s.state, s.note FROM pg_temp.run('retain_sweep', NULL) s$$,
  $$VALUES ('retryable'::text, 'broken/thing: the app''s own code or constraints refused it: '
    || 'thirteen is worth nothing')$$, 'a sweep of all fails over the one');
SELECT is((SELECT array_agg(id ORDER BY id) FROM sound.thing), '{1,2}', 'and has swept the other');
SELECT is((SELECT count(*)::int FROM broken.thing), 4, 'where it failed, nothing is half-done');
INSERT INTO sound.thing(id, made_at) VALUES (5, now());
INSERT INTO sound.vote(thing_id, value) VALUES (5, 1);

SELECT results_eq($$SELECT s.state, s.note FROM pg_temp.run('erasure_run', NULL) s$$,
  $$VALUES ('retryable'::text, 'broken: the app''s own code or constraints refused it: '
    || 'thirteen is worth nothing')$$, 'a look for who asked to be erased fails over the one');
SELECT is((SELECT made_at FROM sound.thing WHERE id = 5), NULL, 'and erases who asked the other');
SELECT is((SELECT count(*)::int FROM broken.thing WHERE made_at IS NULL), 2,
  'where it failed, nobody is erased');
SELECT is((pg_temp.run('erasure_run', 'broken')).state, 'retryable', 'its own job tells it');

-- Flags -----------------------------------------------------------------------------------------
-- Of other apps of this database nothing is looked at here.
UPDATE reeve.flag SET is_live = FALSE WHERE app NOT IN ('broken', 'sound');
DELETE FROM reeve.identifier_scan s USING reeve.collection c
WHERE c.collection_id = s.collection_id AND c.app NOT IN ('broken', 'sound');
\ir ../fixtures/worker.sql
SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.flag') AS job \gset
CREATE FUNCTION pg_temp.scan(job bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WHILE reeve.flag_scan(job, 1, 700) > 0 LOOP NULL; END LOOP;
END
$$;
CREATE FUNCTION pg_temp.reported(app text) RETURNS text[] LANGUAGE sql AS $$
  SELECT array_agg(p.key ORDER BY p.key) FROM reeve.report p JOIN reeve.collection c
    USING (collection_id) WHERE c.app = reported.app
$$;
-- Both: a row that the flag is after; the first app: one over which it fails.
INSERT INTO broken.vote(thing_id, value) VALUES (1, 7) RETURNING id AS seven \gset
INSERT INTO sound.vote(thing_id, value) VALUES (1, 7) RETURNING id AS seven_too \gset
SELECT lives_ok(format('SELECT pg_temp.scan(%s)', :job), 'a look through all flags is not stopped');
SELECT is(pg_temp.reported('sound'), ARRAY[:'seven_too'], 'the sound flag reports what it finds');
SELECT is(pg_temp.reported('broken'), NULL, 'the broken one reports nothing');
SELECT results_eq($$SELECT f.app, s.failed_at IS NOT NULL, s.scanned_at IS NOT NULL
    FROM reeve.flag f JOIN reeve.flag_state s USING (flag_id) WHERE f.is_live ORDER BY 1$$,
  $$VALUES ('broken'::text, TRUE, FALSE), ('sound', FALSE, TRUE)$$, 'and says that it failed');
SET SESSION AUTHORIZATION broken_test_moderator;
SELECT throws_ok($$SELECT * FROM reeve.flag_test(NULL, 'odd', 9)$$, 'RV001',
  '2 apps have a flag odd', 'flags of two apps are not taken for one');
SELECT results_eq($$SELECT t.key FROM reeve.flag_test(NULL, 'sound/odd', 9) t$$,
  ARRAY[:'seven_too'], 'with its app one is tried');
SET SESSION AUTHORIZATION broken_test_viewer;
SELECT matches((SELECT l.note FROM reeve.flag_list('broken') l),
  '^failed at [-0-9]{10} \d\d:\d\d UTC$', 'the list of flags says so');
RESET SESSION AUTHORIZATION;
UPDATE sound.vote SET value = 7 WHERE thing_id = 2;
SELECT is(reeve.flag_run(:job, 1, array_agg(w.collection_id), array_agg(w.key)), 1,
  'rows that change are looked at in the sound app')
FROM (
  SELECT c.collection_id, v.id::text AS key FROM sound.vote v
  JOIN reeve.collection c ON c.app = 'sound' AND c.name = 'vote' WHERE v.thing_id = 2
  UNION ALL
  SELECT c.collection_id, v.id::text FROM broken.vote v
  JOIN reeve.collection c ON c.app = 'broken' AND c.name = 'vote') w;
SELECT set_eq(format($$SELECT c.app, i.key, i.value FROM reeve.identifier_read(%s, 1, 'k1', 9) i
    JOIN reeve.collection c USING (collection_id)$$, :job),
  $$VALUES ('sound'::text, '1'::text, '7'::text), ('sound', '2', '7'), ('sound', '5', '1')$$,
  'identifiers of the sound app are read');
SELECT is((SELECT count(*)::int FROM reeve.identifier_scan s JOIN reeve.collection c
    USING (collection_id) WHERE c.app = 'broken' AND s.done_at IS NULL AND s.failed_at IS NOT NULL),
  1, 'and those of the broken one wait');
DELETE FROM broken.vote WHERE value = 13;
UPDATE reeve.flag_state SET failed_at = now() + interval '1 hour' WHERE failed_at IS NOT NULL;
SELECT pg_temp.scan(:job) \g /dev/null
SELECT is(pg_temp.reported('broken'), NULL, 'a flag that failed rests');
UPDATE reeve.flag_state SET failed_at = now() - interval '1 minute' WHERE failed_at IS NOT NULL;
SELECT pg_temp.scan(:job) \g /dev/null
SELECT is(pg_temp.reported('broken'), ARRAY[:'seven'],
  'mended, it looks through all rows again');
SELECT is_empty('SELECT FROM reeve.flag_state WHERE failed_at IS NOT NULL', 'and nothing fails');
SELECT is((SELECT count(*)::int FROM reeve.identifier_read(:job, 1, 'k1', 9)), 4,
  'and the identifiers are read');
SELECT is((SELECT count(*)::int FROM reeve.identifier_scan WHERE failed_at IS NOT NULL), 0,
  'which is noted');

SELECT * FROM finish();
ROLLBACK;
