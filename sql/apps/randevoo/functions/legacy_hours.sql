CREATE OR REPLACE FUNCTION randevoo.legacy_hours(hours jsonb)
RETURNS TABLE(weekday integer, opens_at time, closes_at time, is_read boolean)
LANGUAGE sql IMMUTABLE AS $body$
  SELECT d.weekday, CASE WHEN t.fits THEN d.opens_at END, CASE WHEN t.fits THEN d.closes_at END,
    t.fits OR d.is_closed
  FROM (
    SELECT n.weekday::integer, coalesce(i.value ->> 'isActive' = 'false', FALSE) AS is_closed,
      randevoo.legacy_clock(i.value ->> 'openTime') AS opens_at,
      randevoo.legacy_clock(i.value ->> 'closeTime') AS closes_at
    FROM unnest(ARRAY['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'])
        WITH ORDINALITY n(label, weekday)
      -- The first of several, as the former app had it.
      LEFT JOIN LATERAL (
        SELECT e.value FROM jsonb_array_elements(hours) WITH ORDINALITY e(value, nr)
        WHERE upper(left(e.value ->> 'dateLabel', 3)) = n.label ORDER BY e.nr LIMIT 1) i ON TRUE) d
    CROSS JOIN LATERAL (
      SELECT coalesce(NOT d.is_closed AND d.opens_at < d.closes_at, FALSE)) t(fits)
$body$;

COMMENT ON FUNCTION randevoo.legacy_hours(jsonb) IS
'Opening hours by ISO weekday of an array of the former app, both NULL for a day that is closed, or
that is not is_read: it is absent, or does not end after it begins.';
