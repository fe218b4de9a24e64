CREATE OR REPLACE FUNCTION randevoo.reservation_complete(
  reservation bigint, owner bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.at_require(at),
    randevoo.reservation_lock(reservation, owner, 'store', 'completed');
  UPDATE randevoo.reservations SET state = 'completed', state_at = at WHERE id = reservation;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_complete(bigint, bigint, timestamptz) IS
'The store''s owner, blocked or not, ends the visit of a customer whose token was scanned. RN004: it
was not, or the reservation is in another state.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_complete(bigint, bigint, timestamptz)
  TO randevoo_app;
