-- Notices go into the app, too, where its catalog names a function for them.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql

SET LOCAL ROLE shop_owner;
CREATE TABLE "Odd Shop".inbox(recipient text, notice jsonb, at timestamptz);
CREATE FUNCTION "Odd Shop".bad_take(recipient text, notice jsonb, at timestamptz) RETURNS void
LANGUAGE sql AS $$ SELECT $$;
CREATE FUNCTION "Odd Shop".take(recipient text, notice jsonb, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF recipient = '3' THEN
    RAISE EXCEPTION 'the box of % is full', recipient;
  END IF;
  INSERT INTO "Odd Shop".inbox VALUES (recipient, notice, at);
END
$$;
REVOKE ALL ON FUNCTION "Odd Shop".take FROM PUBLIC;
RESET ROLE;

CREATE FUNCTION pg_temp.with_inbox(name text) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_set(jsonb_set(pg_temp.manifest(), '{collections,person,recipient,inbox}',
    to_jsonb(name)), '{collections,deal,link}', '"https://shop.example/d/{key}"')
$$;

SELECT results_eq(format('SELECT path, code FROM reeve.catalog_check(pg_temp.with_inbox(%L))', i),
  format('VALUES (%L, %L)', '/collections/person/recipient/inbox', c), words)
FROM (VALUES ('nothing', 'missing', 'it is a function'),
  ('bad_take', 'rights', 'which runs as the owner')) v(i, c, words);

SELECT count(*) AS applied FROM reeve.catalog_apply(pg_temp.with_inbox('take')) \gset

SELECT ok(has_function_privilege('reeve_writer_shop', '"Odd Shop".take(text, jsonb, timestamptz)',
  'EXECUTE'), 'the app writer may call it');
SELECT isnt_empty($$SELECT FROM reeve.app_code_roots(pg_temp.with_inbox('take'))
  WHERE path = '/collections/person/recipient/inbox'$$, 'it is app code within reach');

SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;

SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset
CREATE FUNCTION pg_temp.deliver(job bigint, keys text[], verdict text) RETURNS bigint LANGUAGE sql
AS $$
  SELECT count(*) FROM (
    SELECT reeve.outbox_settle(job, 1, array_agg(t.outbox_id), array_agg(verdict),
      array_agg(''::text), array_agg(0::bigint))
    FROM reeve.outbox_take(job, 1, 100) t
    WHERE split_part(t.notice ->> 'recipient', ':', 2) = ANY (keys)) s
$$;
-- Runs the job that gives notices to the app, if there is one.
CREATE FUNCTION pg_temp.fill(worker_id int, nonce uuid, app text) RETURNS SETOF text
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reeve.job_claim(worker_id, nonce, '{0,0,0}', 10);
  RETURN QUERY
    SELECT a.state FROM reeve.job j JOIN reeve.job_run r USING (job_id)
    CROSS JOIN LATERAL reeve.job_advance(j.job_id, r.lease, 100) a
    JOIN reeve.job_kind k USING (kind_id)
    WHERE k.name = 'notify.inbox' AND j.app = fill.app;
END
$$;
UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued';
SELECT array_agg(DISTINCT key) AS others FROM reeve.outbox WHERE key <> '3' \gset

SELECT pg_temp.deliver(:job, :'others', 'retry') \g /dev/null
SELECT is_empty(format('SELECT pg_temp.fill(%s, %L, %L)', :worker_id, :'nonce', 'shop'),
  'what is tried again does not go there yet');

UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued';
SELECT pg_temp.deliver(:job, :'others', 'failed') \g /dev/null
SELECT is_empty('SELECT FROM "Odd Shop".inbox', 'no code of the app runs where notices are sent');
SELECT results_eq(format('SELECT pg_temp.fill(%s, %L, %L)', :worker_id, :'nonce', 'shop'),
  $$VALUES ('completed')$$, 'a job gives them to it');
SELECT set_eq('SELECT recipient, (notice ->> ''outbox_id'')::bigint FROM "Odd Shop".inbox',
  $$SELECT key, outbox_id FROM reeve.outbox WHERE state = 'failed'$$,
  'what was sent, or never will be, is there once');
SELECT isnt_empty($$SELECT FROM "Odd Shop".inbox
    WHERE notice ->> 'about' LIKE 'deal:%' AND notice ->> 'subject' <> ''
      AND notice ->> 'body' <> ''
      AND notice ->> 'link' = 'https://shop.example/d/' || substring(notice ->> 'about' FROM 6)$$,
  'with its text and the link of what it is about');

SELECT pg_temp.deliver(:job, '{3}', 'sent') \g /dev/null
SELECT is((SELECT string_agg(DISTINCT state, ' ') FROM reeve.outbox WHERE key = '3'), 'sent',
  'a box that is full holds up no notice');
SELECT throws_ok(format('SELECT pg_temp.fill(%s, %L, %L)', :worker_id, :'nonce', 'shop'), 'RV006',
  NULL, 'the job fails, to be tried again');
SELECT is_empty($$SELECT FROM "Odd Shop".inbox WHERE recipient = '3'$$, 'and nothing is in it');

DELETE FROM reeve.approval_rule;
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.action_perform('erase', 'shop', 'person', '1', '{"why": "asked"}', NULL)
\gset
RESET SESSION AUTHORIZATION;
SELECT is(:'outcome'::text, 'done', 'somebody is erased whom notices of others name');
SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000) \g /dev/null
DELETE FROM "Odd Shop".inbox WHERE recipient = '3';
SELECT throws_ok(format('SELECT pg_temp.fill(%s, %L, %L)', :worker_id, :'nonce', 'shop'), 'RV006',
  NULL, 'a box that is full does not lose that they are empty');
SET LOCAL ROLE shop_owner;
CREATE OR REPLACE FUNCTION "Odd Shop".take(recipient text, notice jsonb, at timestamptz)
RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  INSERT INTO "Odd Shop".inbox VALUES (recipient, notice, at);
END;
RESET ROLE;
SELECT set_eq(format('SELECT pg_temp.fill(%s, %L, %L)', :worker_id, :'nonce', 'shop'),
  $$VALUES ('completed')$$, 'a job takes them back');
SELECT set_eq($$SELECT (notice ->> 'outbox_id')::bigint FROM "Odd Shop".inbox
    WHERE notice -> 'subject' = 'null' AND notice -> 'body' = 'null'$$,
  $$SELECT outbox_id FROM reeve.outbox WHERE about ~ '^(person:1$|deal:)'
      AND state IN ('sent', 'failed')$$, 'the app is told which of them have no words any more');

SELECT * FROM finish();
ROLLBACK;
