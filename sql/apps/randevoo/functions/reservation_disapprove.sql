CREATE OR REPLACE FUNCTION randevoo.reservation_disapprove(
  reservation bigint, owner bigint, reason text, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  PERFORM randevoo.user_admit(owner, at),
    randevoo.text_require(coalesce(reason, ''), 'reason', 0, 2000);
  PERFORM randevoo.reservation_lock(reservation, owner, 'store', 'disapproved');
  UPDATE randevoo.reservations
  SET state = 'disapproved', state_reason = reason, state_at = at WHERE id = reservation;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_disapprove(bigint, bigint, text, timestamptz) IS
'The store''s owner says no to a pending reservation, with a reason of up to 2000 characters or
NULL, and the customer is told. RN004: it is in another state.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_disapprove(bigint, bigint, text, timestamptz)
  TO randevoo_app;
