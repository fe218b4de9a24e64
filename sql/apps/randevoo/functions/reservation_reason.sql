CREATE OR REPLACE FUNCTION randevoo.reservation_reason(reservation bigint, who bigint) RETURNS text
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  r record;
BEGIN
  SELECT x.customer_id, x.state, x.state_reason, s.owner_id INTO r
  FROM randevoo.reservations x JOIN randevoo.stores s ON s.id = x.store_id
  WHERE x.id = reservation;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no reservation %', reservation USING ERRCODE = 'RN001';
  ELSIF who IS NULL OR who NOT IN (r.customer_id, r.owner_id) THEN
    RAISE EXCEPTION 'reservation % is not user %''s', reservation, who USING ERRCODE = 'RN003';
  END IF;
  RETURN CASE WHEN who = r.owner_id OR r.state <> 'revoked' THEN r.state_reason END;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_reason(bigint, bigint) IS
'Why a reservation is in its state, for its customer or the store''s owner: NULL if nobody said. Why
the back office revoked it concerns the store, and the customer is told NULL. RN003: it is
neither''s.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_reason(bigint, bigint) TO randevoo_app;
