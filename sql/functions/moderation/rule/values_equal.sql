CREATE OR REPLACE FUNCTION reeve.values_equal(vals jsonb[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  IF cardinality(vals) > 1 THEN
    RETURN NOT EXISTS (SELECT FROM unnest(vals) v WHERE v IS DISTINCT FROM vals[1]);
  END IF;
  RETURN TRUE;
END
$$;

COMMENT ON FUNCTION reeve.values_equal(jsonb[]) IS
  'Whether all values are the same, as most effects set them: thousands need not be taken apart '
  'one by one then.';
