CREATE OR REPLACE FUNCTION randevoo.slot_grid(store bigint, day date)
RETURNS TABLE (slot_start timestamptz, slot_end timestamptz)
LANGUAGE sql STABLE AS $body$
  SELECT g.local AT TIME ZONE s.time_zone, (g.local AT TIME ZONE s.time_zone) + s.slot_duration
  FROM randevoo.stores s
    JOIN randevoo.store_hours h
      ON h.store_id = s.id AND h.weekday = extract(isodow FROM slot_grid.day)
    CROSS JOIN LATERAL generate_series(
      slot_grid.day + h.opens_at,
      slot_grid.day + h.closes_at - s.slot_duration,
      s.slot_duration) g (local)
  WHERE randevoo.require(slot_grid.day BETWEEN date '1970-01-01' AND date '9998-12-31',
      'day is a date of the years 1970 to 9998')
    AND s.id = slot_grid.store
    -- In a gap the clock never shows the start, or at the end shows more than the slot's end.
    AND (g.local AT TIME ZONE s.time_zone) AT TIME ZONE s.time_zone = g.local
    AND ((g.local AT TIME ZONE s.time_zone) + s.slot_duration - interval '1 microsecond')
      AT TIME ZONE s.time_zone < g.local + s.slot_duration
$body$;

COMMENT ON FUNCTION randevoo.slot_grid(bigint, date) IS
'A store''s slots on one day of its own calendar, 1970 to 9998, whether or not they can be booked.
They do not overlap, each lasts the slot duration, the last ends at or before closing; a slot that a
DST gap cuts is left out, a repeated hour is offered once. No rows on a day when it is closed.';

GRANT EXECUTE ON FUNCTION randevoo.slot_grid(bigint, date) TO randevoo_app;
