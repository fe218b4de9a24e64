CREATE OR REPLACE FUNCTION randevoo.heal_states() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  next record;
BEGIN
  FOR next IN
    SELECT w.*, r.state AS present, r.scanned_at
    FROM randevoo.legacy_reservation_wanted() w
      JOIN randevoo.reservations r ON r.id = w.reservation_id
    WHERE w.state IS DISTINCT FROM w.taken AND w.starts IS NOT NULL
    ORDER BY r.id
  LOOP
    IF next.present = next.taken AND next.present IN ('pending', 'approved') THEN
      IF next.present = 'pending' AND next.state IN ('completed', 'failed') THEN
        UPDATE randevoo.reservations r SET state = 'approved', state_at = next.approved_at
        WHERE r.id = next.reservation_id;
        next.present := 'approved';
      END IF;
      CASE
        WHEN next.present = 'pending' AND next.state IN ('approved', 'disapproved', 'cancelled',
            'expired')
          OR next.present = 'approved' AND next.state IN ('completed', 'failed')
          OR next.present = 'approved' AND next.state = 'expired' AND next.scanned_at IS NULL
        THEN
          UPDATE randevoo.reservations r SET state = next.state, state_at = next.state_at,
            state_reason = next.state_reason,
            scanned_at = coalesce(r.scanned_at,
              CASE next.state WHEN 'completed' THEN next.completed_at END)
          WHERE r.id = next.reservation_id;
        WHEN next.present = 'approved' AND next.state = 'cancelled' THEN
          UPDATE randevoo.reservations r SET state = 'revoked', state_at = next.state_at,
            state_reason = coalesce(next.state_reason, 'cancelled')
          WHERE r.id = next.reservation_id;
        ELSE
          RETURN NEXT format('reservation %s is %s there and stays %s', next.reservation_id,
            next.state, next.present);
      END CASE;
    ELSIF next.present <> next.state THEN
      RETURN NEXT format('reservation %s is %s there and was changed to %s here',
        next.reservation_id, next.state, next.present);
      CONTINUE;
    END IF;
    PERFORM randevoo.legacy_take('reservation', next.legacy_id, next.reservation_id,
      to_jsonb(next.state));
  END LOOP;
END
$body$;

COMMENT ON FUNCTION randevoo.heal_states() IS
'Part of heal_reservations: what has gone on there since an earlier import. An approved one that was
cancelled there is revoked here. What was changed here stays, and is told.';
