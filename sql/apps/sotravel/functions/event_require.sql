CREATE OR REPLACE FUNCTION sotravel.event_require(
  event bigint, who bigint, at timestamptz, is_running boolean DEFAULT FALSE)
RETURNS sotravel.events
LANGUAGE plpgsql AS $body$
DECLARE
  asked sotravel.events;
BEGIN
  SELECT e.* INTO asked FROM sotravel.events e
  WHERE e.id = event AND (e.hidden_until > at) IS NOT TRUE FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no event %', event USING ERRCODE = 'ST001';
  END IF;
  PERFORM sotravel.trip_require(asked.trip_id, who, at);
  IF asked.status <> 'planned' OR asked.ends_at <= at THEN
    RAISE EXCEPTION 'event % is over or cancelled', event USING ERRCODE = 'ST004';
  ELSIF is_running AND asked.author_id <> who AND NOT EXISTS (
    SELECT FROM sotravel.trip_members m
    WHERE m.trip_id = asked.trip_id AND m.user_id = who AND m.role = 'host')
  THEN
    RAISE EXCEPTION 'event % is not user %''s', event, who USING ERRCODE = 'ST003';
  END IF;
  RETURN asked;
END
$body$;

COMMENT ON FUNCTION sotravel.event_require IS
'Locks and returns an event that is still to be, of a trip that the user is on; with is_running one
that is theirs, or of a trip that they host. ST001, ST003, ST004 or ST005.';
