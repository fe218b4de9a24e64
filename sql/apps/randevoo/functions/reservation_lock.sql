CREATE OR REPLACE FUNCTION randevoo.reservation_lock(
  reservation bigint, who bigint, side text, target text DEFAULT NULL) RETURNS randevoo.reservations
LANGUAGE plpgsql AS $body$
DECLARE
  r randevoo.reservations;
BEGIN
  SELECT * INTO r FROM randevoo.reservations x WHERE x.id = reservation FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no reservation %', reservation USING ERRCODE = 'RN001';
  END IF;
  IF who IS DISTINCT FROM (CASE side WHEN 'customer' THEN r.customer_id
    ELSE (SELECT s.owner_id FROM randevoo.stores s WHERE s.id = r.store_id) END)
  THEN
    RAISE EXCEPTION 'reservation % is not for user % to change', reservation,
      coalesce(who::text, 'nobody') USING ERRCODE = 'RN003';
  END IF;
  IF r.state = target THEN
    RAISE EXCEPTION 'reservation % is % already', reservation, target USING ERRCODE = 'RN004';
  END IF;
  RETURN r;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_lock(bigint, bigint, text, text) IS
'Locks and returns a reservation of which the user is that side, customer or store, and which is not
in the target state yet; RN001, RN003, RN004.';
