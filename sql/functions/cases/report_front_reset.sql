CREATE OR REPLACE FUNCTION reeve.report_front_reset() RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  UPDATE reeve.report_front f SET looked_at = '-infinity' WHERE f.looked_at > '-infinity';
END
$$;

COMMENT ON FUNCTION reeve.report_front_reset() IS
  'The next intake looks through all reports: some that did not wait may wait again. Locks the row '
  'of reeve.report_front.';
