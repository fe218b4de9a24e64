CREATE OR REPLACE FUNCTION sotravel.heal_told() RETURNS SETOF text LANGUAGE sql STABLE
AS $body$
  SELECT CASE WHEN p.is_person
    THEN format('people who were told of trips and are not there: %s, such as %s',
      count(DISTINCT p.person), min(p.person))
    ELSE format('trips in answers that do not say whose, so that nobody is on them by these: %s',
      count(DISTINCT p.id)) END
  FROM (
    SELECT l.id, x.person, x.person ~ '^[0-9a-f]{8}-' AS is_person
    FROM sotravel.legacy_trips l LEFT JOIN sotravel.legacy_holders h ON h.holder = l.holder
      CROSS JOIN LATERAL (SELECT coalesce(h.person, l.holder) AS person) x) p
  WHERE NOT EXISTS (SELECT FROM sotravel.users u WHERE u.legacy_id = p.person)
  GROUP BY p.is_person
  UNION ALL
  SELECT format('trips that nobody is on: %s, such as trip %s', count(*), min(t.id))
  FROM sotravel.trips t
  WHERE t.legacy_digest IS NOT NULL
    AND NOT EXISTS (SELECT FROM sotravel.trip_members m WHERE m.trip_id = t.id)
  HAVING count(*) > 0
  UNION ALL
  SELECT format('people whose first name differs where a trip lists them: %s, such as user %s',
    count(DISTINCT m.user_id), min(m.user_id))
  FROM sotravel.legacy_members m JOIN sotravel.legacy_users l USING (user_id)
  WHERE m.first_name <> l.first_name HAVING count(*) > 0
  UNION ALL
  SELECT format('answers to events by who is not there: %s, such as %s to event %s', count(*),
    min(a.person), min(a.event_id))
  FROM sotravel.legacy_answers() a WHERE a.user_id IS NULL HAVING count(*) > 0
  UNION ALL
  SELECT format('people who had both answers to one event, and go: %s, such as user %s to event '
    '%s', count(*), min(a.user_id), min(a.event_id))
  FROM sotravel.legacy_answers() a WHERE a.lists > 1 AND a.user_id IS NOT NULL
  HAVING count(*) > 0
  UNION ALL
  SELECT format('chats that do not end as they said: %s; list them by `chat-faults`',
    count(DISTINCT f.chat))
  FROM sotravel.chat_faults() f HAVING count(*) > 0
$body$;

COMMENT ON FUNCTION sotravel.heal_told() IS
'Part of heal: what was left out, or is told in two ways, by count and example.';
