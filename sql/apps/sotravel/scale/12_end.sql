-- Identities go on after the ids given above.
SELECT setval(pg_get_serial_sequence('sotravel.' || t.name, 'id'), greatest(1, t.last)) FROM (
  SELECT 'users' AS name, max(id) AS last FROM sotravel.users
  UNION ALL SELECT 'trips', max(id) FROM sotravel.trips
  UNION ALL SELECT 'events', max(id) FROM sotravel.events
  UNION ALL SELECT 'invitations', max(id) FROM sotravel.invitations
  UNION ALL SELECT 'chats', max(id) FROM sotravel.chats
  UNION ALL SELECT 'messages', max(id) FROM sotravel.messages) t;

DROP FUNCTION pg_temp.trip(bigint);

DROP FUNCTION pg_temp.starts(bigint, timestamptz);

DROP FUNCTION pg_temp.words(bigint, bigint);

DROP FUNCTION pg_temp.outing(bigint, bigint);

DROP FUNCTION pg_temp.person(bigint, bigint);

DROP TABLE sample, sample_place;

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
