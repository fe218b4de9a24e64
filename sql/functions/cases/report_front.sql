CREATE OR REPLACE FUNCTION reeve.report_front() RETURNS bigint
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  RETURN (
    SELECT CASE WHEN f.looked_at > clock_timestamp() - interval '1 minute' THEN f.report_id
      ELSE 0 END
    FROM reeve.report_front f);
END
$$;

COMMENT ON FUNCTION reeve.report_front() IS
  'Up to which report none waits that an intake would not find within a minute: so that nobody '
  'walks over what has waited before, which an old snapshot keeps in the index. 0 once a minute.';
