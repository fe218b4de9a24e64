CREATE OR REPLACE FUNCTION randevoo.reservation_cancel(
  reservation bigint, customer bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(customer, at);
  PERFORM randevoo.reservation_lock(reservation, customer, 'customer', 'cancelled');
  UPDATE randevoo.reservations
  SET state = 'cancelled', held_until = NULL, state_at = at WHERE id = reservation;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_cancel(bigint, bigint, timestamptz) IS
'The customer takes a pending or held reservation back; an approved one stays (RN004). RN002.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_cancel(bigint, bigint, timestamptz)
  TO randevoo_app;
