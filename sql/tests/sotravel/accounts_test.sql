-- Two accounts of one person: a merge of them, and its undo.
BEGIN;

\ir fixture.sql

CREATE ROLE sotravel_test_admin LOGIN IN ROLE reeve_senior;

INSERT INTO reeve.member(role_name, rank, added_by)
VALUES ('sotravel_test_admin', 'senior', 'test');

SELECT reeve.command_record('member.bootstrap', session_user,
  detail => '{"members": ["sotravel_test_admin"]}') AS recorded \gset

SELECT pg_temp.person(p) FROM unnest('{ann,bob,cas}'::text[]) p
\g /dev/null

SELECT pg_temp.trip('alps', 'cas')
\g /dev/null

SELECT pg_temp.join(who, 'alps') FROM unnest('{ann,bob}'::text[]) who
\g /dev/null

SELECT pg_temp.event('walk', 'ann', 'alps'), pg_temp.event('swim', 'bob', 'alps'),
  pg_temp.event('climb', 'cas', 'alps')
\g /dev/null

-- Ann is asked to bob's by cas, cas to hers by ann, and ann has asked herself to that of cas.
INSERT INTO sotravel.invitations(event_id, user_id, invited_by, audience, status, ends_at)
SELECT e.id, pg_temp.kept(v.who), pg_temp.kept(v.host), 'chosen', 'pending', e.ends_at
FROM (VALUES ('swim', 'ann', 'cas'), ('walk', 'cas', 'ann'), ('climb', 'ann', 'ann'))
  v(event, who, host)
JOIN sotravel.events e ON e.id = pg_temp.kept(v.event)
ON CONFLICT DO NOTHING;

CREATE FUNCTION pg_temp.rows_of(who text) RETURNS text LANGUAGE sql AS $$
  SELECT coalesce(string_agg(r, ' ' ORDER BY r), '') FROM (
    SELECT 'event ' || id FROM sotravel.events WHERE author_id = pg_temp.kept(who)
    UNION ALL SELECT 'to ' || id FROM sotravel.invitations WHERE user_id = pg_temp.kept(who)
    UNION ALL SELECT 'by ' || id FROM sotravel.invitations WHERE invited_by = pg_temp.kept(who)
    ) x(r)
$$;

\set provider email
\ir ../merge.sql

SELECT * FROM finish();

ROLLBACK;
