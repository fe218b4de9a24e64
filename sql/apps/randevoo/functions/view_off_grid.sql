CREATE OR REPLACE FUNCTION randevoo.view_off_grid()
RETURNS TABLE (reservation text, store text, state text, starts timestamptz, slot text,
  reason text)
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, randevoo, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO'
SET work_mem = '64MB' AS
$body$
  SELECT 'reservation:' || r.id, 'store:' || s.id, r.state, r.slot_start,
    to_char(l.starts, 'Dy HH24:MI'),
    CASE
      WHEN h.opens_at IS NULL THEN 'closed on ' || to_char(l.starts, 'FMDay') || 's'
      WHEN l.starts::time < h.opens_at OR l.ends > l.starts::date + h.closes_at
        THEN format('open %s-%s', left(h.opens_at::text, 5), left(h.closes_at::text, 5))
      WHEN r.slot_end - r.slot_start <> s.slot_duration
        THEN format('slots last %s min', round(extract(epoch FROM s.slot_duration) / 60))
      ELSE format('no slot starts at %s', to_char(l.starts, 'HH24:MI'))
    END
  FROM randevoo.reservations r
    JOIN randevoo.stores s ON s.id = r.store_id
    CROSS JOIN LATERAL (SELECT r.slot_start AT TIME ZONE s.time_zone,
      r.slot_end AT TIME ZONE s.time_zone) l (starts, ends)
    LEFT JOIN randevoo.store_hours h
      ON h.store_id = s.id AND h.weekday = extract(isodow FROM l.starts)
  WHERE r.state IN ('pending', 'approved') AND r.slot_end > statement_timestamp()
    -- The slots of slot_grid, told from the row alone: a grid for each of hundreds of thousands of
    -- rows takes minutes.
    AND (r.slot_end - r.slot_start = s.slot_duration
      AND l.starts::time >= h.opens_at
      AND l.starts + s.slot_duration <= l.starts::date + h.closes_at
      AND extract(epoch FROM l.starts::time - h.opens_at)
        % extract(epoch FROM s.slot_duration) = 0
      AND l.starts AT TIME ZONE s.time_zone = r.slot_start
      AND (r.slot_end - interval '1 microsecond') AT TIME ZONE s.time_zone
        < l.starts + s.slot_duration) IS NOT TRUE
  ORDER BY r.slot_start, r.id
$body$;

COMMENT ON FUNCTION randevoo.view_off_grid() IS
'For the back office: reservations to come that lie on no slot of their stores'' present hours, the
next one first, and why. slot: the start in the store''s own time.';
