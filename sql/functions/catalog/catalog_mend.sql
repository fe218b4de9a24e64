CREATE OR REPLACE FUNCTION reeve.catalog_mend() RETURNS SETOF text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '1s'
AS $$
DECLARE
  app_name text;
BEGIN
  FOR app_name IN
    -- Those of a table that follows a live copy are disabled until its turn.
    SELECT DISTINCT l.app
    FROM reeve.collection l
    JOIN pg_trigger g ON g.tgrelid = l.relation
      AND g.tgfoid = to_regproc(format('reeve.capture_%s', l.collection_id))
    WHERE l.is_live AND g.tgtype & 5 = 5 AND g.tgenabled <> 'D'
      AND reeve.catalog_is_alone(l.relation)
  LOOP
    BEGIN
      PERFORM reeve.catalog_capture(app_name);
    EXCEPTION WHEN lock_not_available OR insufficient_privilege THEN
      RETURN NEXT app_name;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_mend() IS
  'Makes the change triggers anew of apps where one of an earlier release still logs the inserts '
  'of a lone table row by row; returns the apps whose tables are busy or another''s, which stay as '
  'they are. Runs as the installer.';
