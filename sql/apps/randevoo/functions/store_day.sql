CREATE OR REPLACE FUNCTION randevoo.store_day(store bigint, day date, at timestamptz)
RETURNS TABLE (slot_start timestamptz, slot_end timestamptz, state text, taken bigint,
  capacity integer, reservations text)
LANGUAGE sql STABLE AS $body$
  WITH booked AS (
    SELECT r.* FROM randevoo.stores s JOIN randevoo.reservations r ON r.store_id = s.id
    WHERE s.id = store_day.store AND r.state NOT IN ('disapproved', 'cancelled')
      AND r.slot_start >= store_day.day::timestamp AT TIME ZONE s.time_zone
      AND r.slot_start < (store_day.day + 1)::timestamp AT TIME ZONE s.time_zone),
  slot AS (
    SELECT g.slot_start, g.slot_end, true AS is_offered
    FROM randevoo.slot_grid(store_day.store, store_day.day) g
    UNION ALL
    SELECT DISTINCT b.slot_start, b.slot_end, false FROM booked b
    WHERE NOT EXISTS (SELECT FROM randevoo.slot_grid(store_day.store, store_day.day) g
      WHERE g.slot_start = b.slot_start AND g.slot_end = b.slot_end))
  SELECT slot.slot_start, slot.slot_end,
    CASE
      WHEN NOT slot.is_offered THEN 'off grid'
      WHEN slot.slot_end <= store_day.at THEN 'over'
      WHEN slot.slot_start <= store_day.at THEN 'running'
      WHEN t.taken >= s.capacity THEN 'full'
      ELSE 'open'
    END,
    t.taken, s.capacity,
    (SELECT string_agg(b.id || ' ' || b.state, ', ' ORDER BY b.id) FROM booked b
     WHERE b.slot_start = slot.slot_start AND b.slot_end = slot.slot_end)
  FROM slot
    JOIN randevoo.stores s ON s.id = store_day.store
    CROSS JOIN LATERAL (
      SELECT randevoo.slot_taken(s.id, slot.slot_start, slot.slot_end) AS taken) t
  ORDER BY slot.slot_start, slot.slot_end
$body$;

COMMENT ON FUNCTION randevoo.store_day(bigint, date, timestamptz) IS
'A store''s day as a grid: each slot with over, running, full or open, those off the present grid as
such, and the reservations that fill it.';
