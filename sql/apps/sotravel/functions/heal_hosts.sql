CREATE OR REPLACE FUNCTION sotravel.heal_hosts() RETURNS void LANGUAGE plpgsql AS $body$
DECLARE
  t record;
BEGIN
  FOR t IN
    SELECT DISTINCT ON (j.trip_id) j.trip_id, e.author_id, s.user_id AS stand_in
    FROM (SELECT DISTINCT trip_id FROM sotravel.legacy_joins) j
      LEFT JOIN sotravel.legacy_joins s ON s.trip_id = j.trip_id AND s.is_stand_in
      LEFT JOIN (sotravel.events e
        JOIN sotravel.trip_members m ON m.trip_id = e.trip_id AND m.user_id = e.author_id)
        ON e.trip_id = j.trip_id AND e.legacy_digest IS NOT NULL
    WHERE NOT EXISTS (SELECT FROM sotravel.trip_members h
      WHERE h.trip_id = j.trip_id AND h.role = 'host' AND h.user_id IS DISTINCT FROM s.user_id)
      AND (s.user_id IS NULL OR e.id IS NOT NULL)
    ORDER BY j.trip_id, e.created_at, e.id
  LOOP
    UPDATE sotravel.trip_members m SET role = 'host'
    WHERE m.trip_id = t.trip_id AND m.user_id = coalesce(t.author_id, (
      SELECT min(o.user_id) FROM sotravel.trip_members o WHERE o.trip_id = t.trip_id));
    UPDATE sotravel.trip_members m SET role = 'traveller'
    WHERE m.trip_id = t.trip_id AND m.user_id = t.stand_in AND m.user_id <> t.author_id;
    UPDATE sotravel.legacy_joins j SET is_stand_in = t.author_id IS NULL AND EXISTS (
      SELECT FROM sotravel.trip_members m
      WHERE m.trip_id = j.trip_id AND m.user_id = j.user_id AND m.role = 'host')
    WHERE j.trip_id = t.trip_id;
  END LOOP;
END
$body$;

COMMENT ON FUNCTION sotravel.heal_hosts() IS
'Part of heal: makes who called the first event the host of a trip that nobody led for the service,
or else the first member, until there is an event.';
