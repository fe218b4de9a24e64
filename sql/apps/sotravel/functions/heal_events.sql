CREATE OR REPLACE FUNCTION sotravel.heal_events() RETURNS SETOF text LANGUAGE plpgsql AS $body$
DECLARE
  one text;
BEGIN
  BEGIN
    PERFORM sotravel.heal_event(NULL);
  EXCEPTION WHEN insufficient_privilege THEN
    -- Whom the back office bars from calling others to events has none, and the others have.
    FOR one IN SELECT s.legacy_id FROM sotravel.legacy_event_states() s
      WHERE s.event_id IS NULL OR s.imported <> s.wanted
    LOOP
      BEGIN
        PERFORM sotravel.heal_event(one);
      EXCEPTION WHEN insufficient_privilege THEN NULL;
      END;
    END LOOP;
  END;
  UPDATE sotravel.events e SET status = 'cancelled'
  FROM sotravel.legacy_events l
  WHERE l.id = e.legacy_id AND l.is_cancelled AND e.status = 'planned'
    AND e.legacy_digest IS NOT NULL;
  RETURN QUERY
    SELECT format('events that changed there and here since they moved in, and stay as they are '
      'here: %s, such as event %s', count(*), min(s.event_id))
    FROM sotravel.legacy_event_states() s WHERE s.imported <> s.wanted HAVING count(*) > 0;
  RETURN QUERY
    SELECT format('events of people whom the back office bars from calling others to events, left '
      'out: %s, such as %s of user %s', count(*), min(s.legacy_id), min(s.author_id))
    FROM sotravel.legacy_event_states() s WHERE s.event_id IS NULL HAVING count(*) > 0;
  RETURN QUERY
    SELECT format('events whose time of day cannot be read, and which begin with the day: %s, '
      'such as event %s', count(*), min(e.id))
    FROM sotravel.legacy_events l JOIN sotravel.events e ON e.legacy_id = l.id
    WHERE l.starts IS NULL HAVING count(*) > 0;
END
$body$;

COMMENT ON FUNCTION sotravel.heal_events() IS
'Part of heal: makes events, and cancels what is cancelled there.';
