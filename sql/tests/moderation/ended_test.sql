-- An action whose time is over was right: nobody is told of a correction, and whoever was not told
-- yet still is. Its undo tells both, but leaves the answer to an appeal as it was given.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
CREATE ROLE shop_app LOGIN;
GRANT reeve_app TO shop_app;
SELECT FROM reeve.catalog_apply((
  SELECT jsonb_set(a.manifest, '{templates}', a.manifest -> 'templates' || '{
      "appeal-upheld": {"en": {"subject": "Upheld", "body": "Upheld {action}"}},
      "appeal-overturned": {"en": {"subject": "Over", "body": "Over {action}"}}}')
    || '{"logins": ["shop_app"]}'
  FROM reeve.app a WHERE a.app = 'shop')) \g /dev/null
CREATE FUNCTION pg_temp.notices() RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', o.template, o.state), ', ' ORDER BY o.outbox_id)
  FROM reeve.outbox o WHERE o.key = '2'
$$;
CREATE PROCEDURE pg_temp.sends() LANGUAGE sql AS $$
  UPDATE reeve.outbox SET state = 'sent', sent_at = clock_timestamp() WHERE state = 'queued'
$$;
CREATE PROCEDURE pg_temp.lets_end() LANGUAGE sql AS $$
  UPDATE reeve.action SET until = clock_timestamp() WHERE reverses IS NULL;
  SELECT FROM reeve.action_lift(NULL::reeve.job, NULL::reeve.job_progress, 100)
$$;

SET SESSION AUTHORIZATION shop_ann;
SELECT is((reeve.action_perform('ban', 'shop', 'person', '2', '{"policy": "spam", "for": "7d"}',
  NULL)).outcome, 'done');
SELECT max(action_id) AS ban FROM reeve.subject_history('shop', 'person', '2', 9) \gset
RESET SESSION AUTHORIZATION;
SAVEPOINT banned;
CALL pg_temp.lets_end();
SELECT isnt((SELECT reversed_by FROM reeve.action WHERE action_id = :ban), NULL, 'a ban ends');
SELECT is(pg_temp.notices(), 'barred queued', 'and whoever was not told of it yet is told');
ROLLBACK TO banned;
CALL pg_temp.sends();
CALL pg_temp.lets_end();
SELECT is(pg_temp.notices(), 'barred sent', 'whoever was told is told of no correction');
ROLLBACK TO banned;
CALL pg_temp.sends();
SET SESSION AUTHORIZATION shop_ann;
SELECT is((reeve.undo_perform(:ban, 'mistaken', NULL)).outcome, 'done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.notices(), 'barred sent, correction queued', 'an undo is told as one');
ROLLBACK TO banned;

-- An appeal.
CALL pg_temp.sends();
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.appeal_open('shop', 'A' || :ban, 'person:2', 'not me') AS appeal \gset
SET SESSION AUTHORIZATION shop_bob;
SAVEPOINT appealed;
SELECT is((reeve.appeal_perform(1, 'upheld', 'it was right')).outcome, 'done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.notices(), 'barred sent, appeal-upheld queued');
SET SESSION AUTHORIZATION shop_ann;
SELECT is((reeve.undo_perform(:ban, 'mistaken', NULL)).outcome, 'done');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.notices(), 'barred sent, appeal-upheld queued, correction queued',
  'an answer that waits is sent, whatever becomes of the action');
ROLLBACK TO appealed;
SET SESSION AUTHORIZATION shop_bob;
SELECT is((reeve.appeal_perform(1, 'overturned', 'it was wrong')).outcome, 'done');
RESET SESSION AUTHORIZATION;
CALL pg_temp.sends();
SELECT outbox_id AS answer FROM reeve.outbox WHERE template = 'appeal-overturned' \gset
SET SESSION AUTHORIZATION shop_app;
SELECT reeve.notice_result(:answer, 'bounced', 'mailbox full') \g /dev/null
SET SESSION AUTHORIZATION shop_bob;
SELECT is((reeve.notice_resend(:answer, 'once more')).outcome, 'done',
  'the answer to a successful appeal can be sent again');
RESET SESSION AUTHORIZATION;
SELECT finish(TRUE);
ROLLBACK;
