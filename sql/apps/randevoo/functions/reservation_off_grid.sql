CREATE OR REPLACE FUNCTION randevoo.reservation_off_grid(store bigint, at timestamptz)
RETURNS TABLE (
  id bigint, customer_id bigint, store_id bigint, slot_start timestamptz, slot_end timestamptz,
  state text, requested_at timestamptz, state_at timestamptz, answer_by timestamptz,
  held_until timestamptz, scanned_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT r.id, r.customer_id, r.store_id, r.slot_start, r.slot_end, r.state, r.requested_at,
    r.state_at, r.answer_by, r.held_until, r.scanned_at
  FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
  WHERE randevoo.at_require(reservation_off_grid.at)
    AND r.store_id = reservation_off_grid.store AND r.state IN ('pending', 'approved')
    AND r.slot_start > reservation_off_grid.at - interval '12 hours'
    AND r.slot_end > reservation_off_grid.at
    AND NOT EXISTS (
      SELECT FROM randevoo.slot_grid(s.id, (r.slot_start AT TIME ZONE s.time_zone)::date) g
      WHERE g.slot_start = r.slot_start AND g.slot_end = r.slot_end)
  ORDER BY r.slot_start, r.id
$body$;

COMMENT ON FUNCTION randevoo.reservation_off_grid(bigint, timestamptz) IS
'Pending or approved reservations not yet over that lie on no slot of the store''s present hours,
the next one first; each is as its customer asked, and stays.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_off_grid(bigint, timestamptz) TO randevoo_app;
