CREATE OR REPLACE FUNCTION randevoo.reservation_qr(reservation bigint, customer bigint)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  r randevoo.reservations := randevoo.reservation_lock(reservation, customer, 'customer');
BEGIN
  IF r.state <> 'approved' OR r.scanned_at IS NOT NULL THEN
    RAISE EXCEPTION 'reservation % has no token to show', reservation USING ERRCODE = 'RN011';
  END IF;
  RETURN (SELECT encode(t.token, 'hex') FROM randevoo.reservation_tokens t
    WHERE t.reservation_id = reservation);
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_qr(bigint, bigint) IS
'The unused token of an approved reservation, 64 hexadecimal digits, for its customer only. RN011:
it is in another state, or the token has been used; RN003: another''s reservation.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_qr(bigint, bigint) TO randevoo_app;
