CREATE OR REPLACE FUNCTION reeve.report_front() RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT CASE WHEN f.looked_at BETWEEN n.now - interval '1 minute' AND n.now THEN f.report_id
      ELSE 0 END
    FROM reeve.report_front f
    -- A clock that was set back would keep a time of the future for long.
    CROSS JOIN clock_timestamp() n(now));
END
$$;

COMMENT ON FUNCTION reeve.report_front() IS
  'Up to which report none waits that an intake would not find within a minute: so that nobody '
  'walks over what has waited before, which an old snapshot keeps in the index. 0 once a minute.';
