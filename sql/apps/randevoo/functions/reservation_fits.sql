CREATE OR REPLACE FUNCTION randevoo.reservation_fits(entered bigint[]) RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  bad record;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'reservations are written at read committed, not at %',
      current_setting('transaction_isolation')
      USING ERRCODE = 'RN013', DETAIL = 'With an older snapshot capacity cannot be counted.';
  END IF;
  PERFORM FROM randevoo.stores s
  WHERE s.id IN (SELECT r.store_id FROM randevoo.reservations r WHERE r.id = ANY (entered))
  ORDER BY s.id FOR NO KEY UPDATE;
  SELECT r.id, r.slot_start, t.taken, s.capacity INTO bad
  FROM unnest(entered) e (id)
    JOIN randevoo.reservations r ON r.id = e.id
    JOIN randevoo.stores s ON s.id = r.store_id
    CROSS JOIN LATERAL (
      SELECT count(*) AS taken FROM randevoo.reservations o
      WHERE o.store_id = r.store_id AND o.state IN ('pending', 'approved')
        AND o.slot_start > r.slot_start - interval '12 hours'
        AND o.slot_start < r.slot_end AND o.slot_end > r.slot_start) t
  WHERE r.state IN ('pending', 'approved') AND t.taken > s.capacity
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the slot at % is full', bad.slot_start USING ERRCODE = 'RN006',
      DETAIL = format('Reservation %s would be number %s of %s.', bad.id, bad.taken, bad.capacity);
  END IF;
  PERFORM randevoo.stock_fits(array(
    SELECT DISTINCT i.variant_id FROM randevoo.reservation_items i
    WHERE i.reservation_id = ANY (entered)));
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_fits(bigint[]) IS
'Raises RN006 or RN008 if one of these reservations, just become pending or approved, is over its
store''s capacity or stock. Locks the stores FOR NO KEY UPDATE in order of id and counts with a
snapshot taken after that, so that of two writers the second sees the first.';
