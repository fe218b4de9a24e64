CREATE OR REPLACE FUNCTION randevoo.reservation_book(
  customer bigint, store bigint, slot_start timestamptz, variants bigint[], quantities integer[],
  at timestamptz) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
DECLARE
  slot_end timestamptz;
  reservation bigint;
  absent bigint;
BEGIN
  PERFORM randevoo.user_admit(customer, at);
  PERFORM randevoo.require(cardinality(variants) BETWEEN 1 AND 100
      AND cardinality(variants) = cardinality(quantities) AND (
        SELECT bool_and((w.variant IS NOT NULL AND w.quantity >= 1) IS TRUE)
          AND sum(w.quantity) <= 1000
        FROM unnest(variants, quantities) w (variant, quantity)),
      'variants are 1 to 100, each with a quantity of 1 or more, together of 1000 at most'),
    randevoo.at_require(reservation_book.slot_start, 'slot_start');
  slot_end := randevoo.reservation_admit(customer, store, reservation_book.slot_start, at);
  SELECT w INTO absent FROM unnest(variants) w
  WHERE NOT EXISTS (
    SELECT FROM randevoo.product_variants v
      JOIN randevoo.product_listing(at) p ON p.id = v.product_id
    WHERE v.id = w AND p.store_id = store)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'variant % is not on offer at store %', absent, store USING ERRCODE = 'RN009';
  END IF;
  BEGIN
    INSERT INTO randevoo.reservations
      (customer_id, store_id, slot_start, slot_end, requested_at, state_at)
    VALUES (customer, store, reservation_book.slot_start, slot_end, at, at)
    RETURNING id INTO reservation;
  EXCEPTION WHEN exclusion_violation THEN
    RAISE EXCEPTION 'user % has another reservation at that time', customer
      USING ERRCODE = 'RN007';
  END;
  INSERT INTO randevoo.reservation_items (reservation_id, variant_id, product_id, quantity)
  SELECT reservation, v.id, v.product_id, sum(w.quantity)
  FROM unnest(variants, quantities) w (variant, quantity)
    JOIN randevoo.product_variants v ON v.id = w.variant
  GROUP BY v.id, v.product_id;
  RETURN reservation;
END
$body$;

COMMENT ON FUNCTION randevoo.reservation_book IS
'Books the slot that begins at slot_start (a start of slot_status) for a customer, with variants,
n-th with the n-th of quantities, and returns the reservation, pending; its owner is told and
answers by answer_by: requested_at plus the store''s answer_deadline, at the latest the slot''s
start. variants: 1 to 100; quantities: 1 or more, together 1000 at most; the same variant twice is
added up. Never oversells, with any number at once. Refused in this order: RN001, RN002 the
customer; RN012 an argument; RN001 no such store; RN003 their own; RN009 it is hidden; RN014 they
are not invited; RN005 no such slot or too late, RN007 another reservation of theirs, RN006 full;
RN009 a variant; RN008 stock. The bag stays as it is.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_book TO randevoo_app;
