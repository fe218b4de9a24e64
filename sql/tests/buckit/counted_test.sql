-- Who counts on whom: those who mean to go to what somebody posted, on that it takes place.
BEGIN;

\ir fixture.sql

\set why '{"policy": "spam", "for": "7d", "why": "a test"}'

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cem,eve}'::text[]) p \g /dev/null

SELECT pg_temp.activity('swim', 'eve') \g /dev/null

SELECT pg_temp.bucket(p || 's', p) FROM unnest('{bob,cem,eve}'::text[]) p \g /dev/null

:as_app;

SELECT buckit.item_add(pg_temp.kept(p), pg_temp.kept(p || 's'), pg_temp.kept('swim'), now())
FROM unnest('{bob,cem,eve}'::text[]) p;

SELECT buckit.item_done(pg_temp.kept('cem'), pg_temp.kept('cems'), pg_temp.kept('swim'), TRUE,
  now());

RESET SESSION AUTHORIZATION;

CREATE TEMPORARY TABLE counted(place serial, state text, verbs text, subject text, who text,
  template text, left_by text, remains text, nobody text);

INSERT INTO counted(state, verbs, subject, who, template, nobody) VALUES
  ('bucket_item meant to be done', 'ban suspend delete erase', 'user:eve', 'user:bob',
    'activity-withdrawn', NULL),
  ('bucket_item meant to be done', 'ban hide delete', 'activity:swim', 'user:bob',
    'activity-withdrawn', NULL),
  ('bucket_item done', '*', NULL, NULL, NULL, 'it has been done, and shows what it was'),
  ('itinerary', '*', NULL, NULL, NULL, 'a list to read, without a date');

\ir ../counted.sql

ROLLBACK;
