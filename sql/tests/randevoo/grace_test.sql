BEGIN;

\ir fixture.sql

-- A banned owner's pending reservations become held for a grace time (24 h; 0 for fraud), then
-- cancelled and the customers told: once.
CREATE ROLE randevoo_test_admin LOGIN;

GRANT reeve_senior TO randevoo_test_admin;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('randevoo_test_admin', 'senior', 'postgres');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["randevoo_test_admin"]}') AS recorded \gset

SELECT pg_temp.person(p) FROM unnest('{cheat,careless,ann,bob}'::text[]) p;

SELECT pg_temp.shop('den', pg_temp.kept('cheat')), pg_temp.shop('house', pg_temp.kept('careless'));

SELECT pg_temp.thing('bag', pg_temp.kept('den')), pg_temp.thing('coat', pg_temp.kept('house'));

SELECT date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '2 days 10 hours'
  AS slot \gset

SELECT pg_temp.book('anns', 'ann', 'den', 'bag', :'slot', now()),
  pg_temp.book('bobs', 'bob', 'house', 'coat', :'slot', now());

SET SESSION AUTHORIZATION randevoo_test_admin;

SELECT (SELECT outcome FROM reeve.action_perform('ban', 'randevoo', 'user',
    pg_temp.kept('cheat')::text, '{"policy": "fraud", "for": "7d", "why": "x"}', NULL)) AS hard,
  (SELECT outcome FROM reeve.action_perform('ban', 'randevoo', 'user',
    pg_temp.kept('careless')::text, '{"policy": "abuse", "for": "7d", "why": "x"}', NULL)) AS soft
\gset

RESET SESSION AUTHORIZATION;

SELECT is(:'hard' || :'soft', 'donedone', 'both owners are banned');

SELECT is(pg_temp.state('anns') || pg_temp.state('bobs'), 'heldheld', 'what is pending is held');

CREATE FUNCTION pg_temp.told(label text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(o.template, ' ' ORDER BY o.outbox_id) FROM reeve.outbox o
  JOIN reeve.collection c USING (collection_id)
  WHERE c.app = 'randevoo' AND c.name = 'user' AND o.key = pg_temp.kept(label)::text
$$;

SELECT is(pg_temp.told('bob'), 'reservation-held', 'with grace the customer is told so');

SELECT is(pg_temp.told('ann'), NULL, 'without, not that it is on hold until a time that is past');

CREATE FUNCTION pg_temp.expire() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  job reeve.job;
  progress reeve.job_progress;
BEGIN
  job.app := 'randevoo';
  job.args := '{"collection": "reservation"}';
  progress.done := 0;
  RETURN (reeve.stale_expire(job, progress, 100)).state;
END
$$;

SELECT pg_temp.expire();

SELECT is(pg_temp.state('anns') || pg_temp.state('bobs'), 'cancelledheld',
  'without grace it is cancelled by the next run of the job');

SELECT is(pg_temp.told('ann'), 'reservation-released', 'and the customer is told, once');

SELECT * FROM finish();

ROLLBACK;
