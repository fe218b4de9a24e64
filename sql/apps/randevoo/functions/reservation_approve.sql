CREATE OR REPLACE FUNCTION randevoo.reservation_approve(
  reservation bigint, owner bigint, at timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  r randevoo.reservations;
BEGIN
  PERFORM randevoo.user_admit(owner, at);
  r := randevoo.reservation_lock(reservation, owner, 'store', 'approved');
  IF r.state = 'pending' AND r.answer_by <= at THEN
    RAISE EXCEPTION 'reservation % was to be answered by %', reservation, r.answer_by
      USING ERRCODE = 'RN004';
  END IF;
  UPDATE randevoo.reservations SET state = 'approved', state_at = at WHERE id = reservation;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_approve(bigint, bigint, timestamptz) IS
'The store''s owner says yes to a pending reservation before its answer_by, and the customer is
told; the QR token is minted. RN004: it is in another state, such as approved already, or answer_by
has passed.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_approve(bigint, bigint, timestamptz)
  TO randevoo_app;
