CREATE OR REPLACE FUNCTION randevoo.reservation_off_grid(store bigint, at timestamptz)
RETURNS SETOF randevoo.reservations
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
  SELECT r.* FROM randevoo.reservations r JOIN randevoo.stores s ON s.id = r.store_id
  WHERE r.store_id = reservation_off_grid.store AND r.state IN ('pending', 'approved')
    AND r.slot_start > reservation_off_grid.at - interval '12 hours'
    AND r.slot_end > reservation_off_grid.at
    AND NOT EXISTS (
      SELECT FROM randevoo.slot_grid(s.id, (r.slot_start AT TIME ZONE s.time_zone)::date) g
      WHERE g.slot_start = r.slot_start AND g.slot_end = r.slot_end)
  ORDER BY r.slot_start, r.id
$body$;

COMMENT ON FUNCTION randevoo.reservation_off_grid(bigint, timestamptz) IS
'Pending or approved reservations not yet over that lie on no slot of the store''s present hours.';

GRANT EXECUTE ON FUNCTION randevoo.reservation_off_grid(bigint, timestamptz) TO randevoo_app;
