CREATE OR REPLACE FUNCTION randevoo.heal_history() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  next record;
BEGIN
  RETURN QUERY SELECT * FROM randevoo.heal_past(ARRAY(
    SELECT w.legacy_id FROM randevoo.legacy_reservation_wanted() w
    WHERE w.reservation_id IS NULL AND w.state NOT IN ('pending', 'approved')
      AND w.ends > w.starts AND w.ends <= w.starts + interval '12 hours'
    ORDER BY w.requested_at, w.legacy_id));
  BEGIN
    INSERT INTO randevoo.reservation_items (reservation_id, variant_id, product_id, quantity)
    SELECT i.reservation_id, i.variant_id, i.product_id, i.quantity
    FROM randevoo.legacy_reserved() i
    WHERE i.state NOT IN ('pending', 'approved') AND NOT i.is_there;
  EXCEPTION WHEN SQLSTATE 'RN008' THEN
    -- Reservations to come hold more of one than its store has now.
    FOR next IN
      SELECT * FROM randevoo.legacy_reserved() i
      WHERE i.state NOT IN ('pending', 'approved') AND NOT i.is_there
      ORDER BY i.reservation_id, i.variant_id
    LOOP
      RETURN QUERY SELECT * FROM randevoo.heal_item(
        next.reservation_id, next.variant_id, next.product_id, next.quantity);
    END LOOP;
  END;
END
$body$;

COMMENT ON FUNCTION randevoo.heal_history() IS
'Part of heal_reservations: makes those that are over, which take neither place nor pieces.';
