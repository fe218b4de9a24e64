-- The server's clock was set ahead for a while, and back: rows of a year ahead are left of it.
BEGIN;
SELECT plan(13);
UPDATE reeve.cron SET next_at = 'infinity';
DELETE FROM reeve.cron_fire;
CREATE FUNCTION pg_temp.cron(name text) RETURNS reeve.cron LANGUAGE sql AS
  $$ SELECT c FROM reeve.cron c WHERE c.name = cron.name AND c.app = 'randevoo' LIMIT 1 $$;
INSERT INTO reeve.cron(app, name, kind_id, queue_id, args, every, expression, next_at, overlap)
SELECT 'randevoo', v.name, c.kind_id, c.queue_id, '{}', v.every, v.expression, v.next_at, 'allow'
FROM (SELECT c.* FROM reeve.cron c WHERE c.app = 'randevoo' ORDER BY c.cron_id LIMIT 1) c, (VALUES
  ('ahead every', interval '5 min', NULL, clock_timestamp() + interval '1 year 3 min'),
  ('ahead at', NULL, '30 3 * * *', clock_timestamp() + interval '1 year 1 day'),
  ('half an hour', interval '5 min', NULL, clock_timestamp() + interval '33 min'),
  ('never', interval '5 min', NULL, 'infinity'),
  ('rare', NULL, '0 0 29 2 *', clock_timestamp() + interval '1 year'))
  v(name, every, expression, next_at);
INSERT INTO reeve.cron_fire(cron_id, fire_at, skipped)
SELECT c.cron_id, clock_timestamp() + f.ahead, 'missed' FROM reeve.cron c JOIN (VALUES
  ('ahead every', interval '1 year'), ('ahead every', interval '-1 hour'),
  ('ahead at', interval '1 year'), ('half an hour', interval '30 min'),
  ('never', interval '1 year'), ('rare', interval '-1 year')) f(name, ahead) USING (name);
SELECT is(reeve.job_schedule_tick(100), 0, 'nothing fires by the step itself');
SELECT cmp_ok((pg_temp.cron('ahead every')).next_at, '<=', clock_timestamp() + interval '5 min',
  'a schedule that fired a year ahead goes on from now');
SELECT cmp_ok((pg_temp.cron('ahead every')).next_at, '>', clock_timestamp(), '… at its next time');
SELECT cmp_ok((pg_temp.cron('ahead at')).next_at, '<=', clock_timestamp() + interval '1 day',
  '… at a time of the day, too');
SELECT cmp_ok((pg_temp.cron('half an hour')).next_at, '>', clock_timestamp() + interval '30 min',
  'one that fired half an hour ahead waits, so that nothing fires twice');
SELECT is((pg_temp.cron('never')).next_at, 'infinity', 'one that never fires does not begin to');
SELECT cmp_ok((pg_temp.cron('rare')).next_at, '>', clock_timestamp() + interval '300 days',
  'one that is due in a year by its expression is left');
SELECT is((SELECT count(*) FROM reeve.cron_fire f
  WHERE f.cron_id = (pg_temp.cron('ahead every')).cron_id AND f.fire_at > clock_timestamp()),
  0::bigint,
  'the times that are still to come have not fired');
SELECT is((SELECT count(*) FROM reeve.cron_fire f
  WHERE f.cron_id = (pg_temp.cron('ahead every')).cron_id), 1::bigint, 'the times before have');
UPDATE reeve.cron SET next_at = clock_timestamp() - interval '1 second' WHERE name = 'ahead every';
SELECT is(reeve.job_schedule_tick(100), 1, 'and it fires when it is due');
SELECT is(reeve.job_schedule_tick(100), 0, '… once');

-- A bucket that was filled in the future lends nothing, and is not empty for a year.
INSERT INTO reeve.queue_bucket(queue_id, tokens, at)
SELECT q.queue_id, 0, clock_timestamp() + interval '1 year'
FROM reeve.queue q WHERE q.name = 'default'
ON CONFLICT (queue_id) DO UPDATE SET tokens = 0, at = excluded.at;
UPDATE reeve.queue SET rate = 1, burst = 5 WHERE name = 'default';
SELECT w.worker_id, w.nonce FROM reeve.worker_register('default', 'here', 1, '999.0.0') w \gset
SELECT is((SELECT count(*) FROM reeve.job_claim(:worker_id, :'nonce', '{0,0,0}', 10)), 0::bigint,
  'a rate lends nothing of the year ahead');
SELECT cmp_ok((SELECT b.at FROM reeve.queue_bucket b JOIN reeve.queue q USING (queue_id)
  WHERE q.name = 'default'), '<=', clock_timestamp(), '… and counts from now on');
SELECT * FROM finish();
ROLLBACK;
