CREATE OR REPLACE FUNCTION randevoo.view_why(key text)
RETURNS TABLE (at timestamptz, state text, origin text, explanation text)
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, randevoo, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO' AS
$body$
DECLARE
  r randevoo.reservations;
  s randevoo.stores;
BEGIN
  SELECT x.* INTO r FROM randevoo.reservations x WHERE x.id::text = view_why.key;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no reservation %', view_why.key USING ERRCODE = 'RN001';
  END IF;
  SELECT x.* INTO s FROM randevoo.stores x WHERE x.id = r.store_id;
  RETURN QUERY
    SELECT h.at, h.to_state, h.origin,
      CASE h.to_state
        WHEN 'pending' THEN CASE WHEN h.from_state IS NULL
          THEN format('user %s asked store %s for the slot', r.customer_id, r.store_id)
          ELSE 'given back after being held' END
        WHEN 'approved' THEN 'the store said yes; the QR token was minted'
        WHEN 'disapproved' THEN 'the store said no'
        WHEN 'held' THEN 'the store''s owner was banned'
        WHEN 'expired' THEN CASE WHEN h.from_state = 'approved'
          THEN format('nobody was scanned before the slot ended at %s', r.slot_end)
          ELSE format('the store had not answered by %s', r.answer_by) END
        WHEN 'cancelled' THEN CASE
          WHEN h.from_state = 'held' AND h.origin = 'reeve'
          THEN 'still held when its time was up, or the customer was banned'
          WHEN h.origin = 'reeve' THEN 'the customer, or its last product, was banned'
          ELSE 'the customer took it back' END
        WHEN 'completed' THEN format('the token was scanned at %s', r.scanned_at)
        WHEN 'failed' THEN 'the store said that the visit came to nothing'
        WHEN 'revoked' THEN 'an admin ended it early'
      END || coalesce(': ' || h.reason, '')
    FROM randevoo.reservation_state_history h WHERE h.reservation_id = r.id
    ORDER BY h.id;
  RETURN QUERY
    SELECT NULL::timestamptz, 'next', NULL::text, CASE r.state
      WHEN 'pending' THEN format('expires at %s unless the store answers', r.answer_by)
      WHEN 'held' THEN format('is cancelled at %s unless it is given back', r.held_until)
      WHEN 'approved' THEN CASE WHEN r.scanned_at IS NULL
        THEN format('expires at %s unless the token is scanned', r.slot_end)
        ELSE format('scanned at %s; the store completes or fails it', r.scanned_at) END
    END
    WHERE r.state IN ('pending', 'held', 'approved');
END
$body$;

COMMENT ON FUNCTION randevoo.view_why(text) IS
'For the back office: how a reservation came into its state, oldest first, and what happens next.';
