-- At night only what somebody on a trip must know is sent, by the clock of where they are.
BEGIN;

\ir fixture.sql
\ir ../fixtures/worker.sql

SELECT pg_temp.person(p) FROM unnest('{ann,bob}'::text[]) p
\g /dev/null

-- It is past two where ann is, and past noon where bob is.
UPDATE sotravel.users u SET time_zone = z.name
FROM (
  SELECT DISTINCT ON (who) who, n.name
  FROM pg_timezone_names n
  JOIN (VALUES ('ann', 2), ('bob', 12)) w(who, hour)
    ON w.hour = extract(hour FROM now() AT TIME ZONE n.name)
  WHERE n.name ~ '^Etc/GMT[-+][0-9]+$' ORDER BY who, n.name) z
WHERE u.id = pg_temp.kept(z.who);

INSERT INTO reeve.action(verb, collection_id, key, actor)
SELECT 'note', c.collection_id, '1', 'test' FROM reeve.collection c
WHERE c.app = 'sotravel' AND c.name = 'user';

INSERT INTO reeve.outbox(action_id, collection_id, key, about, template, locale, zone, arguments,
  due_at, act)
SELECT a.action_id, a.collection_id, u.id::text, 'event:1', t.name, 'en', u.time_zone,
  '{"label": "it", "event": "Hike", "starts": "2026-12-01", "host": "Eve", "until": "infinity",
    "policy": "a policy", "held_until": "2026-12-01"}', now(), 'X' || t.name
FROM reeve.action a
CROSS JOIN sotravel.users u
CROSS JOIN unnest('{welcome,event-cancelled}'::text[]) t(name)
WHERE a.actor = 'test' AND u.id IN (pg_temp.kept('ann'), pg_temp.kept('bob'));

\set night TRUE
\ir ../deliver.sql

:as_app;

SELECT is((SELECT array_agg(n.subject) FROM sotravel.notice_list(pg_temp.kept('ann'),
  clock_timestamp()) n), '{Your event it has been cancelled}',
  'who sleeps learns what they must');

SELECT is((SELECT count(*) FROM sotravel.notice_list(pg_temp.kept('bob'), clock_timestamp())),
  2::bigint, 'who is awake the rest, too');

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT o.template, extract(hour FROM o.due_at AT TIME ZONE o.zone)::int,
    o.held FROM reeve.outbox o WHERE o.state = 'queued' AND o.act LIKE 'X%'$$,
  $$VALUES ('welcome', 7, 'quiet')$$, 'which waits for the morning');

SELECT * FROM finish();

ROLLBACK;
