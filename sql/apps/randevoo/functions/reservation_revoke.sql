CREATE OR REPLACE FUNCTION randevoo.reservation_revoke(
  reservation bigint, reason text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  IF btrim(reason) <> '' IS NOT TRUE THEN
    RAISE EXCEPTION 'revoking needs a reason' USING ERRCODE = 'RN012';
  END IF;
  PERFORM randevoo.reservation_lock(reservation, r.customer_id, 'customer', 'revoked')
  FROM randevoo.reservations r WHERE r.id = reservation;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no reservation %', reservation USING ERRCODE = 'RN001';
  END IF;
  UPDATE randevoo.reservations
  SET state = 'revoked', state_reason = reason, state_at = at WHERE id = reservation;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_revoke(bigint, text, timestamptz) IS
'An admin ends an approved reservation early, with a reason; both sides are notified. Not '
'granted to the
app.';
