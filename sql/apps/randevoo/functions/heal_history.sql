CREATE OR REPLACE FUNCTION randevoo.heal_history() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  next record;
BEGIN
  WITH made AS (
    INSERT INTO randevoo.reservations (legacy_id, customer_id, store_id, slot_start, slot_end,
      state, state_reason, requested_at, state_at, answer_by, scanned_at)
    SELECT w.legacy_id, w.customer_id, w.store_id, w.starts, w.ends, w.state, w.state_reason,
      w.requested_at, w.state_at, least(w.starts, w.requested_at + s.answer_deadline),
      CASE w.state WHEN 'completed' THEN w.completed_at END
    FROM randevoo.legacy_reservation_wanted() w JOIN randevoo.stores s ON s.id = w.store_id
    WHERE w.reservation_id IS NULL AND w.state NOT IN ('pending', 'approved')
      AND w.ends > w.starts AND w.ends <= w.starts + interval '12 hours'
    ORDER BY w.requested_at, w.legacy_id
    RETURNING id, legacy_id, state
  )
  INSERT INTO randevoo.legacy_taken (kind, legacy_id, row_id, taken)
  SELECT 'reservation', m.legacy_id, m.id, to_jsonb(m.state) FROM made m
  ON CONFLICT (kind, legacy_id) DO UPDATE SET row_id = excluded.row_id, taken = excluded.taken;
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
