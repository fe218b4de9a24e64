-- One notice a person an act, whatever the act brings down; none that is over when it arrives.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT no_plan();
\ir ../fixtures/worker.sql
CREATE FUNCTION pg_temp.due() RETURNS void LANGUAGE sql AS $$
  UPDATE reeve.outbox SET due_at = now() - interval '1 s' WHERE state = 'queued'
$$;
CREATE FUNCTION pg_temp.take(job bigint) RETURNS TABLE(
  outbox_id bigint, app text, recipient text, template text, locale text, subject text, body text)
LANGUAGE sql AS $$
  SELECT r.* FROM reeve.outbox_take(job, 1, 100) t
  CROSS JOIN LATERAL jsonb_to_record(t.notice) r(
    outbox_id bigint, app text, recipient text, template text, locale text, subject text, body text)
$$;

CREATE TEMP TABLE sent(
  outbox_id bigint, app text, recipient text, template text, locale text, subject text, body text);
GRANT SELECT, INSERT ON sent TO reeve_worker;

-- Carl has three deals at the stalls of the person who is banned, and sold that person something.
INSERT INTO "Odd Shop".deal(id, stall_code, buyer_id, state, place) VALUES
  (6, 'b"2', 3, 'open', 6), (7, 'b"2', 3, 'open', 7);
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.action_plan('ban', 'shop', 'person', '1', '{"policy": "spam", "for": "1d"}') AS plan
\gset
SELECT is(:'plan'::jsonb ->> 'notices', :'plan'::jsonb ->> 'people',
  'a plan counts a notice for each person');
SELECT detail FROM reeve.action_perform('ban', 'shop', 'person', '1',
  '{"policy": "spam", "for": "1d"}', NULL) \gset
SELECT is(:'detail'::jsonb ->> 'notices', :'plan'::jsonb ->> 'notices', 'as many as are owed');
RESET SESSION AUTHORIZATION;
SELECT pg_temp.due();
SELECT pg_temp.attempt(:worker_id, :'nonce', 'notify.deliver') AS job \gset
SET SESSION AUTHORIZATION reeve_worker;
SET idle_in_transaction_session_timeout = '1s';
INSERT INTO sent SELECT * FROM pg_temp.take(:job);
SELECT is(current_setting('idle_in_transaction_session_timeout'), '0',
  'no limit ends the transaction while the receiver takes its time');
SELECT is((SELECT count(*)::text FROM sent), :'detail'::jsonb ->> 'notices',
  'and as many are sent');
SELECT is((SELECT count(*) FROM sent), (SELECT count(DISTINCT recipient) FROM sent),
  'nobody gets two');
SELECT results_eq($$SELECT subject, body FROM sent WHERE recipient = 'person:3'$$,
  $$VALUES ('Deal 2 (+3)',
    E'Deal 2 waits.\n\nDeal 6 waits.\n\nDeal 7 waits.\n\nDeal 4 waits.\n')$$,
  'a notice says all that it is about');
SELECT is((SELECT count(*)::int FROM pg_temp.take(:job)),
  (SELECT count(*)::int FROM sent), 'what was not settled is due again');
SELECT is(reeve.outbox_settle(:job, 1, ARRAY(SELECT outbox_id FROM sent),
  array_fill('retry'::text, ARRAY[(SELECT count(*)::int FROM sent)]),
  array_fill(''::text, ARRAY[(SELECT count(*)::int FROM sent)]),
  array_fill(9::bigint, ARRAY[(SELECT count(*)::int FROM sent)])) >= 8, TRUE);
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(*)::int FROM reeve.outbox WHERE attempts <> 1 OR state <> 'queued'), 0,
  'what goes out together is tried together');
-- A job comes for the first of them; it settles nothing of the rest.
SAVEPOINT put_off;
UPDATE reeve.outbox SET due_at = now() - interval '1 s'
WHERE outbox_id = (SELECT min(outbox_id) FROM reeve.outbox WHERE state = 'queued');
SET SESSION AUTHORIZATION reeve_worker;
SELECT reeve.outbox_settle(:job, 1, array_agg(t.outbox_id), array_agg('sent'::text),
  array_agg(''::text), array_agg(0::bigint))
FROM pg_temp.take(:job) t \g /dev/null
SELECT is_empty('SELECT pg_temp.take(' || :job || ')', 'nothing else is due');
RESET SESSION AUTHORIZATION;
SELECT is((SELECT bool_or(t.due_at - (SELECT min(o.due_at) FROM reeve.outbox o
    WHERE o.state = 'queued' AND o.due_at > clock_timestamp()) BETWEEN '0' AND '0.5 s')
  FROM reeve.job_timer t JOIN reeve.job USING (job_id, day) JOIN reeve.job_kind k USING (kind_id)
  WHERE k.name = 'notify.deliver'), TRUE,
  'another job comes for what is due after that');
ROLLBACK TO put_off;
UPDATE reeve.outbox SET state = 'withdrawn' WHERE about = 'deal:2';
SELECT pg_temp.due();
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((SELECT subject FROM pg_temp.take(:job) WHERE recipient = 'person:3'),
  'Deal 6 (+2)', 'what was withdrawn meanwhile is not in it');
SELECT reeve.outbox_settle(:job, 1, array_agg(t.outbox_id), array_agg('sent'::text),
  array_agg(''::text), array_agg(0::bigint))
FROM pg_temp.take(:job) t \g /dev/null
RESET SESSION AUTHORIZATION;
SELECT is((SELECT array_agg(DISTINCT state) FROM reeve.outbox), '{sent,withdrawn}',
  'and they arrive together');

-- Corrections, too; and a batch is one act.
SET SESSION AUTHORIZATION shop_ann;
SELECT detail FROM reeve.undo_perform(1, NULL, NULL) \gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.due();
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((SELECT count(*)::text FROM pg_temp.take(:job)),
  :'detail'::jsonb ->> 'corrections', 'each person gets one correction');
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.outbox;
DELETE FROM reeve.approval_rule;
SET SESSION AUTHORIZATION shop_ann;
SELECT reeve.selection_make('both', 'shop', 'person', '{1,3}', NULL, FALSE) \g /dev/null
SELECT detail FROM reeve.batch_perform('ban', 'both', '{"policy": "spam", "for": "1d"}', NULL)
\gset
RESET SESSION AUTHORIZATION;
SELECT pg_temp.due();
SET SESSION AUTHORIZATION reeve_worker;
SELECT is((SELECT array_agg(n ORDER BY recipient) FROM (
    SELECT recipient, count(*) AS n FROM pg_temp.take(:job) GROUP BY 1) t),
  array_fill(1::bigint, ARRAY[(:'detail'::jsonb ->> 'notices')::int]), 'a batch is one act');
RESET SESSION AUTHORIZATION;

-- Who is notified may depend on the row.
DELETE FROM reeve.outbox;
SELECT count(*) AS applied FROM reeve.catalog_apply(jsonb_set(pg_temp.manifest(),
  '{actions,0,effects,3,notify,0}', pg_temp.manifest() #> '{actions,0,effects,3,notify,0}'
    || '{"when": "$grace > interval ''0''"}'));
SET SESSION AUTHORIZATION shop_ann;
SELECT outcome FROM reeve.batch_undo((SELECT max(batch_id) FROM reeve.batch_list(1)), NULL)
\g /dev/null
RESET SESSION AUTHORIZATION;
DELETE FROM reeve.outbox;
SET SESSION AUTHORIZATION shop_ann;
SELECT is(reeve.action_plan('ban', 'shop', 'person', '1', '{"policy": "fraud", "for": "1d"}')
  ->> 'people', '1', 'nobody waits where there is no grace, so only the banned is told');
SELECT reeve.action_perform('ban', 'shop', 'person', '1', '{"policy": "fraud", "for": "1d"}', NULL)
\g /dev/null
RESET SESSION AUTHORIZATION;
SELECT results_eq('SELECT DISTINCT template FROM reeve.outbox', $$VALUES ('barred')$$);
SELECT is((SELECT count(*) > 0 FROM "Odd Shop".deal WHERE state = 'held'), TRUE,
  'though it is done all the same');
SELECT * FROM finish();
ROLLBACK;
