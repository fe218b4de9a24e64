CREATE OR REPLACE FUNCTION randevoo.reservation_fail(
  reservation bigint, owner bigint, reason text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  r randevoo.reservations;
BEGIN
  PERFORM randevoo.text_require(coalesce(reason, ''), 'reason', 0, 2000),
    randevoo.at_require(at);
  r := randevoo.reservation_lock(reservation, owner, 'store', 'failed');
  IF r.state = 'approved' AND r.scanned_at IS NULL AND r.slot_start > at THEN
    RAISE EXCEPTION 'reservation % has not begun', reservation
      USING ERRCODE = 'RN004', DETAIL = 'Only an admin can end an approved reservation early.';
  END IF;
  UPDATE randevoo.reservations
  SET state = 'failed', state_reason = reason, state_at = at WHERE id = reservation;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_fail(bigint, bigint, text, timestamptz) IS
'The store''s owner, blocked or not, says that the visit of an approved reservation came to nothing,
once the slot has begun or the customer was there; reason: up to 2000 characters, or NULL. RN004:
too early, or in another state.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_fail(bigint, bigint, text, timestamptz)
  TO randevoo_app;
