BEGIN;

\ir fixture.sql

CREATE ROLE sotravel_test_admin LOGIN;

GRANT reeve_senior TO sotravel_test_admin;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('sotravel_test_admin', 'senior', 'postgres');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["sotravel_test_admin"]}') AS recorded \gset

-- One step of a job that acts on a collection, or on all of the app.
CREATE FUNCTION pg_temp.expire(collection text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  job reeve.job;
  progress reeve.job_progress;
BEGIN
  job.app := 'sotravel';
  job.args := jsonb_build_object('collection', collection);
  progress.done := 0;
  RETURN (reeve.stale_expire(job, progress, 100)).state;
END
$$;

CREATE FUNCTION pg_temp.sweep() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  job reeve.job;
  progress reeve.job_progress;
BEGIN
  job.app := 'sotravel';
  progress.done := 0;
  RETURN (reeve.retain_sweep(job, progress, 100)).state;
END
$$;

SELECT pg_temp.person(p) FROM unnest('{host,ann,bob,cas}'::text[]) p;

-- What the back office compares with the clock lasts until tomorrow.

:as_app;

SELECT pg_temp.keep('alps', sotravel.trip_create(pg_temp.kept('host'), 'alps', 'Testville',
  'mountain', now() - interval '1 day', now() + interval '9 days', NULL, now() - interval '1 day'));

RESET SESSION AUTHORIZATION;

INSERT INTO sotravel.trip_members (trip_id, user_id)
SELECT pg_temp.kept('alps'), pg_temp.kept(p) FROM unnest('{ann,bob,cas}'::text[]) p;

UPDATE sotravel.users SET current_trip_id = pg_temp.kept('alps') WHERE id IN (
  pg_temp.kept('ann'), pg_temp.kept('bob'), pg_temp.kept('cas'));

SELECT pg_temp.stand('ann', 46.123456, 12.654321, now()), pg_temp.stand('bob', 46.1, 12.6, now()),
  pg_temp.stand('host', 46.1, 12.6, now());

:as_app;

SELECT pg_temp.keep(e, sotravel.event_create(pg_temp.kept(a), pg_temp.kept('alps'), e, '', 'Hut',
  46, 12, now() + interval '1 hour', now() + interval '3 hours', now()))
FROM (VALUES ('walk', 'ann'), ('dinner', 'host')) v (e, a);

SELECT sotravel.event_invite(pg_temp.kept('ann'), pg_temp.kept('walk'), 'friends', NULL, now()),
  sotravel.event_invite(pg_temp.kept('host'), pg_temp.kept('dinner'), 'friends', NULL, now());

SELECT sotravel.event_rsvp(pg_temp.kept('ann'), pg_temp.kept('dinner'), 'going', NULL, now());

SELECT pg_temp.keep('pair', sotravel.chat_pair_open(pg_temp.kept('ann'), pg_temp.kept('bob'),
  now()));

SELECT pg_temp.keep('word', sotravel.message_send(pg_temp.kept('ann'), pg_temp.kept('pair'), 'Boo',
  now()));

RESET SESSION AUTHORIZATION;

CREATE FUNCTION pg_temp.counted(collection text, label text) RETURNS text LANGUAGE sql AS $$
  SELECT string_agg(concat_ws(' ', n.counted, n.name), ', ' ORDER BY n.name)
  FROM reeve.app_counts((SELECT c.collection_id FROM reeve.collection c
    WHERE c.app = 'sotravel' AND c.name = collection), NULL,
    ARRAY[pg_temp.kept(label)::text]) n
$$;

SELECT is(pg_temp.counted('trip', 'alps'), '2 events, 4 members', 'a trip has members and events');

SELECT is(pg_temp.counted('event', 'dinner'), '3 asked, 1 going',
  'an event has who was asked and who goes');

-- ban a user (leaves listings, invitations withdrawn, messages hidden, location gone at once)

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT reeve.action_plan('ban', 'sotravel', 'user', pg_temp.kept('ann')::text,
  '{"policy": "harassment", "for": "7d", "why": "x"}') AS plan \gset

SELECT to_jsonb(p) AS done FROM reeve.action_perform('ban', 'sotravel', 'user',
  pg_temp.kept('ann')::text, '{"policy": "harassment", "for": "7d", "why": "x"}', NULL) p \gset

RESET SESSION AUTHORIZATION;

SELECT results_eq(format($$SELECT e ->> 'kind', (e ->> 'rows')::int, (e ->> 'reversible')::boolean
    FROM jsonb_array_elements(%L::jsonb -> 'effects') e WHERE e ->> 'name' = 'position'$$, :'plan'),
  $$VALUES ('delete'::text, 1, FALSE)$$, 'the plan names what it deletes');

SELECT is((:'plan'::jsonb ->> 'irreversible')::int, 1, 'as what cannot be undone');

SELECT is(:'done'::jsonb ->> 'outcome', 'done', 'the ban is done');

SELECT is((SELECT array_agg(u.name ORDER BY u.name) FROM sotravel.locations l
  JOIN sotravel.users u ON u.id = l.user_id), '{bob,host}'::text[], 'the location is gone at once');

:as_app;

SELECT is((SELECT array_agg(name ORDER BY name) FROM sotravel.friend_list(pg_temp.kept('host'),
  now())), '{bob,cas}'::text[], 'who is banned leaves listings');

SELECT is((SELECT array_agg(title ORDER BY title) FROM sotravel.event_list(pg_temp.kept('host'),
  pg_temp.kept('alps'), now())), '{dinner}'::text[], 'with their events');

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT status FROM sotravel.invitations i
    WHERE i.user_id = pg_temp.kept('ann') OR i.invited_by = pg_temp.kept('ann')$$,
  $$SELECT 'withdrawn'::text FROM generate_series(1, 4)$$, 'invitations are withdrawn');

:as_app;

SELECT is((SELECT count(*) FROM sotravel.message_list(pg_temp.kept('bob'), pg_temp.kept('pair'),
  NULL, 9, clock_timestamp())), 0::bigint, 'messages are hidden');

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT is(r.label, 'blocked traveller', 'and have a tombstone for their author')
FROM reeve.subject_list('sotravel', 'message', '', 'user', pg_temp.kept('ann')::text, 'author',
  '[]', NULL, FALSE, '{}', NULL, 1) m
CROSS JOIN LATERAL reeve.subject_relations('sotravel', 'message', m.key) r
WHERE r.name = 'author';

RESET SESSION AUTHORIZATION;

-- What transactions that were open at the ban still write is found by the sweep.

\ir ../fixtures/worker.sql

ALTER TABLE sotravel.locations DISABLE TRIGGER locations_admitted;

INSERT INTO sotravel.locations
SELECT pg_temp.kept('ann'), pg_temp.kept('alps'), 46.123456, 12.654321, now(), t.ends_at
FROM sotravel.trips t WHERE t.id = pg_temp.kept('alps');

SELECT pg_temp.attempt(:worker_id, :'nonce', 'moderation.sweep', jsonb_build_object('action_id',
  (:'done'::jsonb #>> '{detail,action_id}')::bigint)) AS job \gset

SET SESSION AUTHORIZATION reeve_worker;

SELECT reeve.job_advance(:job, 1, 1) \g /dev/null

RESET SESSION AUTHORIZATION;

ALTER TABLE sotravel.locations ENABLE TRIGGER locations_admitted;

SELECT is((SELECT count(*) FROM sotravel.locations WHERE user_id = pg_temp.kept('ann')), 0::bigint,
  'a position that came with the ban is deleted, too');

-- no history is kept

CREATE FUNCTION pg_temp.mentions(words text) RETURNS TABLE(name text) LANGUAGE plpgsql AS $$
DECLARE
  r record;
BEGIN
  FOR r IN
    SELECT c.oid::regclass AS relation FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind IN ('r', 'm') AND n.nspname ~ '^(reeve|sotravel)' AND c.relname <> 'cell_order'
  LOOP
    RETURN QUERY EXECUTE format('SELECT %L::text FROM %s t WHERE strpos(t::text, $1) > 0',
      r.relation, r.relation) USING words;
  END LOOP;
END
$$;

SELECT is((SELECT array_agg(DISTINCT m.name) FROM pg_temp.mentions('Boo') m),
  '{sotravel.messages}'::text[], 'a look at every table finds what is there');

SELECT is_empty($$SELECT * FROM pg_temp.mentions('46.123456')$$,
  'no table has the latitude of who was banned');

SELECT is_empty($$SELECT * FROM pg_temp.mentions('12.654321')$$, 'nor the longitude');

-- The ban is undone

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT reeve.undo_plan((:'done'::jsonb #>> '{detail,action_id}')::bigint) AS plan \gset

SELECT to_jsonb(u) AS done
FROM reeve.undo_perform((:'done'::jsonb #>> '{detail,action_id}')::bigint,
  'a mistake', NULL) u \gset

RESET SESSION AUTHORIZATION;

SELECT results_eq(format($$SELECT l ->> 'collection', l ->> 'why'
    FROM jsonb_array_elements(%L::jsonb -> 'lost') l$$, :'plan'),
  $$VALUES ('location'::text, 'deleted'::text)$$, 'an undo says what it cannot bring back');

SELECT is(:'done'::jsonb ->> 'outcome', 'done', 'the ban is undone');

SELECT is((SELECT count(*) FROM sotravel.invitations WHERE status = 'pending'), 5::bigint,
  'invitations are back');

:as_app;

SELECT is((SELECT array_agg(name ORDER BY name) FROM sotravel.friend_list(pg_temp.kept('host'),
  clock_timestamp())), '{ann,bob,cas}'::text[], 'and who was banned');

SELECT lives_ok($$SELECT pg_temp.stand('ann', 46, 12, clock_timestamp())$$,
  'who shares a position again when they like');

-- cancel an event

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT to_jsonb(p) AS done FROM reeve.action_perform('cancel', 'sotravel', 'event',
  pg_temp.kept('dinner')::text, '{"policy": "unsafe", "why": "x"}', NULL) p \gset

RESET SESSION AUTHORIZATION;

SELECT is((SELECT status FROM sotravel.events WHERE id = pg_temp.kept('dinner')), 'cancelled',
  'an admin cancels an event');

SELECT is((SELECT count(*) FROM reeve.outbox o WHERE o.template = 'invitation-withdrawn'
  AND o.action_id = (:'done'::jsonb #>> '{detail,action_id}')::bigint), 3::bigint,
  'who was asked or goes is told');

-- remove a message

SET SESSION AUTHORIZATION sotravel_test_admin;

SELECT to_jsonb(p) AS done FROM reeve.action_perform('remove', 'sotravel', 'message',
  pg_temp.kept('word')::text, '{"policy": "harassment", "why": "x"}', NULL) p \gset

RESET SESSION AUTHORIZATION;

:as_app;

SELECT is((SELECT count(*) FROM sotravel.message_list(pg_temp.kept('bob'), pg_temp.kept('pair'),
  NULL, 9, clock_timestamp())), 0::bigint, 'an admin removes a message');

-- inspect a trip with members and events

RESET SESSION AUTHORIZATION;

SELECT results_eq($$SELECT name, role, position_shared
    FROM sotravel.view_members(pg_temp.kept('alps')::text) ORDER BY name$$,
  $$VALUES ('ann'::text, 'traveller'::text, 'yes'::text), ('bob', 'traveller', 'yes'),
    ('cas', 'traveller', ''), ('host', 'host', 'yes')$$,
  'an admin sees a trip''s members, and whether they share a position');

SELECT results_eq($$SELECT title, status FROM sotravel.view_agenda(pg_temp.kept('alps')::text)
    ORDER BY title$$,
  $$VALUES ('dinner'::text, 'cancelled'::text), ('walk', 'planned')$$, 'and its events');

SELECT is_empty($$SELECT FROM reeve.collection c
  WHERE c.app = 'sotravel' AND c.name = 'location'
    AND c.show_columns && '{latitude,longitude}'$$, 'no admin is shown a position');

-- Finished events and unanswered invitations of past events expire

UPDATE sotravel.events SET starts_at = now() - interval '3 hours', ends_at = now() - interval '1 s'
WHERE id = pg_temp.kept('walk');

SELECT pg_temp.expire('event'), pg_temp.expire('invitation');

SELECT is((SELECT status FROM sotravel.events WHERE id = pg_temp.kept('walk')), 'finished',
  'a finished event is closed by a job');

SELECT is((SELECT array_agg(DISTINCT status) FROM sotravel.invitations
  WHERE event_id = pg_temp.kept('walk')), '{expired}'::text[], 'unanswered invitations expire');

-- A job purges rows older than 15 minutes (ours) and all of a trip's at its end

INSERT INTO sotravel.locations
SELECT pg_temp.kept('cas'), t.id, 1, 2, now() - interval '14 minutes', t.ends_at
FROM sotravel.trips t WHERE t.id = pg_temp.kept('alps');

UPDATE sotravel.locations SET seen_at = now() - interval '15 minutes'
WHERE user_id = pg_temp.kept('bob');

SELECT results_eq($$SELECT app, collection FROM reeve.retain_due(now())$$,
  $$VALUES ('sotravel'::text, 'location'::text)$$, 'the doctor learns what is kept too long');

SELECT pg_temp.sweep();

SELECT is((SELECT array_agg(u.name ORDER BY u.name) FROM sotravel.locations l
    JOIN sotravel.users u ON u.id = l.user_id), '{ann,cas,host}'::text[],
  'a job purges positions of 15 minutes, and no others');

SELECT is_empty($$SELECT FROM reeve.retain_due(now())$$, 'nothing is kept too long then');

ALTER TABLE sotravel.trips DISABLE TRIGGER trips_ended;

UPDATE sotravel.trips SET starts_at = now() - interval '2 days', ends_at = now()
WHERE id = pg_temp.kept('alps');

SELECT pg_temp.sweep();

SELECT is((SELECT count(*) FROM sotravel.locations), 0::bigint,
  'and all of a trip whose end has come');

SELECT * FROM finish();

ROLLBACK;
