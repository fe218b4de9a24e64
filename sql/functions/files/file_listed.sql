CREATE OR REPLACE FUNCTION reeve.file_listed(names text[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
BEGIN
  PERFORM reeve.member_require('senior');
  IF to_regclass('pg_temp.reeve_listing') IS NULL THEN
    CREATE TEMPORARY TABLE pg_temp.reeve_listing(name text COLLATE "C" NOT NULL) ON COMMIT DROP;
  END IF;
  PERFORM reeve.file_listing_require();
  INSERT INTO pg_temp.reeve_listing(name)
  SELECT n FROM unnest(names) n WHERE n <> '';
END
$$;

COMMENT ON FUNCTION reeve.file_listed(text[]) IS
  'Takes names of objects from the listing of a bucket, for reeve.file_sweep at the end of the '
  'transaction; call it as often as there are more. For seniors. RV002.';

GRANT EXECUTE ON FUNCTION reeve.file_listed(text[]) TO reeve_viewer;
