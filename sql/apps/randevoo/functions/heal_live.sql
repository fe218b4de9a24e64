CREATE OR REPLACE FUNCTION randevoo.heal_live() RETURNS SETOF text
LANGUAGE plpgsql AS $body$
DECLARE
  next record;
  made bigint;
BEGIN
  FOR next IN
    SELECT w.* FROM randevoo.legacy_reservation_wanted() w
    WHERE w.reservation_id IS NULL AND w.state IN ('pending', 'approved')
      AND w.ends > w.starts AND w.ends <= w.starts + interval '12 hours'
    -- What the store has promised comes first.
    ORDER BY w.state, w.requested_at, w.legacy_id
  LOOP
    BEGIN
      INSERT INTO randevoo.reservations (legacy_id, customer_id, store_id, slot_start, slot_end,
        state, state_reason, requested_at, state_at, answer_by)
      -- The former app had no deadline: it begins with the move.
      SELECT next.legacy_id, next.customer_id, next.store_id, next.starts, next.ends, next.state,
        next.state_reason, next.requested_at, next.state_at,
        least(next.starts, greatest(next.requested_at, now()) + s.answer_deadline)
      FROM randevoo.stores s WHERE s.id = next.store_id
      RETURNING id INTO made;
      PERFORM randevoo.legacy_take('reservation', next.legacy_id, made, to_jsonb(next.state));
    EXCEPTION WHEN exclusion_violation OR insufficient_privilege OR SQLSTATE 'RN006' THEN
      RETURN NEXT format('reservation %s of user %s at store %s is not taken over: %s',
        next.legacy_id, next.customer_id, next.store_id, CASE SQLSTATE
          WHEN 'RN006' THEN 'the slot is full'
          WHEN '42501' THEN 'the back office bars one of them'
          ELSE 'they have another reservation then' END);
    END;
  END LOOP;
  FOR next IN
    SELECT i.* FROM randevoo.legacy_reserved() i
      JOIN randevoo.reservations r ON r.id = i.reservation_id
    WHERE i.state IN ('pending', 'approved') AND NOT i.is_there
    ORDER BY i.state, r.requested_at, r.id, i.variant_id
  LOOP
    RETURN QUERY SELECT * FROM randevoo.heal_item(
      next.reservation_id, next.variant_id, next.product_id, next.quantity);
  END LOOP;
END
$body$;

COMMENT ON FUNCTION randevoo.heal_live() IS
'Part of heal_reservations: makes those to come, approved ones first, as far as there are places and
pieces.';
