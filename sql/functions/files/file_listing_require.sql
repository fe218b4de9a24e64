CREATE OR REPLACE FUNCTION reeve.file_listing_require() RETURNS void
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  -- Whoever made another one could have code of theirs run here, by a trigger or a view.
  IF NOT EXISTS (
    SELECT FROM pg_class c
    WHERE c.oid = to_regclass('pg_temp.reeve_listing') AND c.relkind = 'r'
      AND c.relowner = 'reeve_owner'::regrole)
  THEN
    RAISE EXCEPTION 'no listing was given' USING ERRCODE = 'RV001',
      HINT = 'reeve.file_listed takes its names, in the same transaction.';
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.file_listing_require() IS
  'Raises RV001 unless this transaction was given a listing of a bucket, in a table of Reeve''s.';
