CREATE OR REPLACE FUNCTION reeve.catalog_mend() RETURNS SETOF text
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp SET lock_timeout = '1s'
AS $$
DECLARE
  a reeve.app;
BEGIN
  FOR a IN SELECT * FROM reeve.app l WHERE l.manifest -> 'collections' <> '{}' ORDER BY l.app LOOP
    -- Of Reeve's own tables alone: it needs nothing of the app's.
    PERFORM reeve.catalog_compile(a.manifest);
    BEGIN
      IF NOT EXISTS (
        SELECT FROM pg_proc p
        WHERE p.pronamespace = 'reeve_cell'::regnamespace
          AND p.proname = reeve.app_role('reader', a.app))
      THEN
        PERFORM reeve.catalog_apply(a.manifest);
        CONTINUE;
      END IF;
      PERFORM reeve.app_roles(a.app);
      PERFORM reeve.app_install(a.app);
      PERFORM reeve.catalog_grant(a.manifest);
      PERFORM reeve.catalog_public(a.manifest);
      IF EXISTS (
        -- Those of a table that follows a live copy are disabled until its turn.
        SELECT FROM reeve.collection l
        JOIN pg_trigger g ON g.tgrelid = l.relation
        JOIN pg_proc f ON f.oid = g.tgfoid AND f.pronamespace = 'reeve'::regnamespace
          AND f.proname ~ '^((rank|join)_)?capture_[0-9]+$'
        WHERE l.app = a.app AND l.is_live AND g.tgenabled <> 'D' AND (
          f.proname !~ '_capture' AND g.tgtype & 5 = 5 AND reeve.catalog_is_alone(l.relation)
          OR g.tgtype & 16 > 0 AND g.tgqual IS NOT NULL))
      THEN
        PERFORM reeve.catalog_capture(a.app);
        PERFORM reeve.catalog_capture_related(a.app);
        PERFORM reeve.app_code_apply(a.manifest, FALSE, only_ours => TRUE);
      END IF;
      PERFORM reeve.app_generate(a.app);
    EXCEPTION
      WHEN lock_not_available OR insufficient_privilege OR undefined_table OR undefined_column
        OR undefined_function OR undefined_object OR SQLSTATE 'RV002' OR SQLSTATE 'RV005'
        OR SQLSTATE 'RV006' THEN
        RETURN NEXT a.app;
    END;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.catalog_mend() IS
  'Creates the roles and cells of every app where they are missing or altered, grants again what '
  'catalogs grant, and re-applies catalogs of earlier releases. Returns the apps that stay as they '
  'are because their tables are busy, belong to somebody else or no longer fit. Runs as the '
  'installer.';
