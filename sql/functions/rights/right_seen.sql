CREATE OR REPLACE FUNCTION reeve.right_seen(app text) RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  problem CONSTANT text := reeve.catalog_hidden(app);
BEGIN
  IF problem IS NOT NULL THEN
    RAISE EXCEPTION 'rows of the person may be left out: %', problem USING ERRCODE = 'RV005';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.right_seen(text) IS
  'Refuses to read what a person owns while row security may hide rows of the app from Reeve. '
  'RV005.';
