CREATE OR REPLACE FUNCTION randevoo.reservation_admit(
  customer bigint, store bigint, slot_start timestamptz, at timestamptz) RETURNS timestamptz
LANGUAGE plpgsql AS $body$
DECLARE
  s randevoo.stores;
  slot record;
BEGIN
  PERFORM randevoo.user_admit(customer, at);
  SELECT * INTO s FROM randevoo.stores x WHERE x.id = store FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'there is no store %', store USING ERRCODE = 'RN001';
  END IF;
  IF s.owner_id = customer THEN
    RAISE EXCEPTION 'store % is the customer''s own', store USING ERRCODE = 'RN003';
  END IF;
  IF NOT EXISTS (SELECT FROM randevoo.store_listing(at) l WHERE l.id = store) THEN
    RAISE EXCEPTION 'store % takes no reservations now', store USING ERRCODE = 'RN009';
  END IF;
  IF NOT randevoo.customer_invited(customer, store) THEN
    RAISE EXCEPTION 'store % takes customers by invitation', store USING ERRCODE = 'RN014',
      HINT = 'An invitation is for a telephone number, which the customer has to verify.';
  END IF;
  SELECT * INTO slot FROM randevoo.slot_status(
    store, customer, (reservation_admit.slot_start AT TIME ZONE s.time_zone)::date, at) g
  WHERE g.slot_start = reservation_admit.slot_start;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'store % offers no slot at %', store, reservation_admit.slot_start
      USING ERRCODE = 'RN005';
  END IF;
  CASE slot.status
    WHEN 'exceeded' THEN
      RAISE EXCEPTION 'it is too late for the slot at %', reservation_admit.slot_start
        USING ERRCODE = 'RN005';
    WHEN 'occupied' THEN
      RAISE EXCEPTION 'user % has another reservation at that time', customer
        USING ERRCODE = 'RN007';
    WHEN 'unavailable' THEN
      RAISE EXCEPTION 'the slot at % is full', reservation_admit.slot_start
        USING ERRCODE = 'RN006';
    ELSE
      RETURN slot.slot_end;
  END CASE;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_admit(bigint, bigint, timestamptz, timestamptz) IS
'Returns the end of a slot that this customer may book at that time, or raises what stands against
it, in this order: RN001 or RN002 the customer, RN001 the store, RN003 it is their own, RN009 it is
hidden, RN014 they are not invited, RN005, RN007 or RN006 the slot. Locks the store''s row FOR NO
KEY UPDATE.';
