-- share/notices/inbox.sql keeps notices in a table of the app, as docs/catalog.md says.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
SET LOCAL ROLE shop_owner;
\set schema 'Odd Shop'
\ir ../../../share/notices/inbox.sql
RESET ROLE;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(jsonb_set(pg_temp.manifest(),
  '{collections,person,recipient,inbox}', '"notice_take"'), '{templates,barred,en}',
  '{"subject": "About {label}", "body": "{policy}, {label}"}')) \gset
SELECT pg_temp.alter_shop(format('UPDATE "Odd Shop"."Person" SET "Full Name" = %L WHERE id = 4',
  E'Eve\r\n'');DROP TABLE x;--' || chr(8238) || 'drow')) \g /dev/null
DELETE FROM reeve.approval_rule;
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.action_perform('ban', 'shop', 'person', '4',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
RESET SESSION AUTHORIZATION;
\ir ../deliver.sql
SELECT results_eq('SELECT person, subject, read_at FROM "Odd Shop".notice',
  format('VALUES (%L, %L, NULL::timestamptz)', '4',
    E'About Eve\r\n'');DROP TABLE x;--' || chr(8238) || 'drow'),
  'the notice is in the app''s own table, as it was written');
-- A job that is tried again.
SELECT "Odd Shop".notice_take('4', jsonb_build_object('outbox_id', notice_id, 'subject', 'again',
  'body', ''), now()) FROM "Odd Shop".notice \g /dev/null
SELECT is((SELECT count(*) FROM "Odd Shop".notice), 1::bigint, 'it is there once');
CREATE ROLE shop_sender LOGIN IN ROLE reeve_app;
GRANT USAGE ON SCHEMA "Odd Shop" TO shop_sender;
SET SESSION AUTHORIZATION shop_sender;
SELECT throws_ok('SELECT "Odd Shop".notice_take(''4'', ''{}'', now())', '42501', NULL,
  'no login of the app writes it');
RESET SESSION AUTHORIZATION;
SET SESSION AUTHORIZATION shop_sam;
SELECT outcome FROM reeve.action_perform('erase', 'shop', 'person', '4', '{"why": "asked"}', NULL)
\gset
RESET SESSION AUTHORIZATION;
SELECT is(:'outcome'::text, 'done', 'who got it is erased');
SELECT reeve.erasure_run(NULL::reeve.job, NULL::reeve.job_progress, 1000) \g /dev/null
\ir ../inbox.sql
SELECT is((SELECT count(*) FROM "Odd Shop".notice), 0::bigint, 'and so is the notice');
SELECT * FROM finish();
ROLLBACK;
