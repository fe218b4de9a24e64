CREATE OR REPLACE FUNCTION reeve.quiet_end(
  at timestamptz, zone text, quiet_from time, quiet_until time)
RETURNS timestamptz
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT max(q.finish)
  FROM generate_series(-1, 0) n
  CROSS JOIN LATERAL (SELECT (at AT TIME ZONE zone)::date + n) d(day)
  CROSS JOIN LATERAL (
    SELECT reeve.zone_instant(zone, d.day + quiet_from),
      reeve.zone_instant(zone, d.day + CASE WHEN quiet_until <= quiet_from THEN 1 ELSE 0 END
        + quiet_until)) q(start, finish)
  WHERE q.start <= at AND at < q.finish
$$;

COMMENT ON FUNCTION reeve.quiet_end(timestamptz, text, time, time) IS
  'When the quiet hours end in which an instant lies by the clock of a known zone; NULL if it lies '
  'in none. An end that the clock skips is when it is set; of one that it shows twice, the first.';
