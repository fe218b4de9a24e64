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
'The customer takes a pending or held reservation back; the store is told of a pending one. RN004:
it is in another state; an approved one stays.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_cancel(bigint, bigint, timestamptz)
  TO randevoo_app;
